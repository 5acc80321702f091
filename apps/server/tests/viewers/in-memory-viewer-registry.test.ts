import { describe, expect, it } from "vitest";
import { InMemoryViewerRegistry } from "../../src/viewers/in-memory-viewer-registry.ts";

describe("the viewer registry", () => {
  it("issues tokens of 256 bits that have nothing to do with the viewer's id", async () => {
    const viewers = new InMemoryViewerRegistry({ now: () => 0 });
    const { viewerId, token } = await viewers.create();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(viewerId).toMatch(/^viw_[A-Za-z0-9_-]{22}$/);
    expect(await viewers.find(token)).toBe(viewerId);
    expect(await viewers.find("x".repeat(43))).toBeUndefined();
  });

  it("links a second browser once, within ten minutes", async () => {
    let time = 0;
    const viewers = new InMemoryViewerRegistry({ now: () => time });
    const first = await viewers.create();
    const link = await viewers.createLink(first.viewerId);
    expect(Buffer.from(link.code, "base64url")).toHaveLength(16);
    expect(link.expiresAt).toBe(600_000);
    const second = await viewers.redeemLink(link.code);
    expect(second?.viewerId).toBe(first.viewerId);
    expect(second?.token).not.toBe(first.token);
    expect(await viewers.find(first.token)).toBe(first.viewerId);
    expect(await viewers.redeemLink(link.code)).toBeUndefined();

    const late = await viewers.createLink(first.viewerId);
    time = 600_000;
    expect(await viewers.redeemLink(late.code)).toBeUndefined();
  });
});
