import type { Kind } from "./growth-shapes.js";

/**
 * A command's words: `{}` is the session or the thread, `{threads}` the ids of all threads, `{folder}` where
 * it may write.
 */
type Words = readonly string[];

const FORMATS = ["md", "html", "json", "codex", "claude-code", "pi"];

/** What is asked of a recorded session or a thread; none of it writes into the store. */
const READING: readonly Words[] = [
  ...["check", "replay", "log", "state", "tokens", "explain", "forgetting", "cache"].map((name) => [
    ...[name, "{}"],
  ]),
  ...FORMATS.map((format) => ["export", "{}", "--format", format]),
  ["export", "{}", "--format", "html", "--redact"],
  ["transcript", "{}"],
  ["transcript", "{}", "--format", "html"],
  ["prompt", "{}", "--provider", "anthropic", "--model", "claude-opus-4-5"],
  ["prompt", "{}", "--model", "gpt-5", "--fit", "20000"],
  ["show", "{}", "2"],
  ["diff", "{}@2", "{}"],
  ["compact", "{}", "--dry-run"],
];

const OF_FILES: readonly Words[] = [
  ["stats", "{}"],
  ["list", "{}"],
  ["search", "beats", "{}"],
  ["import", "{}"],
  ["import", "{}"],
  ["doctor", "{}"],
  ["repair", "{}", "-o", "{folder}/repaired.jsonl"],
];

const OF_FOLDERS: readonly Words[] = [
  ["stats", "{}"],
  ["list", "{}"],
  ["list", "{}"],
  ["search", "beats", "{}"],
  ["search", "beats", "{}"],
  ["import", "{}"],
  ["import", "{}"],
  ["doctor"],
];

/** What is asked of a home. */
const OF_HOMES: readonly Words[] = [
  ["list"],
  ["list"],
  ["stats"],
  ["search", "beats"],
  ["search", "beats"],
  ["doctor"],
  ["gc"],
  ["tree", "{}"],
];

/** In an order in which each can be done after those before it. */
const OF_THREADS: readonly Words[] = [
  ...OF_HOMES,
  ["undo", "{}"],
  ["redo", "{}"],
  ["rollback", "{}", "--turns", "1"],
  ["redo", "{}"],
  ["rename", "{}", "clocks"],
  ["upgrade", "{}"],
  ["export", "{}", "--format", "bundle", "-o", "{folder}/thread.bundle"],
  ["export", "{}", "--format", "bundle", "--redact", "-o", "{folder}/redacted.bundle"],
  ["copy", "{}", "--from", "{home}", "--to", "{folder}/copy"],
  ["fork", "{}", "--at", "2"],
  ["archive", "{}"],
  ["unarchive", "{}"],
  ["detach", "{}"],
  ["delete", "--older-than", "0d", "--yes"],
];

const OF_MANY: readonly Words[] = [
  ...OF_HOMES,
  ["check", "{threads}"],
  ["upgrade", "{threads}"],
  ["archive", "{threads}"],
  ["unarchive", "{threads}"],
  ["copy", "--all", "--from", "{home}", "--to", "{folder}/copy"],
  ["delete", "{threads}", "--yes"],
];

/** What each kind of session is asked, in this order. `ui`, `experiment` and `migrate` have rows of their own. */
export const GROWTH_COMMANDS: Readonly<Record<Kind, readonly Words[]>> = {
  file: [...READING, ...OF_FILES],
  folder: OF_FOLDERS,
  thread: [...READING, ...OF_THREADS],
  home: OF_MANY,
};
