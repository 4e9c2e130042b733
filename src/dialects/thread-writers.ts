import { writeClaudeCode } from "./claude-code/writing/write-thread.js";
import { writeCodex } from "./codex/writing/write-thread.js";
import { writePi } from "./pi/writing/write-thread.js";
import type { WriteThread } from "./writing/thread-export.js";

/**
 * The dialects that any thread can be written in, by name; a thread of another dialect can only be
 * given back as the file it was imported from (`Dialect.encode`).
 */
export const THREAD_WRITERS: ReadonlyMap<string, WriteThread> = new Map([
  ["codex", writeCodex],
  ["claude-code", writeClaudeCode],
  ["pi", writePi],
]);
