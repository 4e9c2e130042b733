import { readdirSync } from "node:fs";
import type { Row } from "./row.js";

/** The names of the rows: one file each in `rows/`, in the order of their names. */
export function rowNames(): string[] {
  const files = readdirSync(new URL("./rows/", import.meta.url));
  return files
    .filter((file) => file.endsWith(".js"))
    .map((file) => file.slice(0, -3))
    .sort();
}

export async function rowNamed(name: string): Promise<Row> {
  const module: unknown = await import(`./rows/${name}.js`);
  if (!isRowModule(module)) throw new Error(`bench/rows/${name}.ts exports no row`);
  return module.row;
}

function isRowModule(module: unknown): module is { readonly row: Row } {
  return typeof module === "object" && module !== null && "row" in module;
}
