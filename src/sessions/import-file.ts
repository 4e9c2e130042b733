import { notARollout } from "../dialects/errors.js";
import { isRefoldError } from "../errors.js";
import { type OpenedForeign, openForeign } from "../dialects/dialects.js";
import type { ByteSource } from "../dialects/shared/byte-source.js";
import type { Comparison } from "../dialects/shared/compare-with-stored.js";
import type { ForeignDamage } from "../dialects/shared/damage.js";
import type { EventSource } from "../events/event-source.js";
import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import { rollbackOf } from "../events/known-event.js";
import { completeCheckpoint } from "../reducers/checkpoint-base.js";
import { ForwardReplay } from "../reducers/replay.js";
import { stateAt } from "../reducers/resume.js";
import type { BlobStore, EventStore } from "../store/event-store.js";
import { fileBytes } from "./file-bytes.js";
import { holdsBundle } from "./recognise.js";
import { threadIdOf } from "./session.js";

/** What an import came to. */
export interface ImportResult {
  readonly threadId: string;
  readonly outcome: "imported" | "grown" | "unchanged";
  /** Events that were written. */
  readonly added: number;
  /** The thread's head now. */
  readonly head: number;
  /** Events that the thread has of its own, behind those from the file; nothing is added then. */
  readonly ownEvents: number;
  /** Places of the file that could not be read as they should; their bytes are kept. */
  readonly damage: readonly ForeignDamage[];
}

/**
 * Takes a foreign session into a store: what the store has of it already is compared byte for byte and
 * not written again, what is new is appended in batches. What an event names by hash is in the blob
 * store before the event is. An import that is cut short goes on where it was.
 *
 * @param file a path, or what stands for a file
 * @throws {RefoldError} `file-not-found`, `not-a-file`, `no-permission`, `empty-file`: the path
 *   names nothing that can be read
 * @throws {RefoldError} `not-a-rollout`: the file is of no dialect that is known, or Refold's own:
 *   a rollout, a bundle
 * @throws {RefoldError} `import-diverged`: the file is not the one that was imported
 * @throws {RefoldError} `thread-went-on`: it has grown, and the thread went on by itself
 */
export async function importFile(
  file: string | ByteSource,
  store: EventStore,
): Promise<ImportResult> {
  const bytes = typeof file === "string" ? await fileBytes(file) : file;
  if (await holdsBundle(bytes, await bytes.slice(0, 2))) {
    throw notARollout(bytes.name, "a bundle of Refold's own (take it in by `importBundle`)");
  }
  const opened = await openForeign(bytes);
  const threadId = await threadIdOf(opened.rollout.source);
  const stored = await storedEnd(opened, { store, threadId });
  const damage: ForeignDamage[] = [];
  const completion = new CheckpointCompletion(opened.rollout.source);
  const { ownEvents } = stored;
  if (stored.kind === "same") {
    const head = stored.head + ownEvents;
    return { threadId, outcome: "unchanged", added: 0, head, ownEvents, damage };
  }
  if (stored.head > 0) await completion.skip(store.read(threadId));
  const batches = new ImportBatches(store, { threadId, head: stored.head });
  const { dialect, rollout } = opened;
  const options = {
    blobs: store.blobs,
    stored,
    onDamage: (one: ForeignDamage) => damage.push(one),
  };
  for await (const event of dialect.keep(rollout.content, options)) {
    await batches.add(await completion.complete(event));
  }
  await batches.flush();
  const added = batches.head - stored.head;
  const outcome = stored.head === 0 ? "imported" : added === 0 ? "unchanged" : "grown";
  return { threadId, outcome, added, head: batches.head, ownEvents, damage };
}

interface ImportPlace {
  readonly store: EventStore;
  readonly threadId: string;
}

/** What the store has of a file. Blobs that it lost are put back: the file holds them. */
async function storedEnd(
  opened: OpenedForeign,
  place: ImportPlace,
): Promise<Comparison | typeof NOTHING_STORED> {
  const { store, threadId } = place;
  if (!(await store.has(threadId))) return NOTHING_STORED;
  try {
    return await compare(opened, place);
  } catch (error) {
    if (!(isRefoldError(error, "blob-missing") || isRefoldError(error, "blob-corrupt"))) {
      throw error;
    }
    await putBlobs(opened, store.blobs);
    return compare(opened, place);
  }
}

const NOTHING_STORED = { kind: "none", head: 0, byte: 0, ownEvents: 0 } as const;

function compare(
  { dialect, rollout }: OpenedForeign,
  { store, threadId }: ImportPlace,
): Promise<Comparison> {
  const events = store.read(threadId);
  return dialect.compare(rollout.content, { threadId, events, blobs: store.blobs });
}

/** Each is put before its event is given; the events are not asked for. */
async function putBlobs({ dialect, rollout }: OpenedForeign, blobs: BlobStore): Promise<void> {
  const events = dialect.keep(rollout.content, { blobs })[Symbol.asyncIterator]();
  while ((await events.next()).done !== true);
}

/** Large enough that a write costs little, small enough to be held. */
const BATCH_EVENTS = 256;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Appends events in batches. */
class ImportBatches {
  #waiting: RefoldEvent[] = [];
  #waitingBytes = 0;

  /** @param place the thread, and its head so far */
  constructor(
    private readonly store: EventStore,
    private readonly place: { readonly threadId: string; head: number },
  ) {}

  /** Behind what was appended. */
  get head(): number {
    return this.place.head;
  }

  async add(event: RefoldEvent): Promise<void> {
    this.#waiting.push(event);
    this.#waitingBytes += [event, ...(event.derived ?? [])].reduce(addBytes, 0);
    if (this.#waiting.length >= BATCH_EVENTS || this.#waitingBytes >= BATCH_BYTES) {
      await this.flush();
    }
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const { threadId, head } = this.place;
    this.place.head = await this.store.append(threadId, head, this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

/** About: what is long in an event is its items, and those say their size. */
function addBytes(sum: number, fact: Fact): number {
  switch (fact.type) {
    case "item.recorded":
      return sum + fact.data.countedBytes;
    case "history.compacted":
      return (fact.data.replacement ?? []).reduce((all, item) => all + item.countedBytes, sum);
    default:
      return sum;
  }
}

/**
 * Folds an import as it goes, and gives each checkpoint what a reader from the end needs
 * (docs/architecture.md, "State"): resuming the imported thread then costs its tail only.
 */
class CheckpointCompletion {
  readonly #source: EventSource;
  readonly #replay: ForwardReplay;

  /** @param source the same events, for what has to be read again */
  constructor(source: EventSource) {
    this.#source = source;
    this.#replay = new ForwardReplay(source);
  }

  /** Folds events that are stored already. */
  async skip(events: AsyncIterable<LogEvent>): Promise<void> {
    for await (const event of events) await this.#replay.take(event);
  }

  /** @returns the event to be stored; they come oldest first, none left out */
  async complete(event: RefoldEvent): Promise<RefoldEvent> {
    const before = this.#replay.state;
    await this.#replay.take(event);
    if (!holdsCompaction(event)) return event;
    const to = rollbackOf(event);
    return completeCheckpoint(event, to === null ? before : await stateAt(this.#source, to));
  }
}

function holdsCompaction(event: RefoldEvent): boolean {
  return [event, ...(event.derived ?? [])].some(({ type }) => type === "history.compacted");
}
