import { lengthWords } from "../lengths.js";
import { isResult, type Outcome, type Result } from "../outcome.js";
import { ratioOf } from "../verdict.js";
import { figure } from "./figure.js";
import { growthWords } from "./growth.js";
import type { Table } from "./table.js";

const BY_LENGTH = "By length of the thread, in items";

/** Each cost that depends on length: what it took at each length, and how it grows. */
export function growthTables(outcomes: readonly Outcome[]): readonly Table[] {
  const measured = outcomes.filter(isResult).filter(({ growth }) => growth !== undefined);
  return [...new Set(measured.map(tableOf))].flatMap((title) =>
    growthTable(
      title,
      measured.filter((result) => tableOf(result) === title),
    ),
  );
}

function growthTable(title: string, measured: readonly Result[]): readonly Table[] {
  const lengths = [...new Set(measured.map(itemsOf))].sort((one, other) => one - other);
  const costs = [...new Set(measured.map(({ growth }) => growth?.of ?? ""))];
  if (lengths.length < 2) return [];
  const rows = costs.flatMap((cost) =>
    rowsOf(
      cost,
      lengths.map((items) =>
        measured.find((result) => result.growth?.of === cost && itemsOf(result) === items),
      ),
    ),
  );
  return [{ title, headings: ["what", ...lengths.map(lengthWords), "grows"], rows }];
}

function tableOf({ growth }: Result): string {
  return growth?.table ?? BY_LENGTH;
}

/** Where there is a floor, a second line says how many times its floor it took. */
function rowsOf(cost: string, points: readonly (Result | undefined)[]): string[][] {
  const known = points.filter((point) => point !== undefined);
  const grows = growthWords(
    known.map((point) => ({ items: itemsOf(point), value: point.measured })),
  );
  const values = points.map((point) =>
    point === undefined ? "–" : figure(point.measured, point.unit),
  );
  const ratios = points.map((point) => (point === undefined ? null : ratioOf(point)));
  const rows = [[cost, ...values, grows]];
  if (ratios.some((ratio) => ratio !== null)) {
    rows.push(["… times its floor", ...ratios.map((ratio) => ratio?.toFixed(2) ?? "–"), ""]);
  }
  return rows;
}

function itemsOf({ growth }: Result): number {
  return growth?.items ?? 0;
}
