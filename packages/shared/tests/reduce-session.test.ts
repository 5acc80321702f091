import { describe, expect, it } from "vitest";
import {
  aConnection,
  anArtifact,
  anAttachment,
  createEventWriter,
} from "../src/testing/index.ts";
import { RUN, OF_RUN, running, askFor, ask, stateOf } from "./run-log.ts";

describe("the status", () => {
  it("is awaiting_approval only while nothing but people is waited for", () => {
    const writer = running();
    const statuses: string[] = [];
    const note = () =>
      statuses.push(
        `${stateOf(writer).status} ${stateOf(writer).runs[0]?.status ?? ""}`,
      );
    askFor(writer, ["save", "read"]);
    ask(writer, 0);
    note();
    writer.write(
      "tool.started",
      { toolCallId: "call_1", toolName: "read" },
      OF_RUN,
    );
    note();
    writer.write(
      "tool.completed",
      {
        toolCallId: "call_1",
        toolName: "read",
        result: { text: "" },
        durationMs: 1,
      },
      OF_RUN,
    );
    note();
    writer.write(
      "approval.resolved",
      { approvalId: "ap_0", toolCallId: "call_0", status: "approved" },
      OF_RUN,
    );
    note();
    expect(statuses).toEqual([
      "running running",
      "running running",
      "awaiting_approval awaiting_approval",
      "running running",
    ]);
  });

  it("still waits when another call is approved and has not started", () => {
    const writer = running();
    askFor(writer, ["save", "save"]);
    ask(writer, 0);
    ask(writer, 1);
    writer.write(
      "approval.resolved",
      { approvalId: "ap_0", toolCallId: "call_0", status: "approved" },
      OF_RUN,
    );
    expect(stateOf(writer).status).toBe("awaiting_approval");
  });
});

describe("the session", () => {
  it("opens again after a shutdown, with trust off, and its run still waits", () => {
    const writer = running();
    writer.write("session.updated", { trust: true });
    askFor(writer, ["send"]);
    ask(writer, 0);
    writer.write("session.closed", { reason: "shutdown" });
    expect(stateOf(writer)).toMatchObject({
      closed: "shutdown",
      trust: true,
      status: "awaiting_approval",
    });
    writer.write("session.resumed", { reason: "restart" });
    expect(stateOf(writer)).toMatchObject({
      closed: null,
      trust: false,
      status: "awaiting_approval",
      activeRunId: RUN,
    });
  });

  it("opens again without recovery when there was nothing to recover", () => {
    const writer = createEventWriter();
    writer.write("session.started", { labId: "ads-report", title: "Ads" });
    writer.write("session.closed", { reason: "shutdown" });
    writer.write("session.updated", { title: "More ads" });
    expect(stateOf(writer)).toMatchObject({ closed: null, title: "More ads" });
  });

  it("stays deleted", () => {
    const writer = createEventWriter();
    writer.write("session.started", { labId: "ads-report", title: "Ads" });
    writer.write("session.closed", { reason: "deleted" });
    writer.write("session.resumed", { reason: "restart" });
    writer.write("session.closed", { reason: "shutdown" });
    expect(stateOf(writer).closed).toBe("deleted");
  });

  it("keeps its model, attachments and the last artifact of each name", () => {
    const writer = running();
    writer.write("model.configured", { connection: aConnection() });
    const [one, two] = [
      anAttachment({ attachmentId: "att_1", status: "processing" }),
      anAttachment({ attachmentId: "att_2" }),
    ];
    writer.write("attachment.added", { attachment: one });
    writer.write("attachment.added", { attachment: two });
    writer.write("attachment.updated", {
      attachment: { ...one, status: "ready" },
    });
    writer.write("attachment.rejected", {
      name: "x.exe",
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
    writer.write("attachment.removed", { attachmentId: "att_2" });
    writer.write("attachment.updated", { attachment: two });
    for (const sizeBytes of [1, 2]) {
      writer.write(
        "artifact.saved",
        { artifact: anArtifact({ sizeBytes }), toolCallId: "call_0" },
        OF_RUN,
      );
    }
    const state = stateOf(writer);
    expect(state.model).toEqual(aConnection());
    expect(state.attachments).toEqual([{ ...one, status: "ready" }]);
    expect(state.artifacts).toEqual([anArtifact({ sizeBytes: 2 })]);
    writer.write("model.cleared", {});
    expect(stateOf(writer).model).toBeNull();
  });

  it("keeps the last value of each entry of a lab, whatever it is called", () => {
    const writer = running();
    const put = (collection: string, id: string, value: unknown) => {
      writer.write("lab.updated", {
        collection,
        id,
        value,
        cause: { action: "edit" },
      });
    };
    put("notes", "__proto__", { polluted: true });
    put("__proto__", "constructor", 1);
    put("notes", "b", 1);
    put("notes", "b", 2);
    put("notes", "c", 3);
    put("notes", "c", null);
    put("drafts", "d", 4);
    put("drafts", "d", null);
    put("drafts", "never", null);
    expect(stateOf(writer).collections).toEqual([
      {
        collection: "notes",
        entries: [
          { id: "__proto__", value: { polluted: true } },
          { id: "b", value: 2 },
        ],
      },
      { collection: "__proto__", entries: [{ id: "constructor", value: 1 }] },
    ]);
    expect({}).not.toHaveProperty("polluted");
  });
});
