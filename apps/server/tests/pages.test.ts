import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSessions } from "../src/testing/fake-sessions.ts";
import { startFakeApp, type TestApp } from "../src/testing/test-app.ts";

let webRoot: string;
let server: TestApp<FakeSessions>;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "studio-web-"));
  await mkdir(join(webRoot, "assets"));
  await writeFile(
    join(webRoot, "index.html"),
    "<!doctype html><title>Agent Studio</title>",
  );
  await writeFile(join(webRoot, "assets", "index-ab12cd34.js"), "export {};");
  await writeFile(join(webRoot, "icon.svg"), "<svg/>");
  await writeFile(join(webRoot, ".env"), "SECRET=1");
  await writeFile(join(webRoot, "notes.md"), "no page");
  server = await startFakeApp({ webRoot });
});
afterAll(async () => {
  await server.app.close();
  await rm(webRoot, { recursive: true });
});

/** `fetch` writes Host and Fetch Metadata itself. */
const open = (path: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ status: number | undefined; location: string | undefined }>(
    (resolve, reject) => {
      request(
        { host: "127.0.0.1", port: server.port, path, headers, agent: false },
        (response) => {
          response.resume();
          resolve({
            status: response.statusCode,
            location: response.headers.location,
          });
        },
      )
        .once("error", reject)
        .end();
    },
  );

describe("the page", () => {
  it.each(["/", "/index.html", "/?session=1", "/index.html?raw"])(
    "is at %s and asks each time whether it changed",
    async (path) => {
      const response = await fetch(server.url + path);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("Agent Studio");
      expect(response.headers.get("content-type")).toBe(
        "text/html; charset=utf-8",
      );
      expect(response.headers.get("cache-control")).toBe("no-cache");
      const etag = response.headers.get("etag") ?? "";
      const again = await fetch(server.url + path, {
        headers: { "if-none-match": `W/"x", ${etag}` },
      });
      expect(again.status).toBe(304);
      expect(again.headers.get("content-security-policy")).toContain(
        "default-src 'none'",
      );
    },
  );

  it("has files with types of their own, kept for ever where the name tells the content", async () => {
    const script = await fetch(`${server.url}/assets/index-ab12cd34.js`);
    expect(script.headers.get("content-type")).toBe(
      "text/javascript; charset=utf-8",
    );
    expect(script.headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    const icon = await fetch(`${server.url}/icon.svg`);
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
    expect(icon.headers.get("cache-control")).toBe("no-cache");
  });

  it("answers HEAD with the same headers and no body", async () => {
    const response = await fetch(`${server.url}/`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(
      String("<!doctype html><title>Agent Studio</title>".length),
    );
    expect(await response.text()).toBe("");
  });

  it.each([
    "/.env",
    "/assets",
    "/assets/",
    "/settings",
    "/index.htm",
    "/notes.md",
    "/assets/..%2f.env",
    "/..%2f..%2fetc/passwd",
    "//",
    "/%00",
    "/%zz",
  ])("has no stand-in at %s", async (path) => {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { code: "ROUTE_NOT_FOUND" },
    });
  });
});

describe("opening the page under another loopback name", () => {
  const navigate = { "sec-fetch-mode": "navigate", "sec-fetch-site": "none" };

  it.each(["localhost", "[::1]", "LOCALHOST"])(
    "%s leads to the printed address",
    async (name) => {
      const answer = await open("/?session=a%20b", {
        ...navigate,
        host: `${name}:${server.port}`,
      });
      expect(answer).toEqual({
        status: 307,
        location: `http://127.0.0.1:${server.port}/?session=a%20b`,
      });
      expect(server.app.printedAddress()).toBe(server.url);
    },
  );

  it("leads nowhere for scripts, other files and the printed address itself", async () => {
    expect(await open("/", { host: `localhost:${server.port}` })).toMatchObject(
      { status: 200 },
    );
    expect(
      await open("/icon.svg", {
        ...navigate,
        host: `localhost:${server.port}`,
      }),
    ).toMatchObject({ status: 200 });
    expect(
      await open("/", { ...navigate, host: `127.0.0.1:${server.port}` }),
    ).toMatchObject({ status: 200 });
  });

  it("works from a link on another site, which may do nothing else", async () => {
    const elsewhere = {
      "sec-fetch-site": "cross-site",
      host: `127.0.0.1:${server.port}`,
    };
    expect(
      await open("/", { ...elsewhere, "sec-fetch-mode": "navigate" }),
    ).toMatchObject({ status: 200 });
    expect(
      await open("/icon.svg", { ...elsewhere, "sec-fetch-mode": "no-cors" }),
    ).toMatchObject({ status: 403 });
    expect(
      await open("/api/health", { ...elsewhere, "sec-fetch-mode": "navigate" }),
    ).toMatchObject({ status: 403 });
  });
});
