import type { GoneKind } from "../../dialects/shared/slimming.js";
import type { RefoldErrorCode } from "../../errors.js";
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
  if (files.length === 0) yield "no session that could become shorter";
  else {
    const sum = `${counted(files.length, "session")}, ${figure(shorter.length)} shorter: `;
    yield styles.bold(`${sum}${sizes(report).trim()}`);
  }
  if (shorter.length === 0) return;
  if (applied) {
    yield "the vault has the originals: refold vault show FILE lists them, refold vault restore FILE@N gives one back";
    return;
  }
  const turns = counted(keepTurns, "turn");
  yield `nothing was written: --apply replaces them, and ${turns} can be taken back afterwards`;
  yield* obstacles(shorter);
}

const OBSTACLES: Partial<Readonly<Record<RefoldErrorCode, string>>> = {
  "session-open": "open in a process: end it first",
  "slim-refused": "in a home with an index of byte positions: end Codex, then say --drop-index",
  "write-failed": "in a place that may not be written to",
};

/** What --apply would refuse now. */
function* obstacles(files: readonly SlimReport[]): Generator<string> {
  const codes = files.flatMap(({ obstacle }) => obstacle ?? []);
  for (const code of new Set(codes)) {
    const count = codes.filter((one) => one === code).length;
    yield `${figure(count)} of them not now: ${OBSTACLES[code] ?? code}`;
  }
}

const KIND_COLUMNS = 28;
const SIZE_COLUMNS = 10;

/** `  12.3 MB → 0.4 MB  (3 %)` */
function sizes({ bytesBefore, bytesAfter }: Pick<SlimSum, "bytesBefore" | "bytesAfter">): string {
  const [before, after] = [byteFigure(bytesBefore), byteFigure(bytesAfter)];
  const share = Math.ceil((100 * bytesAfter) / Math.max(1, bytesBefore));
  const least = bytesAfter < bytesBefore ? 99 : 100; // what became shorter is not all of it
  return `${padStart(before, SIZE_COLUMNS)} → ${padStart(after, SIZE_COLUMNS)} (${Math.min(share, least)} %)`;
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
