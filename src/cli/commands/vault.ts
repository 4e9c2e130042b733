import type { Command } from "commander";
import { countFromZeroOption, countOption, pathOption } from "../options.js";
import { UTC_TIMES } from "../output/times.js";
import { declareHome } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import type { DiffKeptOptions, ShowKeptOptions, ListKeptOptions } from "../vault/show-kept.js";
import type { PruneKeptOptions } from "../vault/verify-kept.js";
import type { RestoreKeptOptions } from "../vault/restore-kept.js";
import type { VaultOptions } from "../vault/with-vault.js";

/** `refold vault`: what is kept of other tools' sessions, and back from there. */
export const declareVault: DeclareCommand = (command, shell) => {
  command.addHelpText("after", EXAMPLE);
  declareLooking(command, shell);
  declareRestoring(command, shell);
};

const declareLooking: DeclareCommand = (command, shell) => {
  declarePart(command, "list", "list what is kept, the last kept first")
    .argument("[text]", "only those whose path has this text")
    .option("--files", "also the files beside sessions: indexes, outputs, todo lists, databases")
    .option("--gone", "only what is not in its place any more")
    .option("--limit <count>", "so many at most", countOption, 50)
    .option(...UTC_TIMES)
    .action(async (text: string | undefined, options: ListKeptOptions) => {
      const { listKept } = await import("../vault/show-kept.js");
      await listKept(text, options, shell);
    });
  declarePart(command, "show", "list the generations of a file; of one, write its content")
    .argument("<name>", NAME)
    .option("--as-of <time>", "what stood there at a time, or so long ago (7d)")
    .option(...UTC_TIMES)
    .action(async (name: string, options: ShowKeptOptions) => {
      const { showKept } = await import("../vault/show-kept.js");
      await showKept(name, options, shell);
    });
  declarePart(command, "diff", "show which lines differ between two generations")
    .argument("<name>", `${NAME}; without a generation, the one before the newest`)
    .argument("[other]", "the newest, if absent")
    .option("--limit <count>", "so many lines at most", countOption, 100)
    .option(...UTC_TIMES)
    .action(async (name: string, other: string | undefined, options: DiffKeptOptions) => {
      const { diffKept } = await import("../vault/show-kept.js");
      await diffKept({ name, other }, options, shell);
    });
};

const declareRestoring: DeclareCommand = (command, shell) => {
  declarePart(command, "restore", "put files back: a session with what belongs to it, or a home")
    .argument("<names...>", `${NAME}; or a folder: all that was in it`)
    .option("--as-of <time>", "what stood there at a time, or so long ago (7d)")
    .option("--to <folder>", "into this folder, in place of the home", pathOption)
    .option("--only", "only the file itself, without what belongs to the session")
    .option("--force", "overwrite files that differ; they are kept first")
    .option("-n, --dry-run", "only show what would be written")
    .option(...UTC_TIMES)
    .action(async (names: readonly string[], options: RestoreKeptOptions) => {
      const { restoreKept } = await import("../vault/restore-kept.js");
      await restoreKept(names, options, shell);
    });
  declarePart(command, "verify", "read everything and name what is not whole").action(
    async (options: VaultOptions) => {
      const { verifyKept } = await import("../vault/verify-kept.js");
      await verifyKept(options, shell);
    },
  );
  declarePart(command, "prune", "forget generations by a rule, and free what only they needed")
    .option("--keep-last <count>", "so many of each file stay", countFromZeroOption)
    .option("--older-than <age>", "only those that were kept before (90d, 1y, 2026-04-01)")
    .option("--session <name>", `only a session and what belongs to it: ${NAME}`)
    .option("--apply", "do it; without, it is only shown")
    .option(...UTC_TIMES)
    .action(async (options: PruneKeptOptions) => {
      const { pruneKept } = await import("../vault/verify-kept.js");
      await pruneKept(options, shell);
    });
};

const NAME = "a path, the end of one or a session's id, with @N or @ID for a generation";

function declarePart(command: Command, name: string, description: string): Command {
  return declareHome(command.command(name))
    .description(description)
    .option("--json", "one JSON document")
    .option("--debug", "show a stack with an error")
    .addHelpText("after", EXAMPLE);
}

const EXAMPLE = `
What refold keep took stays in <home>/vault (docs/vault.md). Nothing here changes it but prune --apply, and
restore --force, which keeps what it overwrites.

Example:
  $ refold vault list --gone
  $ refold vault restore 019d4d4a --as-of 2d --to rescued
  $ refold vault prune --keep-last 3 --older-than 90d --apply`;
