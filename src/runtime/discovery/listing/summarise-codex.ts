import { CodexOutline } from "./codex-outline.js";
import type { ListedFile } from "./listed-file.js";
import { readLines } from "./listed-lines.js";
import type { ThreadSummary } from "./thread-summary.js";

/**
 * Summarises a Codex session in one pass over the beginnings of its lines: running totals stand at
 * its end, but nowhere how many turns there were.
 * @returns undefined when the file is no session, or went meanwhile
 */
export async function summariseCodex(file: ListedFile): Promise<ThreadSummary | undefined> {
  const outline = new CodexOutline();
  const problem = await readLines(file.path, (line) => {
    outline.push(line);
    return true;
  });
  const facts = outline.facts();
  if (facts === undefined) return undefined;
  const changedAt = new Date(file.modifiedMs).toISOString();
  const { createdAt, updatedAt, forkedFrom } = facts;
  return {
    ...facts,
    collection: "codex",
    path: file.path,
    createdAt: createdAt ?? changedAt,
    updatedAt: updatedAt ?? changedAt,
    sizeBytes: file.sizeBytes,
    isArchived: false,
    forkedFrom: forkedFrom === null ? null : { threadId: forkedFrom, offset: null },
    forks: 0, // told by all sessions together
    problem,
  };
}
