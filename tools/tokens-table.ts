import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tokensOfText } from "../src/events/bytes.js";
import { loadTokenCounter } from "../src/projections/tokens/exact-tokens.js";
import { estimateTextTokens } from "../src/projections/tokens/script-aware.js";
import { markdownTable } from "./markdown-table.js";
import { writeMarkedBlock } from "./marked-block.js";

/** Writes the accuracy table of docs/tokens.md anew: `npm run tokens-table`, from the repository's root. */

const CORPUS = "fixtures/corpus";
const PAGE = "docs/tokens.md";
const count = await loadTokenCounter("o200k_base");

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly exact: number;
  readonly scriptAware: number;
  readonly coarse: number;
}

const rows = readdirSync(CORPUS).sort().map(rowOf);
writeMarkedBlock(PAGE, "table", table([...rows, sumOf(rows)]));

function rowOf(file: string): Row {
  const text = readFileSync(join(CORPUS, file), "utf8");
  return {
    name: file.replace(/\.txt$/, "").replaceAll("-", " "),
    bytes: Buffer.byteLength(text),
    exact: count(text),
    scriptAware: estimateTextTokens(text),
    coarse: tokensOfText(text),
  };
}

function sumOf(all: readonly Row[]): Row {
  const sum = (value: (row: Row) => number) => all.reduce((total, row) => total + value(row), 0);
  return {
    name: "all",
    bytes: sum((row) => row.bytes),
    exact: sum((row) => row.exact),
    scriptAware: sum((row) => row.scriptAware),
    coarse: sum((row) => row.coarse),
  };
}

function table(all: readonly Row[]): string {
  const cells = all.map((row) => [
    row.name,
    String(row.bytes),
    String(row.exact),
    `${row.scriptAware} (${off(row.scriptAware, row.exact)})`,
    `${row.coarse} (${off(row.coarse, row.exact)})`,
  ]);
  return markdownTable(["text", "bytes", "exact", "script-aware", "coarse"], cells);
}

function off(estimate: number, exact: number): string {
  const percent = (estimate / exact - 1) * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)} %`;
}
