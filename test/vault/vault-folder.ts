import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles, type KeepReport } from "../../src/vault/keep-files.js";
import { openVault, type Vault } from "../../src/vault/vault.js";
import type { Generation } from "../../src/vault/generation-table.js";

/** A folder that is gone with the scope. */
export function scratchFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "refold-vault-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** One pass over a folder by a keeper that begins and ends with it. */
export async function keepOnce(folder: string, vaultPath: string): Promise<KeepReport> {
  const vault = await openVault(vaultPath, { isBegun: true });
  try {
    return await keepFiles(vault, findHomeFiles({}, [folder]));
  } finally {
    vault.close();
  }
}

export async function contentOf(vault: Vault, generation: Generation): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of vault.read(generation)) parts.push(part);
  return Buffer.concat(parts);
}
