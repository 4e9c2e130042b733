import type { GoneKind } from "../../dialects/shared/slimming.js";
import { nounFor, visibleLine } from "../../projections/display-text.js";
import { byteFigure, counted, figure, sum } from "../../projections/figures.js";
import type { SlimReport } from "../../sessions/slim/slim-file.js";
import { padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";

/** A session that stays as it is, and why. */
export interface LeftAlone {
  readonly path: string;
  readonly reason: string;
}

export interface SlimSum {
  readonly applied: boolean;
  readonly keepTurns: number;
  readonly files: readonly SlimReport[];
  readonly left: readonly LeftAlone[];
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** What gives way in sessions, for people: a line for each that becomes shorter, kinds, the sum. */
export function* slimLines(report: SlimSum, { styles }: Output): Generator<string> {
  const { applied, files, left, keepTurns } = report;
  const shorter = files.filter((file) => file.bytesAfter < file.bytesBefore);
  for (const file of shorter) yield `${sizes(file)}  ${visibleLine(file.path)}`;
  const kinds = kindsOf(files);
  if (kinds.length > 0) yield styles.bold(applied ? "gave way" : "would give way");
  for (const { kind, count, bytes } of kinds) {
    const what = `${figure(count)} ${nounFor(count, kind)}`;
    yield `  ${padEnd(what, KIND_COLUMNS)}${padStart(byteFigure(bytes), SIZE_COLUMNS)}`;
  }
  for (const { path, reason } of left) yield `left as it is (${reason}): ${visibleLine(path)}`;
  yield styles.bold(
    `${counted(files.length, "session")}, ${figure(shorter.length)} shorter: ${sizes(report).trim()}`,
  );
  if (!applied && shorter.length > 0) {
    yield `nothing was written: --apply replaces them, and keeps ${counted(keepTurns, "turn")} that can be taken back`;
  }
}

const KIND_COLUMNS = 28;
const SIZE_COLUMNS = 10;

/** `  12.3 MB → 0.4 MB  (3 %)` */
function sizes({ bytesBefore, bytesAfter }: Pick<SlimSum, "bytesBefore" | "bytesAfter">): string {
  const [before, after] = [byteFigure(bytesBefore), byteFigure(bytesAfter)];
  const share = bytesBefore === 0 ? 100 : Math.ceil((100 * bytesAfter) / bytesBefore);
  return `${padStart(before, SIZE_COLUMNS)} → ${padStart(after, SIZE_COLUMNS)} (${share} %)`;
}

/** What gave way in all of them, the most first. */
function kindsOf(files: readonly SlimReport[]): readonly GoneKind[] {
  const gone = files.flatMap((file) => file.gone);
  const kinds = [...new Set(gone.map(({ kind }) => kind))].map((kind) => {
    const own = gone.filter((one) => one.kind === kind);
    return {
      kind,
      count: sum(own.map(({ count }) => count)),
      bytes: sum(own.map(({ bytes }) => bytes)),
    };
  });
  return kinds.toSorted((one, other) => other.bytes - one.bytes);
}
