import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Repair } from "../../sessions/repair-file.js";
import { damageWords, READ_ALL_THE_SAME } from "../../sessions/damage-words.js";
import { writeFile } from "../export/write-file.js";
import { pathOption } from "../options.js";
import { byteFigure, counted, figure } from "../../projections/figures.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";

interface RepairOptions extends HomeOption {
  readonly output: string;
  readonly force?: true;
  readonly json?: true;
}

/** `refold repair`: a clean copy of a damaged rollout, and what it leaves out. */
export const declareRepair: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<file>", "a damaged rollout: Refold's own, or another tool's session")
    .requiredOption("-o, --output <file>", "where the clean copy goes (mode 0600)", pathOption)
    .option("--force", "overwrite the output if it exists")
    .option("--json", "print the report as JSON")
    .addHelpText("after", EXAMPLE)
    .action(async (path: string, { output, force, home, json }: RepairOptions) => {
      const { repairFile } = await import("../../sessions/repair-file.js");
      shell.progress.start("repairing", sizeOf(path));
      const repair = await repairFile(path, { onProgress: shell.progress.update });
      const { form, events, standIns, leftOut } = repair;
      const report = { form, events, standIns, leftOut };
      const sizeBytes = await writeFile(repair.parts(), {
        ...{ path: output, force, home, source: path },
      });
      shell.progress.stop();
      if (json === true) {
        const file = { file: resolve(path), output: resolve(output), sizeBytes };
        shell.output.json({ kind: "repaired", ...file, ...report }, { indent: 2 });
      } else {
        shell.output.text(repairLines(report, { output, sizeBytes }));
      }
    });
};

function sizeOf(path: string): number | null {
  try {
    return statSync(path).size;
  } catch {
    return null; // who opens it says why
  }
}

const EXAMPLE = `
The file itself is only read. Everything that can be read around the damage is kept byte for
byte; in a rollout of Refold's own, notices stand in for lost events, so that no offset moves.

Example:
  $ refold repair damaged.jsonl -o clean.jsonl`;

/** What a repair came to, for people: the copy, then every range that it leaves out. */
function repairLines(
  { form, events, standIns, leftOut }: Omit<Repair, "parts">,
  { output, sizeBytes }: { readonly output: string; readonly sizeBytes: number },
): readonly string[] {
  const kept = `${counted(events - standIns, "event")} kept (${form}), ${byteFigure(sizeBytes)}`;
  return [
    `${output}: ${kept}`,
    ...(standIns === 0 ? [] : [`${counted(standIns, "event")} lost: notices stand in for them`]),
    leftOut.length === 0 ? "nothing left out: the file is not damaged" : `${totalWords(leftOut)}:`,
    ...leftOut.map((place) => `  ${damageWords(place)}`),
  ];
}

function totalWords(leftOut: readonly Repair["leftOut"][number][]): string {
  const lost = leftOut.filter(({ reason }) => !READ_ALL_THE_SAME.has(reason));
  const bytes = lost.reduce((sum, place) => sum + place.bytes, 0);
  return `${counted(leftOut.length, "damaged place")}, ${figure(bytes)} B left out`;
}
