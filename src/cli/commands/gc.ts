import { nounFor } from "../../projections/display-text.js";
import { storeHome } from "../../store/jsonl/home.js";
import { ExitCode } from "../exit-code.js";
import { byteFigure, counted } from "../../projections/figures.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";

interface GarbageOptions extends HomeOption {
  readonly dryRun?: true;
}

/** `refold gc`: removes the blobs that no thread names. */
export const declareGarbage: DeclareCommand = (command, shell) => {
  declareHome(command)
    .option("-n, --dry-run", "only show what would be removed")
    .addHelpText("after", EXAMPLE)
    .action(async (options: GarbageOptions) => {
      const { collectGarbage } = await import("../../store/jsonl/collect-garbage.js");
      const { output, messages } = shell;
      const dryRun = options.dryRun === true;
      const report = await collectGarbage({ home: storeHome(options.home), dryRun });
      const { removed, leftovers, unreadable, keptBlobs } = report;
      for (const { hash, sizeBytes } of removed) {
        output.text(`${hash}  ${byteFigure(sizeBytes)}`);
      }
      for (const path of leftovers) output.text(path);
      const bytes = removed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const gone = dryRun ? "would go" : "removed";
      output.text(
        `${counted(removed.length, "blob")} ${gone}, ${byteFigure(bytes)}; ${keptBlobs} ${nounFor(keptBlobs, "stays", "stay")}`,
      );
      for (const { message, remedy } of unreadable) {
        messages.text(`refold: ${message}; no blob is removed while it may name some\n${remedy}`);
        shell.exitCode = ExitCode.refused;
      }
    });
};

const EXAMPLE = `
Images and other large content stand in blobs beside the threads. A blob that was stored within the
last hour is spared: the event that names it may be on its way.

Example:
  $ refold gc --dry-run`;
