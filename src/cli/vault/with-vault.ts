import type { TornVault, Vault } from "../../vault/vault.js";
import { ExitCode, type Shell } from "../shell.js";
import type { HomeOption } from "../session.js";
import type { Command } from "commander";
import type { Session } from "../../sessions/session.js";
import type { SessionView } from "../../sessions/session-files.js";
import { folderOption } from "../options.js";

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
  const { storeHome } = await import("../../store/jsonl/home.js");
  const { openVault, vaultFolder } = await import("../../vault/vault.js");
  const { asReadFailure } = await import("../../store/jsonl/typed-failures.js");
  const vault = await openVault(vaultFolder(storeHome(home)), {
    onDamage: ({ file, byte }) => {
      shell.messages.text(`refold: ${file}, at byte ${byte}: a line is not as it was written`);
      shell.exitCode = ExitCode.refused;
    },
    onTorn: tornTeller(shell),
  });
  try {
    return await work(vault);
  } catch (error) {
    throw asReadFailure(error, vault.folder); // writing is told of where it is done
  } finally {
    vault.close();
  }
}

/** Says what whoever writes to a vault set aside. Where it may have been more than half a batch, that is a failure. */
export function tornTeller(shell: Shell): (torn: TornVault) => void {
  return ({ copies, isDamaged }) => {
    const why = isDamaged
      ? "the catalog is gone, or a line of it is not as it was written"
      : "a keeper was stopped while it wrote";
    shell.messages.text(
      `refold: the vault ended in what no whole batch has: ${why}; it is in ${copies.join(", ")}`,
    );
    if (isDamaged) shell.exitCode = ExitCode.refused;
  };
}

/** What `declareVaultOption` adds to a command's options: a home, or true for the one of `--home`. */
export interface VaultOption {
  readonly vault?: string | true;
}

/** The option of a command that reads what is kept as well. */
export function declareVaultOption(command: Command): Command {
  return command.option(
    "--vault [home]",
    "the sessions that refold keep took, also deleted ones, as they were kept last",
    folderOption,
  );
}

function homeOf({ vault, home }: VaultOption & HomeOption): string | undefined {
  return typeof vault === "string" ? vault : home;
}

/**
 * Works with every session of a vault as a file, if that is asked for; files that were made go when the work is done.
 */
export async function withVaultView<Result>(
  options: VaultOption & HomeOption,
  { shell }: { readonly shell: Shell },
  work: (view: SessionView | null) => Promise<Result>,
): Promise<Result> {
  if (options.vault === undefined) return work(null);
  const { VaultView } = await import("../../vault/vault-view.js");
  const { temporaryHome } = await import("../../store/jsonl/home.js");
  return withVault(homeOf(options), shell, async (vault) => {
    const { home: folder, remove } = temporaryHome();
    try {
      return await work(new VaultView(vault, folder));
    } finally {
      remove();
    }
  });
}

/** Reads one session of a vault, by what names it and, after an @, its generation. */
export async function withKeptSession<Result>(
  text: string,
  options: VaultOption & HomeOption,
  { shell, work }: { readonly shell: Shell; readonly work: (session: Session) => Promise<Result> },
): Promise<Result> {
  const { findGeneration } = await import("../../vault/find-kept.js");
  const { openKeptSession } = await import("../../vault/kept-session.js");
  return withVault(homeOf(options), shell, async (vault) =>
    work(await openKeptSession(vault, findGeneration(vault.files(), text))),
  );
}
