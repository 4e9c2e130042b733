import { type OpenedForeign, openForeign } from "../dialects/dialects.js";
import { notARollout } from "../dialects/errors.js";
import type { ByteSource } from "../dialects/shared/byte-source.js";
import type { Comparison } from "../dialects/shared/kept-file.js";
import type { ForeignDamage } from "../dialects/shared/damage.js";
import type { HistoryReach } from "../dialects/shared/session-form.js";
import { isRefoldError } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import { rollbackOf } from "../events/known-event.js";
import type { TruncationPolicy } from "../events/primitives.js";
import { completeCheckpoint } from "../reducers/checkpoint-base.js";
import { ForwardReplay } from "../reducers/replay.js";
import { stateAt } from "../reducers/resume.js";
import type { EventStore } from "../store/event-store.js";
import { fileBytes } from "./file-bytes.js";
import { recogniseFile } from "./open-session.js";
import { threadIdOf } from "./session.js";

export interface ImportOptions {
  /** How tool outputs are bounded; absent: as the session itself says. */
  readonly policy?: TruncationPolicy | undefined;
  /** Of a thread with several files: `thread` (all of them) unless said otherwise. */
  readonly reach?: HistoryReach;
}

/** What an import came to. */
export interface ImportResult {
  readonly threadId: string;
  /** `older`: the file is an older copy of what was imported, and adds nothing. */
  readonly outcome: "imported" | "grown" | "unchanged" | "older";
  /** Events that were written. */
  readonly added: number;
  /** The thread's head now. */
  readonly head: number;
  /** Events that the thread has of its own, after those from the file; nothing is added then. */
  readonly ownEvents: number;
  /** Places of the file that could not be read as they should; their bytes are kept. */
  readonly damage: readonly ForeignDamage[];
}

/**
 * Imports a foreign session into a store. What is stored already is compared byte for byte; what is
 * new is appended in batches, after the blobs that it names. An interrupted import can be repeated.
 *
 * @param file a path, or what stands for a file
 * @throws {RefoldError} `file-not-found`, `not-a-file`, `no-permission`, `empty-file`: the path
 *   names nothing that can be read
 * @throws {RefoldError} `not-a-rollout`: no dialect is recognised, or it is a rollout or bundle of Refold
 * @throws {RefoldError} `damaged-lineage`: a file that its history needs is missing or does not fit
 * @throws {RefoldError} `import-diverged`: the file is not the one that was imported
 * @throws {RefoldError} `thread-went-on`: it has grown, and the thread went on by itself
 */
export async function importFile(
  file: string | ByteSource,
  store: EventStore,
  { policy, reach = "thread" }: ImportOptions = {},
): Promise<ImportResult> {
  const bytes = typeof file === "string" ? await fileBytes(file) : file;
  const kind = await recogniseFile(bytes);
  if (kind !== "foreign") throw notARollout(bytes.name, OWN[kind]);
  const reading = policy === undefined ? {} : { toolOutputLimit: policy };
  const opened = await openForeign(bytes, { ...reading, reach });
  const { dialect, rollout } = opened;
  const threadId = await threadIdOf(rollout.source);
  const stored = await storedEnd(opened, store, threadId);
  const { ownEvents } = stored;
  const damage: ForeignDamage[] = [];
  if (stored.kind === "same" || stored.kind === "older") {
    const head = stored.head + ownEvents;
    const outcome = stored.kind === "same" ? "unchanged" : "older";
    return { threadId, outcome, added: 0, head, ownEvents, damage };
  }
  let { head } = stored;
  const onDamage = (one: ForeignDamage): number => damage.push(one);
  const keeping = { ...reading, blobs: store.blobs, stored, onDamage };
  const events = dialect.keep(rollout.content, keeping);
  const before = stored.head > 0 ? store.read(threadId) : null;
  for await (const batch of batches(completed(events, rollout.source, before))) {
    head = await store.append(threadId, head, batch);
  }
  const added = head - stored.head;
  const outcome = stored.head === 0 ? "imported" : added === 0 ? "unchanged" : "grown";
  return { threadId, outcome, added, head, ownEvents, damage };
}

const OWN = {
  bundle: "a bundle of Refold's own (take it in by `importBundle`)",
  rollout: "a rollout of Refold's own (a thread is taken elsewhere in a bundle)",
} as const;

const NOTHING_STORED = { kind: "none", head: 0, byte: 0, ownEvents: 0 } as const;

/** What the store has of a file. Blobs that it lost are put back: the file holds them. */
async function storedEnd(
  { dialect, rollout: { content } }: OpenedForeign,
  store: EventStore,
  threadId: string,
): Promise<Comparison | typeof NOTHING_STORED> {
  if (!(await store.has(threadId))) return NOTHING_STORED;
  const { blobs } = store;
  const compare = (): Promise<Comparison> =>
    dialect.compare(content, { threadId, events: store.read(threadId), blobs });
  try {
    return await compare();
  } catch (error) {
    if (!isRefoldError(error, "blob-missing", "blob-corrupt")) throw error;
    await putBlobs(dialect.keep(content, { blobs }));
    return compare();
  }
}

/** Reading puts each blob before the event that names it; the events are dropped. */
async function putBlobs(events: AsyncIterable<RefoldEvent>): Promise<void> {
  const reading = events[Symbol.asyncIterator]();
  while ((await reading.next()).done !== true);
}

/** Large enough that a write costs little, small enough to be held. */
const BATCH_EVENTS = 256;
const BATCH_BYTES = 4 * 1024 * 1024;

async function* batches(
  events: AsyncIterable<RefoldEvent>,
): AsyncGenerator<readonly RefoldEvent[]> {
  let batch: RefoldEvent[] = [];
  let bytes = 0;
  for await (const event of events) {
    batch.push(event);
    bytes += [event, ...(event.derived ?? [])].reduce(addBytes, 0);
    if (batch.length < BATCH_EVENTS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** An estimate: most of a large event is its items, which record their size. */
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
 * The events to be stored: folded as they come, each checkpoint is completed for readers from the end
 * (docs/architecture.md, "State"). Resuming the imported thread then costs its tail only.
 *
 * @param source of all events of the thread, for what has to be read again
 * @param before those that are stored already; null: none
 */
async function* completed(
  events: AsyncIterable<RefoldEvent>,
  source: EventSource,
  before: AsyncIterable<LogEvent> | null,
): AsyncGenerator<RefoldEvent> {
  const replay = new ForwardReplay(source);
  for await (const event of before ?? []) await replay.take(event);
  for await (const event of events) {
    const { state } = replay;
    await replay.take(event);
    const facts: readonly Fact[] = [event, ...(event.derived ?? [])];
    const isCheckpoint = facts.some(({ type }) => type === "history.compacted");
    const to = rollbackOf(event);
    yield isCheckpoint
      ? completeCheckpoint(event, to === null ? state : await stateAt(source, to))
      : event;
  }
}
