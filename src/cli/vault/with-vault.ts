import { storeHome } from "../../store/jsonl/home.js";
import type { Vault } from "../../vault/vault.js";
import { ExitCode } from "../exit-code.js";
import type { HomeOption } from "../session.js";
import type { Shell } from "../shell.js";

/** The options of each part of `refold vault`. */
export interface VaultOptions extends HomeOption {
  readonly json?: true;
}

/** Opens a home's vault for a command and closes it. What the catalog lost is told; the rest is used. */
export async function withVault<Result>(
  home: string | undefined,
  shell: Shell,
  work: (vault: Vault) => Promise<Result>,
): Promise<Result> {
  const { openVault, vaultFolder } = await import("../../vault/vault.js");
  const vault = await openVault(vaultFolder(storeHome(home)), {
    onDamage: ({ file, byte }) => {
      shell.messages.text(`refold: ${file}, at byte ${byte}: a line is not as it was written`);
      shell.exitCode = ExitCode.refused;
    },
  });
  try {
    return await work(vault);
  } finally {
    vault.close();
  }
}
