import { dirname } from "node:path";
import { DerivedEventIds, derivedUlid } from "../../dialects/shared/derived-ids.js";
import type { LogEvent } from "../../events/event.js";
import { ulidToUuid } from "../../events/ids.js";
import { namedHashes } from "../../events/named-hashes.js";
import {
  type RedactionFinding,
  type RedactionOptions,
  Redactor,
} from "../../projections/redaction/redactor.js";
import type { EventStore, OwnLines } from "../../store/event-store.js";
import { forkPoint, threadExists } from "../../store/fork-thread.js";
import { nodeFileSystem, writeAll } from "../../store/jsonl/file-system.js";
import { findEvent } from "../../store/jsonl/find-batch.js";
import { findRollout, type Place, rolloutPath } from "../../store/jsonl/home.js";
import { jsonlStore, type JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { withHome } from "../../store/open-home.js";
import { encodeBatch } from "../../store/jsonl/line-encoder.js";
import { lastSum } from "../../store/jsonl/line-ending.js";
import { ancestryOf } from "../own-logs.js";
import { openOwnLog } from "../../store/jsonl/open-log.js";
import { EventRedactor } from "./redact-events.js";

export interface RedactThreadOptions extends RedactionOptions {
  /** The folder or database that the thread lives in; only read. */
  readonly home: string;
  readonly threadId: string;
  /** Another folder, where the redacted copy goes. */
  readonly target: string;
}

/** A redacted copy of a thread, and of its ancestors. */
export interface RedactedThread {
  /** The copy's own id; that of a thread always gives the same one. */
  readonly threadId: string;
  readonly findings: readonly RedactionFinding[];
  /** Images and other payloads in base 64 that were left as they are. */
  readonly payloads: number;
}

/**
 * Writes a redacted copy of a thread and its ancestors into another home: sums, sizes and hashes made
 * again, text blobs redacted under new names, ids of the threads replaced everywhere.
 *
 * @see docs/redaction.md
 * @throws {RefoldError} `thread-not-found`
 * @throws {RefoldError} `thread-exists`: the target has the copy, or that of an ancestor
 * @throws {RefoldError} `damaged-log`: the thread is damaged: repair it first
 * @throws {RefoldError} `invalid-argument`: a pattern is none
 * @throws {RefoldError} `invalid-event`: a pattern matched what an event cannot be without
 */
export async function redactThread(options: RedactThreadOptions): Promise<RedactedThread> {
  return withHome(options.home, ({ store }) => redactFrom(store, options));
}

async function redactFrom(
  from: EventStore,
  { threadId, target, ...options }: RedactThreadOptions,
): Promise<RedactedThread> {
  const lineage = await from.lineage(threadId);
  const to = jsonlStore({ home: target, durability: "none" });
  const taken = lineage.map((own) => redactedId(own.threadId)).find((id) => isIn(to, id));
  if (taken !== undefined) throw threadExists(taken);
  const redactor = new Redactor(options);
  const renamed = renamedIds(lineage.map((own) => own.threadId));
  const each = new EventRedactor({ redactor, renamed });
  for (const own of lineage) {
    for await (const event of ownEvents(from, own)) {
      each.survey(event);
      for (const hash of namedHashes(event, "texts")) {
        if (await from.blobs.has(hash)) redactor.survey(textOf(await from.blobs.get(hash)).text);
      }
    }
  }
  for (const own of lineage) await copyRollout(own, { each, redactor, from, to });
  const { findings } = redactor;
  return { threadId: redactedId(threadId), findings, payloads: each.payloads };
}

function isIn({ home }: JsonlStore, threadId: string): boolean {
  return findRollout({ fileSystem: nodeFileSystem, home }, threadId) !== undefined;
}

function ownEvents(store: EventStore, { threadId, from }: OwnLines): AsyncIterable<LogEvent> {
  return store.read(threadId, { from, newer: "ignore" });
}

interface Copying {
  readonly each: EventRedactor;
  readonly redactor: Redactor;
  readonly from: EventStore;
  readonly to: JsonlStore;
}

async function copyRollout(own: OwnLines, copy: Copying): Promise<void> {
  const target = { fileSystem: nodeFileSystem, home: copy.to.home };
  const { threadId } = own;
  let file: number | null = null;
  let batch: LogEvent[] = [];
  let after: number | undefined;
  const flush = (): void => {
    if (batch.length === 0 || file === null) return;
    const bytes = encodeBatch(batch, { after });
    writeAll(nodeFileSystem, file, bytes);
    after = lastSum(bytes);
    batch = [];
  };
  const ids = new CopiedIds();
  try {
    for await (const event of ownEvents(copy.from, own)) {
      if (file === null) {
        const path = rolloutPath(target.home, redactedId(threadId), event.at);
        nodeFileSystem.makeFolder(dirname(path));
        file = nodeFileSystem.open(path, "create");
      }
      await copyBlobs(event, copy);
      if (forkPoint(event) !== undefined) flush(); // what it names may be in this file
      const redacted = ids.renamed(event, copy.each.redact(event));
      batch.push(withForkPoint(redacted, target, redactedId(threadId)));
      if (event.left === undefined) flush();
    }
  } finally {
    if (file !== null) nodeFileSystem.close(file);
  }
}

/** Events that an import made have ids that are derived from their thread's: the copy's are as well. */
class CopiedIds {
  #before: DerivedEventIds | null = null;
  #now: DerivedEventIds | null = null;

  renamed(before: LogEvent, event: LogEvent): LogEvent {
    if (before.offset === 0) {
      this.#before = derivedIdsOf(before);
      this.#now = derivedIdsOf(event);
    }
    const timeMs = Date.parse(event.at);
    if (this.#before?.idOf(event.offset, timeMs) !== event.id || this.#now === null) return event;
    return { ...event, id: this.#now.idOf(event.offset, timeMs) };
  }
}

function derivedIdsOf({ type, data }: LogEvent): DerivedEventIds | null {
  if (type !== "thread.started" || typeof data !== "object" || data === null) return null;
  return "threadId" in data && typeof data.threadId === "string"
    ? new DerivedEventIds(data.threadId)
    : null;
}

/** A fork names its parent's event by id and sum: those of the redacted one. */
function withForkPoint(event: LogEvent, target: Place, threadId: string): LogEvent {
  const from = forkPoint(event);
  if (from === undefined || typeof event.data !== "object") return event;
  for (const id of holdersOf(target, threadId, from.threadId)) {
    if (findRollout(target, id) === undefined) continue;
    using log = openOwnLog(target, id);
    const found = findEvent(log, from.offset)?.event;
    if (found === undefined) continue;
    const point = { ...from, id: found.id, sum: found.sum ?? from.sum };
    return { ...event, data: { ...event.data, from: point } };
  }
  return event;
}

/** Where the event may be that a fork names: one may leave at an offset that its parent only refers to. */
function* holdersOf(place: Place, threadId: string, parentId: string): Generator<string> {
  yield threadId;
  if (findRollout(place, parentId) !== undefined) yield* ancestryOf(place, parentId);
}

/** Copies the blobs that an event names: texts redacted, under the name of what they are now. */
async function copyBlobs(event: LogEvent, { each, redactor, from, to }: Copying): Promise<void> {
  const texts = namedHashes(event, "texts");
  for (const hash of namedHashes(event)) {
    if (each.hashes.has(hash) || (await to.blobs.has(hash)) || !(await from.blobs.has(hash))) {
      continue;
    }
    const bytes = await from.blobs.get(hash);
    if (!texts.has(hash)) {
      each.payloads++;
      await to.blobs.put(bytes);
      continue;
    }
    const { text, encoding } = textOf(bytes);
    const redacted = redactor.redact(each.withRenamedIds(text), event.offset);
    const now = redacted === text ? bytes : Buffer.from(redacted, encoding);
    const name = await to.blobs.put(now);
    if (name !== hash) each.hashes.set(hash, { hash: name, bytes: now.length });
  }
}

/** A text, or bytes as characters where they are none, so that nothing but secrets changes. */
function textOf(bytes: Uint8Array): { readonly text: string; readonly encoding: BufferEncoding } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  if (Buffer.from(text, "utf8").equals(buffer)) return { text, encoding: "utf8" };
  return { text: buffer.toString("latin1"), encoding: "latin1" };
}

const TIME_DIGITS = 10;

/** The id of a thread's redacted copy: always the same one, and never the thread's own. */
function redactedId(threadId: string): string {
  return threadId.slice(0, TIME_DIGITS) + derivedUlid(`redacted:${threadId}`).slice(TIME_DIGITS);
}

/** What becomes of a thread's id in texts, in each of its spellings. */
function renamedIds(threadIds: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    threadIds.flatMap((id) => [
      [id, redactedId(id)],
      [ulidToUuid(id), ulidToUuid(redactedId(id))],
    ]),
  );
}
