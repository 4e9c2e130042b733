import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { vaultDamaged } from "./errors.js";
import { fileInHome } from "./file-in-home.js";
import { keepFile } from "./keep-files.js";
import type { Vault } from "./vault.js";

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
