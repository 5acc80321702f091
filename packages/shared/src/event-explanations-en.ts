import type { EventExplanations } from "./event-explanation.ts";

export const EVENT_EXPLANATIONS_EN: EventExplanations = {
  "session.started": {
    why: "Every log begins somewhere. This first event names the lab and the title, so that whoever reads the log alone, without the database around it, knows which tools and rules everything after it belongs to.",
    emitter:
      "HarnessSession appends it once, as sequence 1, when a browser or script asks for a new session. Nothing can be appended before it.",
  },
  "session.resumed": {
    why: "A server that stops in the middle of work must not pretend that nothing happened. This event marks the place where a new process took the log over, and it switches trust off, since nobody is known to be watching any more.",
    emitter:
      "The recovery (recover.ts) appends it as its first event before the server listens, for sessions with an unfinished run or with trust on. Recovering twice adds nothing.",
  },
  "session.updated": {
    why: "The title and the trust switch change how the session reads and what may run without asking. As events they are the same in every tab, and it can be seen later whether trust was on when a call came to its gate.",
    emitter:
      "decide.ts answers a change of title or trust with it, and HarnessSession appends it before the request is answered. What is pending or decided already stays as it is.",
  },
  "session.closed": {
    why: "A stream that just ends could be a broken network. This event says that the end was meant, and whether it is final (deleted) or only a pause (the server was shut down).",
    emitter:
      "HarnessSession appends it last: on deletion after every open call and approval was ended, on shutdown after the run was. Watchers get a moment to read it before the stream closes.",
  },
  "model.configured": {
    why: "Which model answers decides about cost, ability and privacy, so the choice belongs into the log. Keys and header values do not: the connection is recorded without them, and only shows whether there is a key.",
    emitter:
      "decide.ts gives it for a chosen model while no run is active; HarnessSession appends it. The key itself goes to one private map in memory and nowhere else.",
  },
  "model.cleared": {
    why: "A session whose model was taken away can't run. The event makes that visible at its place, so that a later refusal is no riddle.",
    emitter:
      "decide.ts gives it when somebody removes the connection while no run is active. The stored key is dropped with it.",
  },
  "attachment.added": {
    why: "A file that someone gives to the agent is part of the conversation from that moment. The log holds its name, type and size; the bytes stay in the attachment store, so that a log never grows by images.",
    emitter:
      "The session appends it when an upload begins to be checked. Other tabs see it as “processing” meanwhile.",
  },
  "attachment.updated": {
    why: "Checking a file takes time and may change it: an image is decoded, limited and written anew. This event says that it is ready to be sent, or that it failed.",
    emitter:
      "The session appends it when the attachment store is done with the file, before the upload is answered.",
  },
  "attachment.rejected": {
    why: "A refused file would otherwise just not appear. The event keeps its name and the exact reason, such as a type that does not match the bytes, or an image that would unpack to gigabytes.",
    emitter:
      "The session appends it when the attachment store refuses an upload. Nothing of the file is kept.",
  },
  "attachment.removed": {
    why: "Somebody took a file back before sending it. Messages that were sent with it keep its name and size, so the past does not change.",
    emitter:
      "The session appends it when a person removes an attachment; the store deletes the bytes when no message needs them.",
  },
  "run.started": {
    why: "A run is the unit of work: from a person's message to the agent's last word. Its start fixes the model, and from here on everything it causes carries its runId, so that it can be told apart, stopped and paid for as one thing.",
    emitter:
      "decide-message.ts gives it when a message is accepted and no run is active. HarnessSession appends it before the request is answered and before the model hears anything.",
  },
  "user.message": {
    why: "What the person said, exactly, is the reason for all that follows. It stands in the log before any model is called, so it can't be lost when the call fails.",
    emitter:
      "decide-message.ts gives it together with run.started, in one batch: there is never a run without its message. A message sent twice under one clientMessageId is recorded once.",
  },
  "model.requested": {
    why: "A model call costs time and money and can hang. The open call is recorded before it is made, so that a crash in the middle leaves a trace, and its number of the turn shows how far the agent has come.",
    emitter:
      "The run recorder appends it when the wrapper around Pi's model stream (pi-model-stream.ts) is about to ask the provider. Every attempt is a call of its own.",
  },
  "model.responded": {
    why: "This is the bill and the stopwatch of one call: tokens in, out and from the cache, cost where a price is known, time to the first token and in all, and why the model stopped. Totals are sums of these and nothing else.",
    emitter:
      "The run recorder appends it when the provider's stream ends, also when it ends badly. A call that was cut off by a restart is closed by the recovery, with unknown usage as zeros.",
  },
  "run.retrying": {
    why: "Providers have bad moments. Instead of a silent wait the log says which attempt comes next, after how long and why, so a slow answer is explained while it is slow.",
    emitter:
      "The run recorder appends it after a failed call that may be tried again (no client error but 408 and 429), at most three attempts within 30 seconds, as retry-plan.ts decides.",
  },
  "run.resumed": {
    why: "An approval may outlive the process that asked for it. When the decision comes after a restart the run goes on; this event marks where it caught up, so that nobody takes the gap for thinking.",
    emitter:
      "HarnessSession appends it when the replay of recorded answers has reached the open call. No model is called and no tool runs twice on the way there.",
  },
  "assistant.started": {
    why: "The first sign of an answer. It opens the message that the following pieces belong to, so that an interface can show it at once, and a reader of the log can measure how long the silence was.",
    emitter:
      "The message recorder appends it with the first content of a model call, also where that content is a tool call and no text. A call without any content has no such event.",
  },
  "assistant.delta": {
    why: "Text is shown while it is being written. Each piece is an ordinary numbered event, so a reader whose connection breaks in mid-sentence comes back and misses no letter. Reasoning comes the same way on a channel of its own.",
    emitter:
      "The delta buffer of the message recorder appends it: the first piece at once, later ones joined to at most about sixty a second, and all that is held before any other event.",
  },
  "assistant.completed": {
    why: "The whole text once more, in one piece: exactly the pieces before it, joined. Whoever comes late reads this one event, and it seals the message that the model will see again in the next turn.",
    emitter:
      "The message recorder appends it when the model's message ends. Before a run ends, an open message is always closed, with the stop reason “aborted” if it was cut off.",
  },
  "tool.drafted": {
    why: "A model may spend many seconds on writing the arguments of a call. This says that something is coming and how large it has become, without showing half-written arguments that might still change.",
    emitter:
      "The message recorder appends it at most twice a second while a call is being written. It carries no content, so it decides nothing.",
  },
  "tool.requested": {
    why: "Here an intention becomes a fact: the model asks for this tool with these arguments. It shows what was asked, what effect the tool has and which policy applies, before anything is done about it.",
    emitter:
      "The tool gate appends one for every call of a finished message, in the message's order. The policy comes from the tool's name and is never taken from what the model says.",
  },
  "tool.started": {
    why: "The moment after which an effect may have happened. If the process dies between this event and its end, the outcome is honestly unknown; without this event it is certain that nothing ran.",
    emitter:
      "The executor inside guardTool (execute-call.ts) appends it when everything that allows the call is durable, and only then enters the tool. Writing tools take turns.",
  },
  "tool.progressed": {
    why: "A long tool that says nothing looks like a hung one. Progress tells what it is doing and, where it can, how far it has come.",
    emitter:
      "The tool itself, through the context that the executor gives it (tool-run-context.ts). It may be left out and decides nothing.",
  },
  "tool.completed": {
    why: "The result, as the model will read it and as a person may check it: text, perhaps a view made for people, and how long it took. Secrets in it are redacted, and what is too large is cut and says so.",
    emitter:
      "The executor (end-call.ts) appends it when the tool returns. A stopped tool that still returns within two seconds ends like this too.",
  },
  "tool.failed": {
    why: "A failure is an answer as well: the model is told what went wrong and may try another way. The code says which kind it was, such as arguments that do not fit, a refusal of the tool itself, or an outcome that nobody knows.",
    emitter:
      "The executor (end-call.ts) when the tool throws, the gate when arguments are invalid before it starts, and the recovery for a call that had started when the process died.",
  },
  "tool.denied": {
    why: "The call did not run, and this says who or what prevented it: a policy, a person, the clock, a stop, or that there is no such tool. A denial is final, and the model hears of it as the call's result.",
    emitter:
      "The gate in guardTool appends it. Whatever is unclear is denied: an unknown tool, an unknown policy, a lost gate. The recovery denies calls that a restart cut off before they started.",
  },
  "approval.required": {
    why: "From here the call waits for a person. The event holds the arguments in full, frozen, with their digest: what is shown is what will run, byte for byte. The summary and the risk come from the tool's code and not from the model.",
    emitter:
      "ask-approval.ts inside the gate appends it when the policy says ask or always ask. The approval broker then only waits; the question itself lives in the log and survives a restart.",
  },
  "approval.resolved": {
    why: "The answer, once and for all: approved or denied by a person, by the session's trust, or ended by the clock, a stop or a changed tool. The first decision wins, and everyone sees whose it was.",
    emitter:
      "decide-approval.ts for a person's decision, ask-approval.ts for trust and expiry, the end of the run for what is still open. It is durable before the request is answered and before the tool starts.",
  },
  "skill.requested": {
    why: "Skills are listed by name and read only when needed. This shows that the model chose one, before its text came into the conversation.",
    emitter:
      "The tool gate appends it when a call to read a file turns out to open a skill's SKILL.md; the inference looks at the path and not at the model's words.",
  },
  "skill.loaded": {
    why: "From now on the skill's text steers the agent, and it takes up room in every further model call. The number of characters is what loading it cost.",
    emitter:
      "The executor (end-call.ts) appends it right after the reading call completed. A failed or denied reading loads nothing.",
  },
  "artifact.saved": {
    why: "A file now exists that did not before: the visible effect of the work. Name, type and size are in the log, and a link leads from here to the call that wrote it and the person who allowed it.",
    emitter:
      "A tool saves through its context (tool-run-context.ts), which writes the file into the session's folder and appends this event before the call ends. Only names that the lab declared can be written.",
  },
  "lab.updated": {
    why: "Labs keep their own records, such as proposals and notes. Each change is an event with its cause, a tool call or an action of a person, so that a lab's state can be folded and replayed like the rest.",
    emitter:
      "The tool's context (tool-run-context.ts) or an action of the lab (lab-action.ts) appends it, after the lab's schema has accepted the value. The last value of an id counts.",
  },
  "run.completed": {
    why: "The agent has said its last word. One event ends each run, with the totals of tokens, cost, time and turns; whatever might still arrive for this run is dropped.",
    emitter:
      "The run controller appends it when Pi has settled and no call is open. Only after it a new message is accepted.",
  },
  "run.failed": {
    why: "The run could not go on, and this says why in one code: a provider that refused, too many turns, calls that repeat themselves, a restart. What was spent until then is in the totals, and whether trying again makes sense as well.",
    emitter:
      "The run controller appends it after every open message and call was closed; the recovery does so for runs that can't be continued.",
  },
  "run.cancelled": {
    why: "Somebody or something stopped the run on purpose: a person, the time limit, a deletion or a shutdown. This is no error, and what had been finished before stays valid.",
    emitter:
      "The run controller appends it once the stop has reached everything: the model call is aborted, open approvals are cancelled, and tools had two seconds to return.",
  },
};
