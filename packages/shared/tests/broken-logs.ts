/** For each promise about a log, logs that break it and no other. */
import type { EventType, HarnessEvent } from "../src/index.ts";
import type { anApproval } from "../src/testing/index.ts";
import {
  BASE,
  CALL,
  CALL_B,
  CALL_C,
  ID,
  MODEL,
  PERSON,
  RUN,
  RUN_B,
  TWICE,
  USAGE,
  alone,
  numbered,
  of,
  request,
  started,
  type Step,
} from "./base-log.ts";

const place = (
  type: EventType,
  matches: (payload: never) => boolean = () => true,
): number =>
  BASE.findIndex(
    (step) => step.type === type && matches(step.payload as never),
  );
const ofCall =
  (toolCallId: string) =>
  (payload: { readonly toolCallId?: string }): boolean =>
    payload.toolCallId === toolCallId;

const without = (index: number): Step[] => BASE.toSpliced(index, 1);
const inserted = (index: number, ...steps: readonly Step[]): Step[] =>
  BASE.toSpliced(index, 0, ...steps);
const changed = (index: number, payload: object): Step[] => {
  const step = BASE[index]!;
  return BASE.with(index, {
    ...step,
    payload: { ...(step.payload as object), ...payload },
  });
};
const moved = (from: number, to: number): Step[] =>
  without(from).toSpliced(to, 0, BASE[from]!);

const denied = (code: string, reason: string): Step[] =>
  BASE.toSpliced(place("tool.started", ofCall(CALL_C)), 2, {
    type: "tool.denied",
    runId: RUN,
    payload: { toolCallId: CALL_C, toolName: "tool", code, reason },
  });

/** For each promise, logs that break it and no other. */
export const BROKEN: Readonly<
  Record<string, readonly (() => HarnessEvent[])[]>
