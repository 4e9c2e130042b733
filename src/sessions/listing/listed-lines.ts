import { isRefoldError } from "../../errors.js";
import { openUnpacked } from "../../dialects/shared/compression.js";
import { LineSplitter } from "../../dialects/shared/line-splitter.js";
import { isJsonObject } from "../../events/json.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { linesForward } from "../../store/jsonl/lines.js";
import { openIfThere } from "../../store/jsonl/open-log.js";
import { fileBytes } from "../file-bytes.js";
import type { ThreadSummary } from "./thread-summary.js";

/** What becomes of each line, which is valid until this returns; false: no more are wanted. */
export type TakeLine = (line: Buffer) => boolean;

/**
 * Hands on the lines of a log or session, without their line feeds.
 * @returns why it could not be read to its end, in one sentence; null: it could
 */
export async function readLines(path: string, take: TakeLine): Promise<string | null> {
  return path.endsWith(".jsonl") ? readPlain(path, take) : readPacked(path, take);
}

function readPlain(path: string, take: TakeLine): string | null {
  const log = openIfThere(nodeFileSystem, path);
  if (log === undefined) return null;
  try {
    for (const { bytes } of linesForward(log)) if (!take(bytes)) break;
    return null;
  } finally {
    log.close();
  }
}

async function readPacked(path: string, take: TakeLine): Promise<string | null> {
  const { content } = await openUnpacked(await fileBytes(path));
  const lines = new LineSplitter();
  try {
    for await (const chunk of content.stream()) {
      for (const { bytes, extent } of lines.push(chunk)) {
        if (extent === "whole" && !take(bytes.subarray(0, -1))) return null;
      }
    }
    return null;
  } catch (error) {
    if (isRefoldError(error, "truncated-archive")) return error.message;
    throw error;
  }
}

/**
 * Whether anything in a thread's own lines holds a text, in whatever case: messages, calls, outputs,
 * instructions, titles. What stands in its blobs, in sealed reasoning, or in the thread that it was
 * forked from, is not looked at.
 */
export async function holdsText(thread: ThreadSummary, text: string): Promise<boolean> {
  const wanted = text.toLowerCase();
  const inJson = JSON.stringify(wanted).slice(1, -1);
  const content = thread.collection === "codex" ? "payload" : "data";
  let isFound = false;
  await readLines(logPath(thread), (line) => {
    const json = line.toString("utf8");
    isFound = json.toLowerCase().includes(inJson) && saysIt(json, { content, wanted });
    return !isFound;
  });
  return isFound;
}

/** The store's archives are opened by the name of the plain file. */
function logPath({ path, isArchived }: ThreadSummary): string {
  return isArchived ? path.slice(0, -".gz".length) : path;
}

/** Names, ids and times of the line itself say nothing. */
function saysIt(
  json: string,
  { content, wanted }: { readonly content: string; readonly wanted: string },
): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) && holds(value[content] ?? value, wanted);
  } catch {
    return false; // damage: whoever opens the thread is told
  }
}

function holds(value: unknown, wanted: string): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(wanted) && !SEALED.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((part) => holds(part, wanted));
}

/** Base 64 of a signature or of sealed reasoning: whatever it holds, nobody said it. */
const SEALED = /^[A-Za-z0-9+/_=-]{200,}$/;
