/**
 * A way back in for who lost the cookie: a socket in the data folder, which only the folder's owner can use, gives the
 * address of a link of the viewer that acted last.
 */
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import path from "node:path";
import type { ViewerRegistry } from "./viewer-registry.ts";

const SOCKET_FILE = "studio.sock";
/** What `sockaddr_un` has room for on the systems that Node runs on, in bytes. */
const LONGEST_PATH_BYTES = 103;
const ANSWER_LIMIT_MS = 5000;
const NOBODY = "nobody";

/** Where the socket is, as short as it can be said; undefined where no socket can be. */
export function linkSocketPath(dataDir: string): string | undefined {
  if (process.platform === "win32") return undefined;
  const absolute = path.join(dataDir, SOCKET_FILE);
  const relative = path.relative(process.cwd(), absolute);
  const short = relative.length < absolute.length ? relative : absolute;
  return Buffer.byteLength(short) <= LONGEST_PATH_BYTES ? short : undefined;
}

export interface LinkSocketOptions {
  readonly path: string;
  readonly viewers: Pick<ViewerRegistry, "createLink" | "lastActive">;
  /** The address of the page. */
  readonly address: () => string;
}

/** Listens until the returned function is called. Rejects with what the system says. */
export async function openLinkSocket({
  path: file,
  viewers,
  address,
}: LinkSocketOptions): Promise<() => Promise<void>> {
  // One that a killed process left; the folder is ours alone.
  rmSync(file, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    void answer().then((line) => socket.end(`${line}\n`));
  });
  const answer = async (): Promise<string> => {
    const viewerId = viewers.lastActive();
    if (viewerId === undefined) return NOBODY;
    const { code } = await viewers.createLink(viewerId);
    return `${address()}/#link=${code}`;
  };
  const mask = process.umask(0o177);
  try {
    server.listen(file);
    await once(server, "listening");
    chmodSync(file, 0o600);
  } finally {
    process.umask(mask);
  }
  server.unref();
  return () => close(server);
}

/** Asks the running server for a link. Gives its address, or why there is none, as a sentence. */
export async function askForLink(
  dataDir: string,
): Promise<{ readonly link: string } | { readonly problem: string }> {
  const file = linkSocketPath(dataDir);
  const answer = file === undefined ? undefined : await readLine(file);
  if (answer === undefined)
    return {
      problem: `No Agent Studio runs on the data folder ${dataDir}. Start it with npm start, then ask again.`,
    };
  if (answer === NOBODY)
    return {
      problem:
        "Nobody has used this server so far, so there is nothing to be let into. Open its address in a browser.",
    };
  return { link: answer };
}

async function readLine(file: string): Promise<string | undefined> {
  const socket = connect(file);
  socket.setEncoding("utf8");
  socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
  let text = "";
  try {
    for await (const chunk of socket) text += String(chunk);
  } catch {
    return undefined;
  }
  const line = text.trim();
  return line === "" ? undefined : line;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  await closed;
}
