import { lengthWords } from "../lengths.js";
import { isPeerRun, type Outcome, type PeerRun } from "../outcome.js";
import { PEER_MEASURES } from "../peer-measures.js";
import { growthWords } from "./growth.js";
import { plainFigure } from "./figure.js";
import type { Table } from "./table.js";

/**
 * The contenders side by side: a table for each length, so that only equal lengths are compared, and
 * one that says how each contender's costs grow.
 */
export function peerTables(outcomes: readonly Outcome[]): readonly Table[] {
  const runs = outcomes.filter(isPeerRun);
  const places = [...new Set(runs.map(({ on }) => on))];
  const kinds = places.flatMap((place) =>
    [false, true].map((compactions) =>
      runs.filter((run) => run.on === place && run.compactions === compactions),
    ),
  );
  return kinds.flatMap((kind) => [
    ...lengthsIn(kind).map((items) => sideBySide(kind.filter((run) => run.items === items))),
    ...(lengthsIn(kind).length > 1 ? [growthOf(kind)] : []),
  ]);
}

const HEADINGS = Object.values(PEER_MEASURES);

function sideBySide(runs: readonly PeerRun[]): Table {
  const title = `Side by side, ${lengthWords(runs[0]?.items ?? 0)} items${kindOf(runs)}`;
  return { title, headings: ["contender", ...HEADINGS], rows: runs.map(figuresOf) };
}

function figuresOf({ contender, figures, stopped }: PeerRun): string[] {
  const name = stopped === null ? contender : `${contender} (stopped: ${stopped})`;
  const cells = Object.keys(PEER_MEASURES).map((measure) => {
    const value = figures[measure];
    return value === undefined ? "–" : plainFigure(value);
  });
  return [name, ...cells];
}

function growthOf(runs: readonly PeerRun[]): Table {
  const contenders = [...new Set(runs.map(({ contender }) => contender))];
  const rows = contenders.map((contender) => {
    const own = runs.filter((run) => run.contender === contender);
    return [contender, ...Object.keys(PEER_MEASURES).map((measure) => wordsFor(own, measure))];
  });
  const title = `How each grows with the length${kindOf(runs)}`;
  return { title, headings: ["contender", ...HEADINGS], rows };
}

function wordsFor(runs: readonly PeerRun[], measure: string): string {
  const points = runs.flatMap(({ items, figures }) => {
    const value = figures[measure];
    return value === undefined ? [] : [{ items, value }];
  });
  return growthWords(points.sort((one, other) => one.items - other.items));
}

function kindOf(runs: readonly PeerRun[]): string {
  const { on, compactions = false } = runs[0] ?? {};
  const place = on === undefined ? "" : `, on ${on}`;
  return `${place}${compactions ? ", compacted every 250 KB" : ""}`;
}

function lengthsIn(runs: readonly PeerRun[]): number[] {
  return [...new Set(runs.map(({ items }) => items))].sort((one, other) => one - other);
}
