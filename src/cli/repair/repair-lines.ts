import type { LeftOut, Repair } from "../../runtime/repair/repair.js";
import { byteFigure, counted, figure } from "../output/figures.js";
import { damageWords, READ_ALL_THE_SAME } from "../replay/summary-lines.js";

/** What a repair came to, for people: the copy, then every range that it leaves out. */
export function repairLines(
  { form, events, standIns, leftOut }: Omit<Repair, "parts">,
  { output, sizeBytes }: { readonly output: string; readonly sizeBytes: number },
): readonly string[] {
  const kept = `${counted(events - standIns, "event")} kept (${form}), ${byteFigure(sizeBytes)}`;
  return [
    `${output}: ${kept}`,
    ...(standIns === 0 ? [] : [`${counted(standIns, "event")} lost: notices stand in for them`]),
    ...(leftOut.length === 0 ? ["nothing was left out: the file is not damaged"] : []),
    ...(leftOut.length === 0 ? [] : [`${totalWords(leftOut)}:`]),
    ...leftOut.map((place) => `  ${damageWords(place)}`),
  ];
}

function totalWords(leftOut: readonly LeftOut[]): string {
  const lost = leftOut.filter(({ reason }) => !READ_ALL_THE_SAME.has(reason));
  const bytes = lost.reduce((sum, place) => sum + place.bytes, 0);
  return `${counted(leftOut.length, "damaged place")}, ${figure(bytes)} B left out`;
}
