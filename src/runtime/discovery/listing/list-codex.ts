import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { InvalidArgument, RefoldError } from "../../../errors.js";
import { isSystemError } from "../../../store/jsonl/system-error.js";
import { codexHome } from "../codex-home.js";
import { FileNotFound } from "../file-not-found.js";
import type { UnreadFile } from "../files-below.js";
import { pathRefused } from "../path-refused.js";
import { statusAt } from "../status-at.js";
import { codexFiles } from "./codex-files.js";
import { derive, type DeriveListeners } from "./derive.js";
import { INDEX_FOLDER } from "./derived-index.js";
import { summariseCodex } from "./summarise-codex.js";
import { decodeThread, encodeThread } from "./thread-row.js";
import type { ThreadSummary } from "./thread-summary.js";

/**
 * Every session of a Codex home; how often each was forked is not counted. The index stands in our own
 * home: nothing is written there.
 * @throws {FileNotFound} there is no such folder @throws {InvalidArgument} it is a file
 */
export function listCodex(
  home: string,
  { codex, ...listeners }: DeriveListeners & { readonly codex: string | true },
): Promise<ThreadSummary[]> {
  const folder = codexFolder(codex);
  const onUnread = ({ path, error }: UnreadFile): void => {
    if (!(error instanceof RefoldError || isSystemError(error))) throw error;
    listeners.onNotice?.(`${path} is left out: ${error.message}`);
  };
  return derive(codexFiles(folder, onUnread), {
    ...listeners,
    indexPath: join(home, INDEX_FOLDER, `codex-${nameOf(folder)}.json`),
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
  if (status === undefined) throw new FileNotFound(folder);
  if (status.isDirectory()) return folder;
  throw new InvalidArgument(
    `not a folder: ${folder}`,
    "name a Codex home, as ~/.codex is, or a folder of its sessions",
  );
}

function nameOf(folder: string): string {
  return createHash("sha256").update(folder).digest("hex").slice(0, 16);
}
