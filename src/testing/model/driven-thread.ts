import { modelDisagrees } from "../errors.js";
import { appendFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { LogEvent } from "../../events/event.js";
import type { Item, MessagePart, OutputPart } from "../../events/item.js";
import { type OwnFold, replayOwn } from "../../reducers/replay-events.js";
import { resumeState } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { fragmentRegistry } from "../../runtime/fragments/registry.js";
import { openThread, resumeThread, type RuntimeOptions } from "../../runtime/open-thread.js";
import type { Thread } from "../../runtime/thread.js";
import type { Turn } from "../../runtime/turn.js";
import type { EventStore } from "../../store/event-store.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { findRollout } from "../../store/jsonl/home.js";
import { jsonlStore, type JsonlStoreOptions } from "../../store/jsonl/jsonl-store.js";
import { encodeBatch } from "../../store/jsonl/line-encoder.js";
import { DefinedStates, plainState } from "../definition.js";
import { collect } from "../store-contract/contract-case.js";
import type { OwnKit } from "../own-kit.js";
import { SUMMARY, type ThreadModel, USER } from "./thread-model.js";

/** The real thread, and what of its log has been seen so far. */
export class DrivenThread {
  /** The turn that was started last; whether it still runs is for the model to say. */
  turn: Turn | null = null;
  #log: readonly LogEvent[] = [];
  #states = new DefinedStates();
  readonly #opened: EventStore[];

  private constructor(
    private readonly under: StoreUnderTest,
    readonly own: OwnKit,
    private store: EventStore,
    public thread: Thread,
  ) {
    this.#opened = [store];
  }

  static async begin(under: StoreUnderTest, own: OwnKit): Promise<DrivenThread> {
    const store = await under.open();
    return new DrivenThread(under, own, store, await openThread(runtimeOptions(store, own)));
  }

  get options(): RuntimeOptions {
    return runtimeOptions(this.store, this.own);
  }

  /** The log as it was read last. */
  get log(): readonly LogEvent[] {
    return this.#log;
  }

  /** Goes on with another thread of the same store: a fork. */
  goOnWith(thread: Thread): void {
    this.thread = thread;
    this.turn = null;
    this.#log = [];
    this.#states = new DefinedStates();
  }

  /** The process ends in the middle of a write, and the next one goes on from what is stored. */
  async crash(tornShare: number): Promise<void> {
    const newest = this.#log.at(-1);
    if (newest !== undefined) {
      const line = encodeBatch([{ ...newest, offset: newest.offset + 1 }]);
      const bytes = line.subarray(0, Math.floor(tornShare * (line.length - 1)));
      if (bytes.length > 0) await this.under.tear?.(this.thread.id, bytes);
    }
    this.store = await this.under.open();
    if (!this.#opened.includes(this.store)) this.#opened.push(this.store);
    await this.resume();
  }

  async resume(): Promise<void> {
    this.thread = await resumeThread(this.thread.id, this.options);
    this.turn = null;
  }

  /** Compares what is, however it is looked at, with what should be. */
  async check(model: ThreadModel, command: string): Promise<void> {
    await this.#readOn(command);
    const { newest } = this.#states;
    const { state, source } = this.thread;
    sameState(command, "the thread's state is not what its log defines", state, newest);
    const resumed = await resumeState(source);
    sameState(command, "a resumed state is not what the log defines", resumed, newest);
    const { words, own, isRunning } = model.now;
    same(command, "the history is not what was said", spokenWords(state, this.own), words);
    const facts = await replayOwn(source, ownFacts(this.own));
    same(command, "own events are not those recorded", facts, own);
    same(command, "the turn that runs is another", state.turns.running !== null, isRunning);
    model.mark(state.log.head - 1);
  }

  /** What a reader saw while a thread was written: the log up to some whole batch. */
  checkReader(seen: readonly LogEvent[], least: number, command: string): void {
    if (seen.length < least) {
      throw modelDisagrees(command, `a reader saw ${seen.length} events of ${least} acknowledged`);
    }
    if ((seen.at(-1)?.left ?? 0) > 0) {
      throw modelDisagrees(command, "a reader saw half a batch");
    }
    const log = this.#log.slice(0, seen.length);
    same(command, "a reader saw another log", seen.map(idAndSum), log.map(idAndSum));
  }

  async close(): Promise<void> {
    for (const store of this.#opened) await store.close();
  }

  /** Reads all of the log again; what was there before is there still, as it was. */
  async #readOn(command: string): Promise<void> {
    const known = this.#log;
    const read = await collect(this.store.source(this.thread.id).read());
    this.#log = read;
    const what = "events that were acknowledged are not there as they were";
    same(command, what, read.slice(0, known.length).map(idAndSum), known.map(idAndSum));
    for (const [place, event] of read.entries()) {
      if (event.offset !== place) {
        throw modelDisagrees(command, `event ${place} of the log says that it is ${event.offset}`);
      }
      if (place >= known.length) this.#states.take(event);
    }
  }
}

function runtimeOptions(store: EventStore, { fragments = [] }: OwnKit): RuntimeOptions {
  const session = fragments.flatMap((draws) =>
    draws.lifetime === "session" ? [draws.fragment] : [],
  );
  return { store, registry: fragmentRegistry(session) };
}

/** The facts of your own types, as JSON. */
function ownFacts({ events = [] }: OwnKit): OwnFold<readonly string[]> {
  return {
    initial: [],
    reduce: (facts, event) =>
      events.some(({ type }) => type.isOf(event))
        ? [...facts, JSON.stringify({ type: event.type, data: event.data })]
        : facts,
  };
}

/** @param what is wrong where two things differ that should not, after a command */
function sameState(command: string, what: string, found: ThreadState, due: ThreadState): void {
  const [one, other] = [plainState(found), plainState(due)];
  if (isDeepStrictEqual(one, other)) return;
  const slices = Object.entries(one).filter(
    ([name, slice]) => !isDeepStrictEqual(slice, Reflect.get(other, name)),
  );
  throw modelDisagrees(command, `${what}: ${slices.map(([name]) => name).join(", ")}`);
}

function same(command: string, what: string, found: unknown, due: unknown): void {
  if (isDeepStrictEqual(found, due)) return;
  throw modelDisagrees(command, `${what}\n  found ${inWords(found)}\n  due   ${inWords(due)}`);
}

function inWords(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

function idAndSum({ id, sum }: LogEvent): string {
  return `${id} ${sum ?? ""}`;
}

/** A store that threads are driven over: how it is opened, and what a crash leaves of it. */
export interface StoreUnderTest {
  /**
   * Opens what is stored; called at first, and after each crash by the process that comes after. What
   * the one before held is not closed, as a process that is killed closes nothing.
   */
  open(): EventStore | Promise<EventStore>;
  /** Leaves these bytes after a thread's log, as a write that was cut short; absent: nothing is torn. */
  tear?(threadId: string, bytes: Uint8Array): void | Promise<void>;
}

/** A store whose threads outlive a crash in the same object: `memoryStore()`, or a wrapper of it. */
export function keptStore(store: EventStore): StoreUnderTest {
  return { open: () => store };
}

/**
 * JSONL files in a folder: after a crash a new store takes the leases over and finds half a line at
 * the end of the file.
 * @param options.wrap puts something between the threads and the store
 */
export function jsonlUnderTest(
  home: string,
  options: Omit<JsonlStoreOptions, "home" | "steal"> & {
    readonly wrap?: (store: EventStore) => EventStore;
  } = {},
): StoreUnderTest {
  const { wrap = (store: EventStore): EventStore => store, ...rest } = options;
  return {
    open: () => wrap(jsonlStore({ durability: "none", ...rest, home, steal: true })),
    tear: (threadId, bytes) => {
      const path = findRollout({ fileSystem: nodeFileSystem, home }, threadId);
      if (path !== undefined) appendFileSync(path, bytes);
    },
  };
}

/** What a state's ledger says, in the words of the reference. */
function spokenWords({ ledger }: ThreadState, { fragments = [] }: OwnKit): readonly string[] {
  const turnFragments = fragments.flatMap((draws) =>
    draws.lifetime === "turn" ? [draws.fragment] : [],
  );
  return [...ledger.entries].flatMap(({ item, origin, summary }) => {
    if (summary === true) return [SUMMARY];
    const words = wordsOf(item);
    if (origin === "user") return [USER + words];
    if (origin !== "runtime") return [words];
    return turnFragments.some((fragment) => fragment.recognise(words)) ? [words] : [];
  });
}

/** An item in one line: its texts, or its kind and id. Bytes of images are the invariants' business. */
export function wordsOf(item: Item): string {
  switch (item.type) {
    case "message":
      return partWords(item.content);
    case "function_call_output":
    case "custom_tool_call_output":
      return `${item.call_id} gave ${typeof item.output === "string" ? item.output : partWords(item.output)}`;
    default:
      return "call_id" in item ? `${item.type} ${String(item.call_id)}` : item.type;
  }
}

function partWords(parts: readonly (MessagePart | OutputPart)[]): string {
  return parts.map((part) => ("text" in part ? String(part.text) : "[image]")).join("\n");
}
