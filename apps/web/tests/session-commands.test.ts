import { describe, expect, it } from "vitest";
import { anApproval } from "@agent-studio/shared/testing";
import { createApiError } from "@agent-studio/shared";
import { createApiClient } from "../src/client/api-client.ts";
import { createSessionCommands } from "../src/client/session-commands.ts";
import { bodyOf } from "./fakes/request-body.ts";

const SESSION = "ses_0000000000000000";
const RUN = "run_0000000000000000";
const APPROVAL = "ap_0000000000000000";
const digest = "0".repeat(64);

function commandsThat(...answers: (() => Promise<Response>)[]) {
  const bodies: Record<string, unknown>[] = [];
  const paths: string[] = [];
  const api = createApiClient({
    fetch: async (url, init) => {
      paths.push(url);
      bodies.push(bodyOf(init));
      const answer = answers.shift();
      if (answer === undefined) throw new TypeError("no more answers");
      return answer();
    },
  });
  const commands = createSessionCommands({ api, sessionId: SESSION });
  return { commands, bodies, paths };
}

const sent = async () =>
  Response.json(
    { runId: RUN, messageId: "msg_0000000000000000" },
    { status: 202 },
  );
const lost = async () => {
  throw new TypeError("network");
};
const busy = async () =>
  Response.json(createApiError("SESSION_BUSY", "Busy.", "req_0"), {
    status: 409,
  });
const decided = async () =>
  Response.json({ approval: anApproval({ status: "approved" }) });

describe("sending a message", () => {
  it("uses the same key again after an unclear failure, so that it can't start twice", async () => {
    const { commands, bodies } = commandsThat(lost, sent, sent);
    await expect(commands.send("hello")).rejects.toMatchObject({
      code: "NETWORK_FAILED",
    });
    expect(commands.view.get()).toMatchObject({ sending: false });
    await commands.send("hello");
    await commands.send("hello");
    const keys = bodies.map((body) => body["clientMessageId"]);
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("says why a message was refused and forgets it with the next one", async () => {
    const { commands } = commandsThat(busy, sent);
    await expect(commands.send("hello")).rejects.toThrow("Busy.");
    expect(commands.view.get().sendFailure?.code).toBe("SESSION_BUSY");
    await commands.send("hello");
    expect(commands.view.get().sendFailure).toBeNull();
  });
});

describe("a message with attachments", () => {
  it("names them, and is another message without them", async () => {
    const { commands, bodies } = commandsThat(lost, sent, sent);
    const images = ["att_0000000000000000"];
    await expect(commands.send("", images)).rejects.toThrow();
    await commands.send("", images);
    await commands.send("");
    expect(bodies[0]).toMatchObject({ text: "", attachmentIds: images });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).not.toHaveProperty("attachmentIds");
  });
});

describe("an unclear message", () => {
  it("is named until it is confirmed, and then is no failure", async () => {
    const { commands, bodies } = commandsThat(lost, sent);
    await expect(commands.send("hello")).rejects.toThrow();
    const key = bodies[0]?.["clientMessageId"];
    expect(commands.view.get().unclear).toEqual({
      clientMessageId: key,
      text: "hello",
    });
    commands.confirm();
    expect(commands.view.get()).toMatchObject({
      unclear: null,
      sendFailure: null,
    });
    await commands.send("hello");
    expect(bodies[1]?.["clientMessageId"]).not.toBe(key);
  });

  it("is not what the server refused", async () => {
    const { commands } = commandsThat(busy);
    await expect(commands.send("hello")).rejects.toThrow();
    expect(commands.view.get().unclear).toBeNull();
  });
});

describe("a decision", () => {
  it("is sent once, however often the button is pressed", async () => {
    const { commands, paths } = commandsThat(decided);
    const input = {
      approvalId: APPROVAL,
      verb: "approve",
      argsDigest: digest,
    } as const;
    await Promise.all([commands.decide(input), commands.decide(input)]);
    await commands.decide({ ...input, verb: "deny" });
    expect(paths).toEqual([
      `/api/sessions/${SESSION}/approvals/${APPROVAL}/approve`,
    ]);
    expect(commands.view.get().decisions.get(APPROVAL)).toEqual({
      verb: "approve",
      status: "sent",
    });
  });

  it("may be tried again after a failure, and each approval stands on its own", async () => {
    const { commands, bodies } = commandsThat(lost, decided, decided);
    const input = {
      approvalId: APPROVAL,
      verb: "deny",
      argsDigest: digest,
    } as const;
    await commands.decide({ ...input, reason: "  " });
    expect(commands.view.get().decisions.get(APPROVAL)).toMatchObject({
      status: "failed",
      failure: { code: "NETWORK_FAILED" },
    });
    await commands.decide({ ...input, reason: " too long " });
    await commands.decide({ ...input, approvalId: "ap_1111111111111111" });
    expect(bodies).toEqual([{}, { reason: "too long" }, {}]);
    expect(commands.view.get().decisions.size).toBe(2);
  });
});

describe("changed arguments", () => {
  it("are sent with the digest of those that were proposed", async () => {
    const { commands, bodies } = commandsThat(decided);
    await commands.decide({
      approvalId: APPROVAL,
      verb: "approve",
      argsDigest: digest,
      args: { value: "other" },
    });
    expect(bodies).toEqual([{ argsDigest: digest, args: { value: "other" } }]);
  });
});

describe("trust", () => {
  it("is asked for, and says why it was not changed", async () => {
    const { commands, bodies } = commandsThat(lost);
    const setting = commands.setTrust(true);
    expect(commands.view.get().trustAsked).toBe(true);
    await setting;
    expect(bodies).toEqual([{ trust: true }]);
    expect(commands.view.get()).toMatchObject({
      trustAsked: null,
      trustFailure: { code: "NETWORK_FAILED" },
    });
  });
});

describe("stopping", () => {
  it("is remembered until the run is over, and not when it failed", async () => {
    const { commands } = commandsThat(lost);
    const stopping = commands.stop(RUN);
    expect(commands.view.get().stopping).toBe(RUN);
    await stopping;
    expect(commands.view.get()).toMatchObject({
      stopping: null,
      stopFailure: { code: "NETWORK_FAILED" },
    });
  });
});
