import { DIALECTS } from "../dialects/dialects.js";
import { DerivedEventIds } from "../dialects/shared/derived-ids.js";
import { lineTypeOf } from "../dialects/shared/json.js";
import { isRefoldError } from "../errors.js";
import type { LocatedObject } from "../dialects/shared/open-rollout.js";
import type { BlobReader } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { isJsonObject, parseJson } from "../events/json.js";
import { isKnownEvent } from "../events/known-event.js";
import type { JsonObject } from "../events/primitives.js";
import { findFirstEvent } from "../store/jsonl/find-batch.js";
import { nodeFileSystem } from "../store/jsonl/file-system.js";
import type { Place } from "../store/jsonl/home.js";
import type { LogFile } from "../store/jsonl/log-file.js";
import { decodeRawLine, linesForward } from "../store/jsonl/lines.js";
import type { Home } from "../store/open-home.js";
import { decodeLines } from "../store/stored-lines.js";
import { lineageOf } from "./own-logs.js";
import { openOwnLog } from "../store/jsonl/open-log.js";
import { storedThread } from "./stored-threads.js";

/** Where an event stands. */
export interface EventOrigin extends Omit<LocatedObject, "object"> {
  /**
   * What another tool recorded there. Null: it is an event of Refold's own, or the line cannot be
   * written again because a blob is missing.
   */
  readonly recorded: RecordedLine | null;
}

interface RecordedLine {
  /** `response_item.message`: the type, and the kind of thing that is in it. */
  readonly lineType: string;
  readonly object: JsonObject;
}

/**
 * Where an event of a thread stands in its home: in its own lines, or in an ancestor's.
 * @returns null: no line holds it
 */
export function originInHome(
  home: Home,
  threadId: string,
  offset: number,
): Promise<EventOrigin | null> {
  if (home.kind === "database") return originInDatabase(home, threadId, offset);
  const { name, store } = home;
  const place = { fileSystem: nodeFileSystem, home: name };
  return originInFiles(place, threadId, { offset, blobs: store.blobs });
}

async function originInDatabase(
  home: Home,
  threadId: string,
  offset: number,
): Promise<EventOrigin | null> {
  const { store } = home;
  const { blobs } = store;
  const own = (await store.lineage(threadId)).findLast(({ from }) => from <= offset);
  if (own === undefined) return null;
  let first: LogEvent | null = null;
  for await (const event of store.read(threadId, { from: 0, to: 0 })) first = event;
  let byte = 0;
  for await (const lines of store.readLines(own.threadId)) {
    for (const { event, bytes } of decodeLines(lines)) {
      if (event.offset === offset) {
        const { path: file } = await storedThread(home, own.threadId);
        const place = { file, line: offset - own.from + 1, byte, bytes: bytes.length };
        return { ...place, recorded: await importedLine(event, { first, blobs }) };
      }
      byte += bytes.length + 1;
    }
  }
  return null;
}

async function originInFiles(
  place: Place,
  threadId: string,
  { offset, blobs }: { readonly offset: number; readonly blobs: BlobReader },
): Promise<EventOrigin | null> {
  const lineage = lineageOf(place, threadId);
  using root = openOwnLog(place, lineage[0] ?? threadId);
  const first = findFirstEvent(root);
  for (const id of lineage.toReversed()) {
    using log = openOwnLog(place, id);
    if ((findFirstEvent(log)?.offset ?? Infinity) <= offset) {
      return await originInLog(log, offset, { first, blobs });
    }
  }
  return null;
}

/**
 * Where an event stands in a log.
 * @param imported.first the first event of the thread, which names the tool that it came from
 * @returns null: no line holds it
 */
export async function originInLog(
  log: LogFile,
  offset: number,
  imported: { readonly first: LogEvent | null; readonly blobs: BlobReader },
): Promise<EventOrigin | null> {
  let line = 0;
  for (const raw of linesForward(log)) {
    line += 1;
    const { event } = decodeRawLine(raw, "ignore");
    if (event?.offset !== offset) continue;
    const place = { file: log.path, line, byte: raw.start, bytes: raw.sizeBytes };
    return { ...place, recorded: await importedLine(event, imported) };
  }
  return null;
}

/** Of `foreign`: what stands around the line and is no part of it. */
const AROUND: ReadonlySet<string> = new Set(["lead", "trail", "rewind"]);

async function importedLine(
  event: LogEvent,
  { first, blobs }: { readonly first: LogEvent | null; readonly blobs: BlobReader },
): Promise<RecordedLine | null> {
  if (first === null || !isKnownEvent(first) || first.type !== "thread.started") return null;
  const { threadId, source } = first.data;
  const dialect = DIALECTS.get(source.dialect);
  if (dialect === undefined || !new DerivedEventIds(threadId).isDerived(event)) return null;
  const kept = Object.entries(event.foreign ?? {}).filter(([name]) => !AROUND.has(name));
  const foreign = Object.fromEntries(kept);
  const parts: Uint8Array[] = [];
  try {
    for await (const part of dialect.encode([{ ...event, foreign }], blobs)) parts.push(part);
  } catch (error) {
    if (isRefoldError(error, "blob-missing")) return null;
    throw error;
  }
  const object = parseJson(Buffer.concat(parts).toString("utf8"));
  return isJsonObject(object) ? { lineType: lineTypeOf(object), object } : null;
}
