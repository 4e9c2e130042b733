import type { ByteSource } from "../../dialects/shared/byte-source.js";
import { openUnpacked } from "../../dialects/shared/compression.js";
import { type Line, LineSplitter } from "../../dialects/shared/line-splitter.js";
import { isRefoldError } from "../../errors.js";
import { isJsonObject, parseJson } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { linesForward } from "../../store/jsonl/lines.js";
import { openIfThere } from "../../store/jsonl/open-log.js";
import { fileBytes } from "../file-bytes.js";
import type { EventStore } from "../../store/event-store.js";
import { decodeLines } from "../../store/stored-lines.js";
import type { ThreadSummary } from "./thread-summary.js";

/**
 * Reads the lines of a log or session, without their line feeds.
 * @param take gets each line, which is valid until it returns, and its first byte; false: no more are
 *   wanted
 * @returns why the file could not be read to its end, in one sentence; null: it could
 */
export async function readLines(path: string, take: TakeLine): Promise<string | null> {
  if (path.endsWith(".jsonl")) {
    using log = openIfThere(nodeFileSystem, path);
    if (log === undefined) return null;
    for (const { bytes, start } of linesForward(log)) if (!take(bytes, start)) break;
    return null;
  }
  return readContentLines((await openUnpacked(await fileBytes(path))).content, take);
}

const LINE_FEED = 0x0a;

type TakeLine = (line: Buffer, start: number) => boolean;

/** The same of a content that was compressed; its last line may lack its line feed. */
async function readContentLines(content: ByteSource, take: TakeLine): Promise<string | null> {
  const lines = new LineSplitter();
  const takeWhole = ({ bytes, extent, start }: Line): boolean =>
    extent !== "whole" || take(bytes.at(-1) === LINE_FEED ? bytes.subarray(0, -1) : bytes, start);
  try {
    for await (const chunk of content.stream()) {
      for (const line of lines.push(chunk)) if (!takeWhole(line)) return null;
    }
    for (const line of lines.end()) takeWhole(line);
    return null;
  } catch (error) {
    if (isRefoldError(error, "truncated-archive")) return error.message;
    throw error;
  }
}

/**
 * Whether anything in a thread's own lines holds a text, in any case: messages, calls, outputs,
 * instructions, titles. Not searched are its blobs, sealed reasoning, and the thread that it was
 * forked from.
 * @param database holds the home's own threads; null: they are in files
 */
export async function holdsText(
  thread: ThreadSummary,
  text: string,
  database: EventStore | null,
): Promise<boolean> {
  const { path, isArchived, olderFiles = [], collection, threadId } = thread;
  if (database !== null && collection === "refold") {
    return storedHolds(database.readLines(threadId), text.toLowerCase());
  }
  const plainPath = isArchived ? path.slice(0, -".gz".length) : path; // opens the archive too
  for (const file of [plainPath, ...olderFiles]) {
    if (await fileHolds(file, text.toLowerCase())) return true;
  }
  return false;
}

async function fileHolds(file: string, wanted: string): Promise<boolean> {
  let isFound = false;
  await readLines(file, (line) => {
    isFound = lineHolds(line.toString("utf8"), wanted);
    return !isFound;
  });
  return isFound;
}

async function storedHolds(parts: AsyncIterable<Uint8Array>, wanted: string): Promise<boolean> {
  for await (const lines of parts) {
    const isFound = decodeLines(lines).some(({ bytes }) =>
      lineHolds(bytes.toString("utf8"), wanted),
    );
    if (isFound) return true;
  }
  return false;
}

function lineHolds(json: string, wanted: string): boolean {
  if (!json.toLowerCase().includes(JSON.stringify(wanted).slice(1, -1))) return false;
  const value = parseLine(json);
  return value !== undefined && holds(contentOf(value), wanted);
}

/** What a line of a thread, or of another tool's session, holds besides its ids and times. */
function contentOf(line: JsonObject): unknown {
  const { payload, data, message, attachment } = line;
  return payload ?? data ?? message ?? attachment ?? line;
}

/** @returns undefined for what is no JSON object: damage, which opening the session reports */
export function parseLine(line: string): JsonObject | undefined {
  const value = parseJson(line);
  return isJsonObject(value) ? value : undefined;
}

function holds(value: unknown, wanted: string): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(wanted) && !SEALED.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((part) => holds(part, wanted));
}

/** Base 64 of a signature or of sealed reasoning. */
const SEALED = /^[A-Za-z0-9+/_=-]{200,}$/;
