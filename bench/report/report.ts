import { lengthWords } from "../lengths.js";
import type { Run } from "../run.js";
import { verdictOf } from "../verdict.js";
import { isResult } from "../outcome.js";
import { budgetTables } from "./budget-table.js";
import { growthTables } from "./growth-table.js";
import { peerTables } from "./peer-tables.js";
import { renderText } from "./render-text.js";
import type { Table } from "./table.js";

const USUAL_COLUMNS = 80;
const MOST_COLUMNS = 120;

/** What a run found, for people. */
export function renderReport(run: Run, columns = USUAL_COLUMNS): string {
  const shown = reportTables(run).map((table) =>
    renderText(table, Math.min(columns, MOST_COLUMNS)),
  );
  return ["", headOf(run), ...shown, sumOf(run)].join("\n\n");
}

/** The tables of a run, in the order in which they are read. */
export function reportTables({ outcomes, isWhole }: Run): readonly Table[] {
  return [...budgetTables(outcomes, isWhole), ...growthTables(outcomes), ...peerTables(outcomes)];
}

/** On what machine, at which lengths. */
export function headOf({ machine, isQuick, sizes, items }: Run): string {
  const { processors, node, platform } = machine;
  const where = `${processors} ${processors === 1 ? "core" : "cores"}, Node.js ${node}, ${platform}`;
  const lengths = `large thread ${lengthWords(items)} items, lengths ${sizes.map(lengthWords).join(", ")}`;
  const quick = isQuick ? ". A quick run: the budgets are meant for 100k items" : "";
  return `${where}; ${lengths}${quick}.`;
}

function sumOf({ outcomes, seconds }: Run): string {
  const verdicts = outcomes.filter(isResult).map(verdictOf);
  const count = (wanted: string): number => verdicts.filter((found) => found === wanted).length;
  return `${count("met")} budgets met, ${count("NOT MET")} not met, in ${seconds} s.`;
}
