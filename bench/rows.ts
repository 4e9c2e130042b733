import { readdirSync } from "node:fs";
import { rankNames } from "../src/nearest-names.js";
import type { Row } from "./row.js";

const NEAREST = 3;
/** A row as it was compiled; or as it was written, where a test runner loads it. */
const ROW_FILE = /^([a-z-]+)\.(?:js|ts)$/;

/** The names of the rows: one file each in `rows/`, in the order of their names. */
export function rowNames(): string[] {
  const files = readdirSync(new URL("./rows/", import.meta.url));
  return files.flatMap((file) => ROW_FILE.exec(file)?.[1] ?? []).sort();
}

/** These take long: they run when they are named. */
const ON_REQUEST: ReadonlySet<string> = new Set(["growth", "load"]);

/** The rows that run when none is named. */
export function usualRowNames(): string[] {
  return rowNames().filter((name) => !ON_REQUEST.has(name));
}

export async function rowNamed(name: string): Promise<Row> {
  const module: unknown = await import(`./rows/${name}.js`);
  if (!isRowModule(module)) throw new Error(`bench/rows/${name}.ts exports no row`);
  return module.row;
}

/** The rows whose names are spelled most like this one, nearest first. */
export function nearestRows(
  name: string,
  known: readonly string[] = rowNames(),
): readonly string[] {
  return rankNames(name, known).slice(0, NEAREST);
}

function isRowModule(module: unknown): module is { readonly row: Row } {
  return typeof module === "object" && module !== null && "row" in module;
}
