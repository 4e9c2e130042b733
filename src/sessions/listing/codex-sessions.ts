import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { isLaterGeneration, olderFirst, rolloutName } from "../../dialects/codex/rollout-name.js";
import { baseMissing } from "../../dialects/errors.js";
import { invalidArgument, isRefoldError } from "../../errors.js";
import { isSystemError } from "../../store/errors.js";
import { fileNotFound } from "../errors.js";
import { pathRefused, statusAt } from "../path-refused.js";
import { RelatedFiles } from "../related-file.js";
import {
  codexHome,
  codexRoots,
  filesBelow,
  isSessionName,
  type UnreadFile,
} from "../session-files.js";
import { type CodexSummary, summariseCodex } from "./codex-outline.js";
import { derive, type DeriveListeners } from "./derive.js";
import { INDEX_FOLDER } from "./derived-index.js";
import { type ListedFile, listedFile } from "./listed-files.js";
import { decodeThread, encodeThread, type ThreadSummary } from "./thread-summary.js";

/**
 * Every session of a Codex home; how often each was forked is not counted. The index is in our own
 * home: nothing is written there.
 * @throws {RefoldError} `file-not-found`: there is no such folder
 * @throws {RefoldError} `invalid-argument`: it is a file
 */
export async function listCodex(
  home: string,
  { codex, ...listeners }: DeriveListeners & { readonly codex: string | true },
): Promise<ThreadSummary[]> {
  const folder = codexFolder(codex);
  const onUnread = ({ path, error }: UnreadFile): void => {
    if (!isRefoldError(error) && !isSystemError(error)) throw error;
    listeners.onNotice?.(`${path} is left out: ${error.message}`);
  };
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const related = new RelatedFiles();
  const sessions = await derive(codexFiles(folder, onUnread), {
    ...listeners,
    indexPath: join(home, INDEX_FOLDER, `codex-${name}.json`),
    read: async (file) => {
      try {
        return await summariseCodex(file, related);
      } catch (error) {
        onUnread({ path: file.path, error: pathRefused(file.path, error) });
        return null; // the next time it may be open to us
      }
    },
    encode: ({ thread, base }: CodexSummary) => {
      const columns = encodeThread(thread);
      return columns && [base, ...columns];
    },
    decode: ([path, size, time, base, ...columns], file) => {
      const thread = decodeThread([path, size, time, ...columns], file, "codex");
      const isBase = base === null || typeof base === "string";
      return thread !== undefined && isBase ? { thread, base } : undefined;
    },
  });
  return oneAThread(withBases(sessions, related));
}

/** What was remembered of a session may need a file that went since. */
function withBases(
  sessions: readonly CodexSummary[],
  related: RelatedFiles,
): readonly ThreadSummary[] {
  const ids = new Set(sessions.map(({ thread }) => rolloutName(thread.path)?.fileId));
  return sessions.map(({ thread, base }) => {
    const { path, problem } = thread;
    if (base === null || problem !== null || ids.has(base)) return thread;
    if (related.find(path, base) !== null) return thread;
    return { ...thread, problem: baseMissing(path, base).message };
  });
}

/**
 * A thread that was reverted has several files, and is what its newest says: the newest by the id in
 * the name (docs/codex.md, "Histories that begin in another file").
 */
function oneAThread(files: readonly ThreadSummary[]): ThreadSummary[] {
  const byThread = new Map<string, ThreadSummary[]>();
  for (const file of files) {
    const others = byThread.get(file.threadId);
    if (others === undefined) byThread.set(file.threadId, [file]);
    else others.push(file);
  }
  return [...byThread.values()].flatMap((generations) => {
    if (!generations.some(({ path }) => isLaterGeneration(rolloutName(path)))) return generations;
    const sorted = generations.toSorted((one, other) =>
      olderFirst(rolloutName(one.path), rolloutName(other.path)),
    );
    const newest = sorted.pop();
    if (newest === undefined || sorted.length === 0) return generations;
    const sizeBytes = generations.reduce((sum, one) => sum + one.sizeBytes, 0);
    const createdAt = sorted[0]?.createdAt ?? newest.createdAt;
    return [{ ...newest, sizeBytes, createdAt, olderFiles: sorted.map(({ path }) => path) }];
  });
}

function codexFolder(asked: string | true): string {
  const folder = resolve(codexHome(asked));
  const status = statusAt(folder);
  if (status === undefined) throw fileNotFound(folder);
  if (status.isDirectory()) return folder;
  throw invalidArgument(
    `not a folder: ${folder}`,
    "name a Codex home, as ~/.codex is, or a folder of its sessions",
  );
}

/** Every session's file of a Codex home. Links to files are followed. */
function* codexFiles(
  folder: string,
  onUnread: (unread: UnreadFile) => void,
): Generator<ListedFile, void, undefined> {
  for (const root of codexRoots(folder)) {
    for (const entry of filesBelow(root, onUnread)) {
      const isLink = entry.isSymbolicLink();
      if (!(entry.isFile() || isLink) || !isSessionName(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      try {
        if (isLink && statusAt(path)?.isFile() !== true) continue;
        const file = listedFile(path, path, false);
        // Bytes that are no UTF-8 come back as U+FFFD, and nothing is found by that name.
        if (file === undefined && path.includes("\ufffd")) throw fileNotFound(path);
        if (file !== undefined) yield file;
      } catch (error) {
        onUnread({ path, error: pathRefused(path, error) });
      }
    }
  }
}
