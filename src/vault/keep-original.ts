import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { vaultDamaged } from "./errors.js";
import { keepFile } from "./keep-files.js";
import type { Vault } from "./vault.js";
import type { HomeTool } from "../sessions/session-files.js";
import { type FoundFile, HOME_FORMS } from "./homes.js";

/**
 * Keeps a file that is about to be replaced, and reads what was kept once more: it has to be all of the file.
 * @param dialect of the session that it is, or belongs to
 * @throws {RefoldError} `vault-busy`, `vault-damaged`, `disk-full`, `write-failed`
 */
export async function keepOriginal(vault: Vault, path: string, dialect: string): Promise<void> {
  const kept = await keepFile(vault, fileInHome(path, dialect));
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of vault.read(kept)) {
    hash.update(piece);
    bytes += piece.length;
  }
  const { size } = await stat(path);
  if (hash.digest("hex") === kept.sha256 && bytes === size) return;
  const place = { file: vault.folder, byte: null };
  throw vaultDamaged(place, `generation ${kept.id} is not what stands in ${path}`);
}

const TOOLS: Readonly<Record<string, HomeTool>> = {
  codex: "codex",
  "claude-code": "claude",
  pi: "pi",
};

/**
 * A file as a pass over its home finds it, so that what is kept of it by its path continues what the
 * passes kept.
 * @param dialect of the session that it is, or belongs to
 */
export function fileInHome(path: string, dialect: string): FoundFile {
  const absolute = resolve(path);
  const tool = TOOLS[dialect];
  const home = tool === undefined ? null : homeAbove(absolute, HOME_FORMS[tool].sessions);
  if (tool === undefined || home === null) {
    return { tool: "folder", home: dirname(absolute), path: basename(absolute), role: "session" };
  }
  const below = relative(home, absolute).replaceAll(sep, "/");
  return { tool, home, path: below, role: below.includes("/") ? "session" : "sidecar" };
}

/** The folder that has the tool's folder of sessions in which a file is, or beside which it is. */
function homeAbove(path: string, roots: readonly string[]): string | null {
  const folder = dirname(path);
  if (folder === path) return null;
  if (roots.some((root) => existsSync(join(folder, root)))) return folder;
  return homeAbove(folder, roots);
}
