import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { FileNotFound } from "../file-not-found.js";
import { derive, type DeriveListeners } from "./derive.js";
import { INDEX_FOLDER } from "./derived-index.js";
import { codexFiles } from "./listed-file.js";
import { summariseCodex } from "./summarise-codex.js";
import { decodeThread, encodeThread } from "./thread-row.js";
import type { ThreadSummary } from "./thread-summary.js";

/**
 * Every session of a Codex home; how often each was forked is not counted. The index stands in our own
 * home: nothing is written there.
 * @throws {FileNotFound} there is no such folder
 */
export function listCodex(
  home: string,
  { codex, ...listeners }: DeriveListeners & { readonly codex: string | true },
): Promise<ThreadSummary[]> {
  const folder = codexFolder(codex);
  return derive(codexFiles(folder), {
    ...listeners,
    indexPath: join(home, INDEX_FOLDER, `codex-${nameOf(folder)}.json`),
    read: summariseCodex,
    encode: encodeThread,
    decode: (row, file) => decodeThread(row, file, "codex"),
  });
}

function codexFolder(asked: string | true): string {
  const { CODEX_HOME } = process.env;
  const usual = CODEX_HOME === undefined || CODEX_HOME === "" ? undefined : CODEX_HOME;
  const folder = resolve(asked === true ? (usual ?? join(homedir(), ".codex")) : asked);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new FileNotFound(folder);
}

function nameOf(folder: string): string {
  return createHash("sha256").update(folder).digest("hex").slice(0, 16);
}
