import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { invalidArgument, isRefoldError } from "../../errors.js";
import { isSystemError } from "../../store/errors.js";
import { fileNotFound } from "../errors.js";
import { pathRefused, statusAt } from "../path-refused.js";
import {
  codexHome,
  codexRoots,
  filesBelow,
  isSessionName,
  type UnreadFile,
} from "../session-files.js";
import { summariseCodex } from "./codex-outline.js";
import { derive, type DeriveListeners } from "./derive.js";
import { INDEX_FOLDER } from "./derived-index.js";
import { type ListedFile, listedFile } from "./listed-files.js";
import { decodeThread, encodeThread, type ThreadSummary } from "./thread-summary.js";

/**
 * Every session of a Codex home; how often each was forked is not counted. The index stands in our own
 * home: nothing is written there.
 * @throws {RefoldError} `file-not-found`: there is no such folder
 * @throws {RefoldError} `invalid-argument`: it is a file
 */
export function listCodex(
  home: string,
  { codex, ...listeners }: DeriveListeners & { readonly codex: string | true },
): Promise<ThreadSummary[]> {
  const folder = codexFolder(codex);
  const onUnread = ({ path, error }: UnreadFile): void => {
    if (!isRefoldError(error) && !isSystemError(error)) throw error;
    listeners.onNotice?.(`${path} is left out: ${error.message}`);
  };
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return derive(codexFiles(folder, onUnread), {
    ...listeners,
    indexPath: join(home, INDEX_FOLDER, `codex-${name}.json`),
    read: async (file) => {
      try {
        return await summariseCodex(file);
      } catch (error) {
        onUnread({ path: file.path, error: pathRefused(file.path, error) });
        return null; // the next time it may be open to us
      }
    },
    encode: encodeThread,
    decode: (row, file) => decodeThread(row, file, "codex"),
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