> = {
  I01: [
    () =>
      numbered(BASE).map((event, index) =>
        index < 3
          ? event
          : {
              ...event,
              sequence: event.sequence + 1,
              eventId: event.eventId.replace(/_\d+$/, `_${event.sequence + 1}`),
            },
      ),
  ],
  I02: [
    () =>
      numbered(BASE).map((event, index) =>
        index === 4 ? { ...event, eventId: `evt_${"A".repeat(22)}_4` } : event,
      ),
  ],
  I03: [
    () =>
      numbered(BASE).map((event, index) =>
        index === 4 ? { ...event, sessionId: `ses_1${ID}` } : event,
      ),
  ],
  I04: [
    () => numbered(changed(place("session.updated"), { trust: "yes" })),
    () => numbered(changed(place("model.responded"), { durationMs: -1 })),
  ],
  I05: [() => numbered(inserted(1, BASE[0]!)), () => numbered(without(0))],
  I06: [
    () =>
      numbered([
        ...BASE,
        alone("session.closed", { reason: "deleted" }),
        alone("session.updated", { title: "again" }),
      ]),
  ],
  I07: [
    () => {
      const index = place("tool.started");
      const { runId: _, ...step } = BASE[index]!;
      return numbered(BASE.with(index, step));
    },
  ],
  I08: [
    () =>
      numbered(
        inserted(
          place("model.requested"),
          of(
            "run.started",
            { messageId: `msg_v${ID}`, model: MODEL },
            { runId: RUN_B },
          ),
          of(
            "user.message",
            { messageId: `msg_v${ID}`, text: "", attachments: [] },
            { runId: RUN_B },
          ),
        ),
      ),
  ],
  I09: [
    () =>
      numbered([
        ...BASE,
        of("run.cancelled", {
          reason: "user",
          usage: TWICE,
          costUsd: 1,
          durationMs: 1,
          turns: 2,
        }),
      ]),
  ],
  I10: [
    () => numbered(changed(place("user.message"), { messageId: `msg_w${ID}` })),
  ],
  I11: [
    () => numbered(changed(place("model.responded"), { callId: `mdl_9${ID}` })),
  ],
  I12: [
    () => {
      const index = BASE.findLastIndex(
        ({ type }) => type === "model.requested",
      );
      return numbered(changed(index, { turn: 3 }));
    },
  ],
  I13: [
    () => {
      const index = BASE.findLastIndex(
        ({ type }) => type === "model.responded",
      );
      const steps = without(index);
      const end = steps.at(-1)!;
      return numbered(
        steps.with(-1, {
          ...end,
          payload: { ...(end.payload as object), usage: USAGE, costUsd: 0.5 },
        }),
      );
    },
  ],
  I14: [
    () => numbered(changed(place("run.completed"), { usage: USAGE })),
    () => numbered(changed(place("run.completed"), { costUsd: 0.9 })),
  ],
  I15: [
    () =>
      numbered(
        inserted(
          BASE.length - 1,
          of("run.retrying", {
            attempt: 1,
            delayMs: 1,
            code: "PROVIDER_UNAVAILABLE",
            message: "again",
          }),
        ),
      ),
  ],
  I16: [
    () =>
      numbered(
        inserted(
          place("tool.started", ofCall(CALL_B)),
          of("run.resumed", { reason: "restart" }),
        ),
      ),
  ],
  I17: [
    () => numbered(moved(place("assistant.started"), place("model.requested"))),
  ],
  I18: [
    () =>
      numbered(
        inserted(
          place("assistant.completed") + 1,
          of("tool.drafted", {
            messageId: `msg_a${ID}`,
            part: 1,
            toolName: "tool",
            argsBytes: 2,
          }),
        ),
      ),
  ],
  I19: [
    () => numbered(changed(place("assistant.completed"), { text: "Else." })),
  ],
  I20: [
    () =>
      numbered(
        without(
          BASE.findLastIndex(({ type }) => type === "assistant.completed"),
        ),
      ),
  ],
  I21: [
    () =>
      numbered(
        changed(place("tool.requested", ofCall(CALL)), {
          messageId: `msg_x${ID}`,
        }),
      ),
  ],
  I22: [
    () =>
      numbered(
        inserted(
          BASE.length - 1,
          of("tool.failed", {
            toolCallId: "call_9999999999999999",
            toolName: "tool",
            code: "TOOL_FAILED",
            message: "x",
            durationMs: 1,
          }),
        ),
      ),
  ],
  I23: [
    () =>
      numbered(
        inserted(
          BASE.length - 1,
          request("call_9999999999999999", "read", "allow"),
        ),
      ),
  ],
  I24: [
    () =>
      numbered(
        inserted(place("tool.started", ofCall(CALL)) + 1, started(CALL)),
      ),
  ],
  I25: [
    () => {
      const steps = without(place("skill.requested"));
      return numbered(
        steps.filter(
          ({ type, payload }) =>
            !(
              type === "skill.loaded" ||
              (type === "tool.started" && ofCall(CALL)(payload as object))
            ),
        ),
      );
    },
  ],
  I26: [
    () => {
      const from = place("tool.completed", ofCall(CALL_C));
      const to = BASE.findLastIndex(({ type }) => type === "model.requested");
      return numbered(moved(from, to));
    },
  ],
  I27: [
    () => {
      const from = place("tool.started", ofCall(CALL_C));
      return numbered(moved(from, place("artifact.saved")));
    },
  ],
  I28: [
    () => {
      const from = place("artifact.saved");
      return numbered(moved(from, place("tool.started", ofCall(CALL_B))));
    },
  ],
  I29: [() => numbered(denied("TOOL_UNKNOWN", "cancelled"))],
  I30: [
    () => numbered(without(place("skill.requested"))),
    () =>
      numbered(
        moved(place("skill.loaded"), place("tool.completed", ofCall(CALL))),
      ),
  ],
  I31: [
    () => {
      const index = place("approval.required");
      const { approval } = BASE[index]!.payload as {
        approval: ReturnType<typeof anApproval>;
      };
      return numbered([
        ...BASE.slice(0, -1),
        of("approval.required", {
          approval: { ...approval, approvalId: "ap_3333333333333333" },
        }),
        of(
          "approval.resolved",
          {
            approvalId: "ap_3333333333333333",
            toolCallId: CALL_B,
            status: "denied",
          },
          { runId: RUN, actor: PERSON },
        ),
        BASE.at(-1)!,
      ]);
    },
  ],
  I32: [
    () => {
      const index = place("approval.resolved");
      return numbered(inserted(index, BASE[index]!));
    },
  ],
  I33: [
    () =>
      numbered(
        BASE.filter(
          ({ type, payload }) =>
            !(
              (type === "approval.resolved" &&
                ofCall(CALL_C)(payload as object)) ||
              (type === "tool.started" && ofCall(CALL_C)(payload as object))
            ),
        ).map((step) =>
          step.type === "tool.completed" &&
          ofCall(CALL_C)(step.payload as object)
            ? {
                type: "tool.denied" as const,
                runId: RUN,
                payload: {
                  toolCallId: CALL_C,
                  toolName: "tool",
                  code: "TOOL_CANCELLED",
                  reason: "cancelled",
                },
              }
            : step,
        ),
      ),
  ],
  I34: [
    () =>
      numbered(
        changed(place("approval.resolved", ofCall(CALL_B)), {
          status: "expired",
        }),
      ),
  ],
  I35: [
    () => {
      const index = place("approval.resolved", ofCall(CALL_B));
      return numbered(
        BASE.with(index, { ...BASE[index]!, actor: { kind: "system" } }),
      );
    },
    () => {
      const index = BASE.findLastIndex(
        ({ type }) => type === "approval.required",
      );
      const { approval } = BASE[index]!.payload as {
        approval: ReturnType<typeof anApproval>;
      };
      return numbered(
        changed(index, { approval: { ...approval, policy: "always_ask" } }),
      );
    },
  ],
  I36: [() => numbered(without(place("session.updated")))],
  I37: [
    () =>
      numbered(denied("TOOL_DENIED", "user")).map((event) =>
        event.type === "approval.resolved" && event.actor?.kind === "trust"
          ? {
              ...event,
              actor: { kind: "viewer" as const },
              payload: {
                ...event.payload,
                status: "denied" as const,
                editedArgs: {},
              },
            }
          : event,
      ),
  ],
  I38: [
    () =>
      numbered(
        BASE.with(
          place("attachment.added"),
          alone("attachment.removed", { attachmentId: `att_${ID}` }),
        ),
      ),
  ],
};
