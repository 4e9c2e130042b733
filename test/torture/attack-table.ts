import { markdownTable } from "../../tools/markdown-table.js";
import { readMarkedBlock, writeMarkedBlock } from "../../tools/marked-block.js";

/** What was tried, and what came of it; and how often. */
export type AttackRow = readonly [what: string, cases: string];

const HEADINGS = ["attack", "cases"];
const ROW = /^\| (\w+: .*?) +\| +([\d,]+) \|$/gm;

export function renderAttacks(rows: readonly AttackRow[]): string {
  return markdownTable(HEADINGS, rows);
}

/**
 * Writes the rows of one attack (`NAME: …`) into the table of a page, in place of those that an earlier
 * run left there: the attacks may run one by one.
 */
export function documentAttack(page: string, name: string, rows: readonly AttackRow[]): void {
  const known = [...readMarkedBlock(page, "attacks").matchAll(ROW)].map(
    ([, what = "", cases = ""]): AttackRow => [what, cases],
  );
  const isOfAttack = ([what]: AttackRow): boolean => what.startsWith(`${name}: `);
  const place = known.findIndex(isOfAttack);
  const others = known.filter((row) => !isOfAttack(row));
  const at = place < 0 ? others.length : place;
  writeMarkedBlock(page, "attacks", renderAttacks(others.toSpliced(at, 0, ...rows)));
}
