import { isJsonObject } from "../../../events/is-json-object.js";
import { readLines } from "./listed-lines.js";
import type { ThreadSummary } from "./thread-summary.js";

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
