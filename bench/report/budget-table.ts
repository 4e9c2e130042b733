import { DESIGN_BUDGETS } from "../budgets.js";
import { isLeftOut, isResult, type LeftOut, type Outcome, type Result } from "../outcome.js";
import { ratioOf, verdictOf } from "../verdict.js";
import { figure } from "./figure.js";
import type { Table } from "./table.js";

const HEADINGS = ["what", "measured", "floor", "ratio", "budget", "met"];

/**
 * Every budget, in the order of the table, whether it was measured or not; then whatever else was
 * measured. Lengths that have no budget are in the table of growth.
 */
export function budgetTables(outcomes: readonly Outcome[], isWhole: boolean): readonly Table[] {
  const lines = outcomes.filter((outcome) => isLeftOut(outcome) || isResult(outcome));
  const names = Object.keys(DESIGN_BUDGETS);
  const designed = names.flatMap((name) => {
    const own = lines.filter(({ design }) => design === name);
    return own.length === 0 && isWhole ? [notMeasured(name)] : own;
  });
  const others = lines.filter((line) => line.design === undefined && hasPlaceHere(line));
  return [
    { title: "Budgets", headings: HEADINGS, rows: designed.map(cells) },
    { title: "Also measured", headings: HEADINGS, rows: others.map(cells) },
  ].filter(({ rows }) => rows.length > 0);
}

function notMeasured(name: string): LeftOut {
  return { name, leftOut: "no row measured it" };
}

function hasPlaceHere(line: Result | LeftOut): boolean {
  return isLeftOut(line) || line.growth === undefined || verdictOf(line) !== "–";
}

function cells(line: Result | LeftOut): string[] {
  if (isLeftOut(line)) return [`${line.name} (left out: ${line.leftOut})`, "–", "–", "–", "–", "–"];
  const { name, unit, measured, floor } = line;
  return [
    name,
    figure(measured, unit),
    floor === null ? "–" : figure(floor, unit),
    ratioOf(line)?.toFixed(2) ?? "–",
    budgetWords(line),
    verdictOf(line),
  ];
}

function budgetWords({ budget, unit }: Result): string {
  const limits = [
    ...(budget.ratio === undefined ? [] : [`≤ ${budget.ratio} ×`]),
    ...(budget.most === undefined ? [] : [`≤ ${budget.most.toLocaleString("en-US")} ${unit}`]),
  ];
  return limits.length === 0 ? "–" : limits.join(", ");
}
