import { join } from "node:path";
import { isRefoldError } from "../errors.js";
import { makeFolder } from "../store/jsonl/file-system.js";
import { type Lease, takeLease } from "../store/jsonl/lease.js";
import { asVaultFailure, vaultBusy } from "./errors.js";
import type { Vault } from "./vault.js";

/**
 * Does something while no other process writes to a vault. Its folder is made if there is none.
 * @throws {RefoldError} `vault-busy`: another one does
 */
export async function withVaultLease<Result>(
  vault: Vault,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result> {
  const lease = await takeVaultLease(vault);
  try {
    return await work(lease);
  } finally {
    release(lease, vault.folder);
  }
}

/** The folder that says who writes. */
export function leasePath(vaultFolder: string): string {
  return join(vaultFolder, "keeper.lease");
}

async function takeVaultLease({ fileSystem, folder }: Vault): Promise<Lease> {
  try {
    makeFolder(fileSystem, folder, true);
    const place = { fileSystem, folder: leasePath(folder) };
    return await takeLease({ ...place, what: "the vault" });
  } catch (error) {
    if (isRefoldError(error, "lease-held")) throw vaultBusy(folder, error.details.holder);
    throw asVaultFailure(error, folder);
  }
}

function release(lease: Lease, folder: string): void {
  try {
    lease.release();
  } catch (error) {
    throw asVaultFailure(error, folder);
  }
}
