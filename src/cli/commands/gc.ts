import { nounFor } from "../../projections/display-text.js";
import { withHome } from "../../store/open-home.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { byteFigure, counted } from "../../projections/figures.js";
import { declareHome, type HomeOption } from "../session.js";

interface GarbageOptions extends HomeOption {
  readonly dryRun?: true;
}

/** `refold gc`: removes the blobs that no thread names. */
export const declareGarbage: DeclareCommand = (command, shell) => {
  declareHome(command)
    .option("-n, --dry-run", "only show what would be removed")
    .addHelpText("after", EXAMPLE)
    .action((options: GarbageOptions) =>
      withHome(options.home, async (home) => {
        const dryRun = options.dryRun === true;
        if (home.kind === "folder") await collectInFolder(home.name, dryRun, shell);
        else tellRemoved(await home.store.collectGarbage({ dryRun }), { dryRun }, shell);
      }),
    );
};

async function collectInFolder(home: string, dryRun: boolean, shell: Shell): Promise<void> {
  const { collectGarbage } = await import("../../store/jsonl/collect-garbage.js");
  const report = await collectGarbage({ home, dryRun });
  const { removed, leftovers, unreadable, keptBlobs } = report;
  const kept = `; ${keptBlobs} ${nounFor(keptBlobs, "stays", "stay")}`;
  tellRemoved(removed, { dryRun, leftovers, kept }, shell);
  for (const { message, remedy } of unreadable) {
    shell.messages.text(`refold: ${message}; no blob is removed while it may name some\n${remedy}`);
    shell.exitCode = ExitCode.refused;
  }
}

interface Collection {
  readonly dryRun: boolean;
  /** Files that a crash left; absent: there are none. */
  readonly leftovers?: readonly string[];
  /** What is said of blobs that stay. */
  readonly kept?: string;
}

function tellRemoved(
  removed: readonly { readonly hash: string; readonly sizeBytes: number }[],
  { dryRun, leftovers = [], kept = "" }: Collection,
  { output }: Shell,
): void {
  for (const { hash, sizeBytes } of removed) output.text(`${hash}  ${byteFigure(sizeBytes)}`);
  for (const path of leftovers) output.text(path);
  const bytes = removed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const gone = dryRun ? "would go" : "removed";
  output.text(`${counted(removed.length, "blob")} ${gone}, ${byteFigure(bytes)}${kept}`);
}

const EXAMPLE = `
Images and other large content stand in blobs beside the threads. A blob that was stored within the
last hour is spared: the event that names it may be on its way.

Example:
  $ refold gc --dry-run`;
