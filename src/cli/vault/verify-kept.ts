import { byteFigure, counted, figure, sum } from "../../projections/figures.js";
import { visibleLine } from "../../projections/display-text.js";
import {
  placeOf,
  filesOfSession,
  findKept,
  type FoundKept,
  numberOf,
} from "../../vault/find-kept.js";
import { verifyVault } from "../../vault/verify-vault.js";
import { ExitCode, type Shell } from "../shell.js";
import { keptJson } from "./show-kept.js";
import { type VaultOptions, withVault } from "./with-vault.js";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { invalidArgument } from "../../errors.js";
import type { KeptFile } from "../../vault/catalog.js";
import { INDEX_FOLDER } from "../../sessions/listing/derived-index.js";
import { measurePrune, prunable, pruneVault, WORTHWHILE_SHARE } from "../../vault/prune.js";
import { parseMoment } from "../options.js";

/** `refold vault verify`. */
export async function verifyKept({ home, json }: VaultOptions, shell: Shell): Promise<void> {
  const { output, progress } = shell;
  await withVault(home, shell, async (vault) => {
    const packs = vault.packs.list();
    const bytes = sum(packs.map(({ path }) => vault.fileSystem.status(path)?.sizeBytes ?? 0));
    progress.start("verifying", bytes);
    const { generations, damaged, places, packBytes } = verifyVault(vault, progress.update);
    progress.stop();
    if (damaged.length + places.length > 0) shell.exitCode = ExitCode.refused;
    if (json) {
      const named = damaged.map(keptJson);
      output.json({ generations, packBytes, damaged: named, places }, { indent: 2 });
      return;
    }
    for (const { file, byte, reason } of places) {
      output.text(`damage: ${file}, at byte ${byte ?? 0}: ${reason}`);
    }
    for (const kept of damaged) {
      output.text(`not whole: ${visibleLine(placeOf(kept.file))}@${numberOf(kept)}`);
    }
    const whole = generations - damaged.length;
    const of = `${counted(generations, "generation")}, ${byteFigure(packBytes)}`;
    output.text(damaged.length === 0 ? `${of}: all whole` : `${of}: ${figure(whole)} whole`);
  });
}

export interface PruneKeptOptions extends VaultOptions {
  readonly keepLast?: number;
  readonly olderThan?: string;
  readonly session?: string;
  readonly apply?: true;
}

/** `refold vault prune`. Dry, unless it is said otherwise. */
export async function pruneKept(options: PruneKeptOptions, shell: Shell): Promise<void> {
  const { keepLast, olderThan, session, apply, home, json } = options;
  const { output, progress } = shell;
  if (keepLast === undefined && olderThan === undefined && session === undefined) {
    throw invalidArgument(
      "no rule is given",
      "Say --keep-last N, --older-than AGE or --session NAME.",
    );
  }
  const before = olderThan && parseMoment(olderThan, "--older-than", output.times).getTime();
  const rule = {
    keepLast: keepLast ?? (olderThan === undefined ? 0 : 1),
    before: before || (session === undefined ? Infinity : Number.MAX_SAFE_INTEGER),
  };
  // Who names a session wants it gone; other rules are for room.
  const freeing = { leastShare: session === undefined ? WORTHWHILE_SHARE : 0 };
  await withVault(home, shell, async (vault) => {
    const all = vault.files();
    const files = session === undefined ? all : filesOfSession(all, findKept(all, session));
    const pruned = prunable(files, rule);
    const { before: packBytes, after, left } = measurePrune(vault, pruned, freeing);
    const what = { generations: pruned.map(keptJson), packBytes, after, left };
    if (!json) output.text(prunedLines(pruned));
    if (apply) {
      progress.start("pruning", packBytes);
      await pruneVault(vault, pruned, { ...freeing, onProgress: progress.update });
      // Indexes may hold text of what was forgotten.
      await rm(join(vault.folder, INDEX_FOLDER), { recursive: true, force: true });
      progress.stop();
    }
    if (json) output.json({ ...what, applied: apply === true }, { indent: 2 });
    else {
      const freed = byteFigure(packBytes - after);
      const count = counted(pruned.length, "generation");
      const reason = whyNoMore(pruned, { freedBytes: packBytes - after, leftBytes: left });
      output.text(
        apply
          ? `${count} pruned, ${freed} freed${reason}`
          : `${count} would go, and free ${freed}${reason}; --apply does it`,
      );
    }
  });
}

/** What else might have been freed, and is not. */
function whyNoMore(
  pruned: readonly FoundKept[],
  { freedBytes, leftBytes }: { readonly freedBytes: number; readonly leftBytes: number },
): string {
  if (leftBytes > 0) {
    const left = byteFigure(leftBytes);
    return ` (${left} that nothing needs stay: less than a tenth of each pack that they are in)`;
  }
  if (freedBytes > 0) return "";
  return pruned.length === 0
    ? " (by this rule every generation stays)"
    : " (generations that stay need all that they had)";
}

/** A line for each file. */
function prunedLines(pruned: readonly FoundKept[]): readonly string[] {
  const byFile = new Map<KeptFile, number>();
  for (const { file } of pruned) byFile.set(file, (byFile.get(file) ?? 0) + 1);
  return [...byFile].map(
    ([file, count]) => `${count} of ${file.generations.length}  ${visibleLine(placeOf(file))}`,
  );
}
