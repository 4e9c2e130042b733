import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tokensOfText } from "../src/events/token-bytes.js";
import { loadTokenCounter } from "../src/projections/tokens/exact-tokens.js";
import { estimateTextTokens } from "../src/projections/tokens/script-aware.js";

/** Writes the accuracy table of docs/tokens.md anew: `npm run tokens-table`, from the repository's root. */

const CORPUS = "fixtures/corpus";
const PAGE = "docs/tokens.md";
const OPEN = "<!-- table: npm run tokens-table -->\n";
const CLOSE = "<!-- end of table -->";

const count = await loadTokenCounter("o200k_base");

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly exact: number;
  readonly scriptAware: number;
  readonly coarse: number;
}

const rows = readdirSync(CORPUS).sort().map(rowOf);
const page = readFileSync(PAGE, "utf8");
const [before, rest] = cutAt(page, OPEN);
const [, after] = cutAt(rest, CLOSE);
writeFileSync(PAGE, `${before}${OPEN}\n${table([...rows, sumOf(rows)])}\n${CLOSE}${after}`);

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
  const lines = [
    ["text", "bytes", "exact", "script-aware", "coarse"],
    ["----", "----:", "----:", "-----------:", "-----:"],
    ...cells,
  ];
  const widths = lines[0]?.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line, index) => {
      const padded = line.map((cell, column) => pad(cell, column, index, widths?.[column] ?? 0));
      return `| ${padded.join(" | ")} |\n`;
    })
    .join("");
}

function pad(cell: string, column: number, line: number, width: number): string {
  if (line === 1) return column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function off(estimate: number, exact: number): string {
  const percent = (estimate / exact - 1) * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)} %`;
}

function cutAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`${PAGE} has no line ${mark.trim()}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
