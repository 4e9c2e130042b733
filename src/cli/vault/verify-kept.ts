import { byteFigure, counted, figure } from "../../projections/figures.js";
import { visibleLine } from "../../projections/display-text.js";
import { placeOf } from "../../vault/find-kept.js";
import { verifyVault } from "../../vault/verify-vault.js";
import { ExitCode } from "../exit-code.js";
import type { Shell } from "../shell.js";
import { generationJson } from "./show-kept.js";
import { type VaultOptions, withVault } from "./with-vault.js";

/** `refold vault verify`. */
export async function verifyKept({ home, json }: VaultOptions, shell: Shell): Promise<void> {
  const { output, progress } = shell;
  await withVault(home, shell, async (vault) => {
    const sizes = vault.packs
      .list()
      .map(({ path }) => vault.fileSystem.status(path)?.sizeBytes ?? 0);
    progress.start(
      "verifying",
      sizes.reduce((sum, bytes) => sum + bytes, 0),
    );
    const { generations, damaged, places, packBytes } = verifyVault(vault, progress.update);
    progress.stop();
    if (damaged.length + places.length > 0) shell.exitCode = ExitCode.refused;
    if (json) {
      const named = damaged.map(({ file, generation }) => ({
        ...{ tool: file.tool, home: file.home, path: file.path },
        generation: generationJson(file, generation),
      }));
      output.json({ generations, packBytes, damaged: named, places }, { indent: 2 });
      return;
    }
    for (const { file, byte, reason } of places) {
      output.text(`damage: ${file}, at byte ${byte ?? 0}: ${reason}`);
    }
    for (const { file, generation } of damaged) {
      const number = file.generations.indexOf(generation) + 1;
      output.text(`not whole: ${visibleLine(placeOf(file))}@${number}`);
    }
    const whole = generations - damaged.length;
    const of = `${counted(generations, "generation")}, ${byteFigure(packBytes)}`;
    output.text(damaged.length === 0 ? `${of}: all whole` : `${of}: ${figure(whole)} whole`);
  });
}
