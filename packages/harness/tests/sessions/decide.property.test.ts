import fc from "fast-check";
import {
  createInitialState,
  fold,
  type EventInput,
  type HarnessEvent,
  type JsonObject,
  type SessionState,
} from "@agent-studio/shared";
import {
  aConnection,
  checkLegal,
  createEventWriter,
} from "@agent-studio/shared/testing";
import { describe, expect, it } from "vitest";
import { digestOfArgs } from "../../src/agent/early-end.ts";
import { decide } from "../../src/sessions/decide.ts";
import type { Command, DecisionFacts } from "../../src/sessions/decision.ts";
import { cutLog } from "./cut-log.ts";

const facts: DecisionFacts = {
  actor: { kind: "viewer", id: "viw_0000000000000000" },
  digest: digestOfArgs,
  argumentsProblem: (_toolName, args) =>
    "bad" in args ? { sentence: "They are bad.", issues: [] } : undefined,
  isKeyMissing: false,
  isFull: false,
  isViewerFull: false,
  redact: (args) => args,
};

const someLog = cutLog(150);

const stateOf = (log: readonly HarnessEvent[]): SessionState =>
  fold(createInitialState("ses_0000000000000000"), log).state;

const someArgs: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({}),
  fc.constant({ bad: true }),
  fc.dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 })),
);

/** Any command: on things that are there, that were, and that never were. */
function someCommand(state: SessionState): fc.Arbitrary<Command> {
  const approvalId = fc.constantFrom(
    "ap_unknown0000000000",
    ...state.approvals.map((approval) => approval.approvalId),
  );
  const argsDigest = fc.constantFrom(
    "0".repeat(64),
    ...state.approvals.map((approval) => approval.argsDigest),
  );
  const runId = fc.constantFrom(
    "run_unknown000000000",
    ...state.runs.map((run) => run.runId),
  );
  const clientMessageId = fc.constantFrom("m-1", "m-2");
  const attachmentIds = fc.array(
    fc.constantFrom(
      "att_unknown000000000",
      ...state.attachments.map((attachment) => attachment.attachmentId),
    ),
    { maxLength: 12 },
  );
  const optional = { requiredKeys: [] as [] };
  return fc.oneof(
    fc
      .tuple(
        fc.constantFrom("hello", "", "字"),
        fc.record({ clientMessageId, attachmentIds }, optional),
      )
      .map(([text, rest]): Command => ({
        type: "send_message",
        input: { text, ...rest },
        runId: "run_new0000000000000",
        messageId: "msg_new0000000000000",
      })),
    runId.map((id): Command => ({ type: "cancel_run", runId: id })),
    fc
      .tuple(approvalId, fc.record({ argsDigest, args: someArgs }, optional))
      .map(([id, rest]): Command => ({
        type: "approve",
        approvalId: id,
        ...rest,
      })),
    fc
      .tuple(approvalId, fc.record({ reason: fc.string() }, optional))
      .map(([id, rest]): Command => ({
        type: "deny",
        approvalId: id,
        ...rest,
      })),
    approvalId.map((id): Command => ({ type: "expire", approvalId: id })),
    fc
      .record(
        { title: fc.string({ minLength: 1 }), trust: fc.boolean() },
        optional,
      )
      .map((rest): Command => ({ type: "update", ...rest })),
    fc.constant<Command>({
      type: "configure_model",
      connection: aConnection(),
    }),
    fc.constant<Command>({ type: "clear_model" }),
  );
}

const someCase = someLog.chain((log) =>
  fc.tuple(
    fc.constant(log),
    fc.array(someCommand(stateOf(log)), { minLength: 1, maxLength: 6 }),
  ),
);

/** The log with what was decided appended, as the store would. */
function appended(
  log: readonly HarnessEvent[],
  inputs: readonly EventInput[],
): HarnessEvent[] {
  const writer = createEventWriter();
  const sessionId = log[0]?.sessionId ?? writer.sessionId;
  const added = inputs.map((input, index) => {
    const sequence = log.length + index + 1;
    const eventId = `evt_${"A".repeat(22)}_${sequence}`;
    const timestamp = log.at(-1)?.timestamp ?? writer.now();
    return { ...input, eventId, sessionId, sequence, timestamp };
  });
  return [...log, ...(added as HarnessEvent[])];
}

describe("a decision", () => {
  it("is made for every command on every state, changes nothing itself, and is the same again", () => {
    fc.assert(
      fc.property(someCase, ([log, commands]) => {
        const state = stateOf(log);
        const before = JSON.stringify(state);
        for (const command of commands) {
          const decision = decide(state, command, facts);
          expect(["append", "unchanged", "refuse"]).toContain(decision.kind);
          expect(decide(state, command, facts)).toEqual(decision);
        }
        expect(JSON.stringify(state)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it("gives events that the log may have at that place, and that fold", () => {
    fc.assert(
      fc.property(someCase, ([log, commands]) => {
        if (stateOf(log).closed === "shutdown") return;
        let current = log;
        for (const command of commands) {
          const decision = decide(stateOf(current), command, facts);
          if (decision.kind !== "append") continue;
          if (command.type === "send_message" && current !== log) continue;
          const next = appended(current, decision.events);
          expect(checkLegal(next, { unfinished: true })).toEqual([]);
          expect(stateOf(next).sequence).toBe(next.length);
          current = next;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("on an approval is the first one, which comes again as unchanged, and nothing after it counts", () => {
    fc.assert(
      fc.property(someCase, ([log]) => {
        const state = stateOf(log);
        for (const { approvalId, status } of state.approvals) {
          for (const type of ["approve", "deny"] as const) {
            const command = { type, approvalId };
            const first = decide(state, command, facts);
            if (status !== "pending" || first.kind !== "append") {
              expect(first.kind).not.toBe("append");
              continue;
            }
            const after = stateOf(appended(log, first.events));
            expect(decide(after, command, facts).kind).toBe("unchanged");
            const other = type === "approve" ? "deny" : "approve";
            expect(
              decide(after, { type: other, approvalId }, facts),
            ).toMatchObject({
              kind: "refuse",
              error: { code: "APPROVAL_ALREADY_RESOLVED" },
            });
            expect(
              decide(after, { type: "expire", approvalId }, facts).kind,
            ).toBe("unchanged");
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it("whose answer needs a key that is gone is refused and decides nothing", () => {
    fc.assert(
      fc.property(someCase, ([log]) => {
        const state = stateOf(log);
        for (const { approvalId, status } of state.approvals)
          for (const type of ["approve", "deny"] as const) {
            const command = { type, approvalId };
            const asked = { ...facts, isKeyMissing: true };
            if (status === "pending")
              expect(decide(state, command, asked)).toMatchObject({
                kind: "refuse",
                error: { code: "MODEL_NOT_CONFIGURED" },
              });
            else
              expect(decide(state, command, asked)).toEqual(
                decide(state, command, facts),
              );
          }
      }),
      { numRuns: 200 },
    );
  });

  it("to send is refused by a log that is full, unless it was sent before", () => {
    fc.assert(
      fc.property(someLog, (log) => {
        const state = stateOf(log);
        const command: Command = {
          type: "send_message",
          input: { text: "more" },
          runId: "run_0000000000000001",
          messageId: "msg_0000000000000001",
        };
        const open = decide(state, command, facts);
        if (open.kind !== "append") return;
        for (const full of [{ isFull: true }, { isViewerFull: true }])
          expect(decide(state, command, { ...facts, ...full })).toMatchObject({
            kind: "refuse",
            error: { code: "LIMIT_REACHED" },
          });
      }),
      { numRuns: 100 },
    );
  });
});
