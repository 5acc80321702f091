/** The processes of one measurement: who serves, who watches, and who publishes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContenderName, Place } from "./contender.ts";
import { eventsOf } from "./publisher-commands.ts";
import type { Pace, PublisherRemote } from "./publisher-commands.ts";
import type { Children, Remote } from "./remote-calls.ts";
import type { ServerRemote } from "./server-commands.ts";
import type { WatcherRemote } from "./watcher-commands.ts";
import type { GroupReport } from "./watcher-group.ts";

/** After so long without an event, what is missing counts as lost. */
const IDLE_MS = 2_500;
/** Longer than any contender takes that keeps up at all. */
const LIMIT_MS = 25_000;
const HEAP = ["--expose-gc", "--max-old-space-size=4000"];

export interface StageOptions {
  readonly children: Children;
  readonly contender: ContenderName;
  /** A folder that outlives this stage; one of its own, which is removed, by default. */
  readonly folder?: string;
}

export class Stage {
  readonly server: Remote<ServerRemote>;
  readonly watchers: Remote<WatcherRemote>;
  readonly publisher: Remote<PublisherRemote>;
  readonly #children: Children;
  readonly #ownFolder: string | undefined;
  readonly #homes = new Map<string, Remote<WatcherRemote>>();

  private constructor(
    { children, contender, folder }: StageOptions,
    ownFolder: string | undefined,
  ) {
    const at = (name: string) => join(import.meta.dirname, name);
    this.#children = children;
    this.#ownFolder = ownFolder;
    this.server = children.start<ServerRemote>({
      file: at("server-process.ts"),
      args: [contender, folder ?? ownFolder ?? ""],
      nodeArguments: HEAP,
    });
    this.watchers = this.#startWatchers();
    this.publisher = children.start<PublisherRemote>({
      file: at("publisher-process.ts"),
    });
  }

  /** Starts the processes and, where it works, takes them down again. */
  static async use<Result>(
    options: StageOptions,
    work: (stage: Stage) => Promise<Result>,
  ): Promise<Result> {
    const ownFolder =
      options.folder === undefined
        ? await mkdtemp(join(tmpdir(), "studio-bench-"))
        : undefined;
    const stage = new Stage(options, ownFolder);
    try {
      const port = await stage.server.call("publicationPort", undefined);
      await stage.publisher.call("connect", port);
      return await work(stage);
    } finally {
      await stage.#stop();
    }
  }

  /** Opens so many watchers of one session, who have everything up to a number. */
  async watch(order: {
    readonly group: string;
    readonly session?: number;
    readonly after?: number;
    readonly count: number;
    readonly stalls?: boolean;
    /** In a process of its own: what the other groups have to read does not delay its reading. */
    readonly apart?: boolean;
  }): Promise<void> {
    const { group, session = 0, after = 0, count, stalls = false } = order;
    if (order.apart === true) this.#homes.set(group, this.#startWatchers());
    const place = await this.server.call("place", { session, after });
    const places = Array.from({ length: count }, () => place);
    await this.#homeOf(group).call("open", { group, places, stalls });
  }

  /** Publishes at a pace; resolves with what a group of watchers of one of the sessions got. */
  async publish(
    group: string,
    pace: Pace,
    before: number,
  ): Promise<GroupReport> {
    await this.publisher.call("paced", pace);
    return this.until(group, before + eventsOf(pace));
  }

  /** Waits until a group has everything up to a number, or gives it up. */
  until(group: string, until: number): Promise<GroupReport> {
    const limits = { idleMs: IDLE_MS, limitMs: LIMIT_MS };
    return this.#homeOf(group).call("until", { group, until, ...limits });
  }

  /** Forgets the times that a group has taken so far. */
  async count(group: string): Promise<void> {
    await this.#homeOf(group).call("count", group);
  }

  #homeOf(group: string): Remote<WatcherRemote> {
    return this.#homes.get(group) ?? this.watchers;
  }

  #startWatchers(): Remote<WatcherRemote> {
    return this.#children.start<WatcherRemote>({
      file: join(import.meta.dirname, "watcher-process.ts"),
    });
  }

  /** Places behind numbers in a session. */
  places(session: number, afters: readonly number[]): Promise<Place[]> {
    return Promise.all(
      afters.map((after) => this.server.call("place", { session, after })),
    );
  }

  async #stop(): Promise<void> {
    await Promise.all([
      this.server.stop(),
      this.watchers.stop(),
      ...[...this.#homes.values()].map((home) => home.stop()),
      this.publisher.stop(),
    ]);
    if (this.#ownFolder !== undefined)
      await rm(this.#ownFolder, { recursive: true, force: true });
  }
}
