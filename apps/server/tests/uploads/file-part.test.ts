import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FILE_HEAD,
  multipartBody,
  TEST_BOUNDARY,
} from "../../src/testing/multipart.ts";
import { boundaryOf, readFilePart } from "../../src/uploads/file-part.ts";

const LIMITS = { aroundBytes: 64, headBytes: 1024 };

/** The bytes in pieces of the given lengths, over and over. */
async function* pieces(bytes: Buffer, lengths: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

interface Read {
  readonly name: string;
  readonly mediaType: string | undefined;
  readonly bytes: Buffer;
}

async function read(
  body: Buffer | string,
  lengths: readonly number[] = [65_536],
  boundary = TEST_BOUNDARY,
): Promise<Read> {
  const source = pieces(Buffer.from(body), lengths);
  const part = await readFilePart(source, boundary, LIMITS);
  const chunks: Buffer[] = [];
  for await (const chunk of part.bytes) chunks.push(chunk);
  const { name, mediaType } = part;
  return { name, mediaType, bytes: Buffer.concat(chunks) };
}

describe("the file of a form", () => {
  it("comes out as any client put it in, however it is cut on the way", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: "grapheme" }).map((name) => name.toWellFormed()),
        fc.constantFrom("image/png", "image/x-y", "application/octet-stream"),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
        async (content, name, type, lengths) => {
          const form = new FormData();
          form.append("any", new File([Buffer.from(content)], name, { type }));
          const encoded = new Response(form);
          const boundary = boundaryOf(
            encoded.headers.get("content-type") ?? "",
          );
          const body = Buffer.from(await encoded.arrayBuffer());
          const file = await read(body, lengths, boundary);
          expect([...file.bytes]).toEqual([...content]);
          expect(file.mediaType).toBe(type);
          expect(file.name).toBe(name);
        },
      ),
    );
  });

  it("may hold everything that is nearly a boundary", async () => {
    const near = `\r\n--${TEST_BOUNDARY}`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: near.length - 1 })),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        async (cuts, lengths) => {
          const content = cuts.map((cut) => near.slice(0, cut)).join("");
          const file = await read(multipartBody({ content }), lengths);
          expect(file.bytes.toString()).toBe(content);
        },
      ),
    );
  });

  it.each<[string, string]>([
    ["a line in front of it", `\r\n${multipartBody({})}`],
    ["a text in front of it", `hello\r\n${multipartBody({})}`],
    ["blanks behind a boundary", multipartBody({}).replace("\r\n", " \t\r\n")],
    ["a text behind the last boundary", `${multipartBody({})}bye`],
    ["no line end behind it", multipartBody({}).trimEnd()],
    [
      "a folded header",
      multipartBody({}).replace("; filename", ";\r\n filename"),
    ],
    [
      "a header that nobody knows",
      multipartBody({ head: [...FILE_HEAD, "X-Other: 1"] }),
    ],
    [
      "its usual encoding",
      multipartBody({
        head: [...FILE_HEAD, "Content-Transfer-Encoding: Binary"],
      }),
    ],
  ])("may have %s", async (_, body) => {
    const file = await read(body, [7]);
    expect(file).toEqual({
      name: "a.png",
      mediaType: "image/png",
      bytes: Buffer.from("content"),
    });
  });

  it.each<[string, string | undefined]>([
    ["Content-Type: image/PNG; x=y", "image/png"],
    ["Content-Type:", undefined],
    ["X: y", undefined],
  ])("is of the type that %s says", async (line, mediaType) => {
    const head = [FILE_HEAD[0] ?? "", line];
    expect((await read(multipartBody({ head }))).mediaType).toBe(mediaType);
  });

  it("may have no name when it says by its type that it is a file", async () => {
    const head = [
      "Content-Disposition: form-data; name=file",
      "Content-Type: image/png",
    ];
    expect((await read(multipartBody({ head }))).name).toBe("");
  });
});

describe("what is no form with one file", () => {
  const disposition = FILE_HEAD[0] ?? "";
  const withHead = (...head: readonly string[]) => multipartBody({ head });
  it.each<[string, string]>([
    ["nothing", ""],
    ["no part", multipartBody()],
    ["another boundary", multipartBody({}).replaceAll("test-", "tset-")],
    ["two files", multipartBody({}, {})],
    ["a field behind the file", multipartBody({}, { head: ["x: y"] })],
    [
      "a field before the file",
      multipartBody({ head: ['Content-Disposition: form-data; name="a"'] }, {}),
    ],
    [
      "a field that says that it is text",
      withHead(
        'Content-Disposition: form-data; name="a"',
        "Content-Type: text/plain",
      ),
    ],
    ["no last boundary", multipartBody({}).replace(/--\r\n$/, "")],
    ["an end inside the file", multipartBody({}).slice(0, -30)],
    ["an end inside the head", multipartBody({}).slice(0, 60)],
    [
      "a boundary with more on its line",
      multipartBody({}).replace("\r\n", "x\r\n"),
    ],
    ["too much in front", `${"a".repeat(100)}\r\n${multipartBody({})}`],
    ["too much behind", `${multipartBody({})}${"a".repeat(100)}`],
    ["a head without end", withHead(`${disposition}${"a".repeat(2000)}`)],
    ["no disposition", withHead("Content-Type: image/png")],
    ["two dispositions", withHead(disposition, disposition)],
    [
      "another disposition",
      withHead('Content-Disposition: attachment; name="a"; filename="a"'),
    ],
    [
      "a field without a name",
      withHead('Content-Disposition: form-data; filename="a"'),
    ],
    ["a line that is no header", withHead(disposition, "nonsense")],
    [
      "an encoded file",
      withHead(...FILE_HEAD, "Content-Transfer-Encoding: base64"),
    ],
  ])("is refused: %s", async (_, body) => {
    for (const lengths of [[1], [65_536]])
      await expect(read(body, lengths)).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
      });
  });
});

describe("a boundary", () => {
  it.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ['multipart/form-data; charset=utf-8; Boundary="a b:c"', "a b:c"],
  ])("is read from %s", (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });

  it.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary="a "',
    'multipart/form-data; boundary="a\u0000b"',
    "multipart/form-data; boundary=a; boundary=b",
    `multipart/form-data; boundary=${"a".repeat(71)}`,
  ])("is not taken from %s", (type) => {
    expect(() => boundaryOf(type)).toThrow(/boundary/);
  });
});
