import { Command, InvalidArgumentError } from "commander";
import { SHAPES } from "./growth-shapes.js";
import { nearestRows, rowNames, usualRowNames } from "./rows.js";

export interface BenchOptions {
  readonly quick: boolean;
  /** In the order in which they are to run. */
  readonly rows: readonly string[];
  /** Length of the large thread; absent: the run's usual one. */
  readonly items?: number | undefined;
  /** Of the row growth: what contains this, of `SHAPE: COMMAND`. */
  readonly only: string;
  /** Of the row growth: this size of each shape alone. */
  readonly size?: number | undefined;
}

/**
 * What the command line asks for.
 * @param words the arguments after `npm run bench --`
 * @throws {CommanderError} help was asked for, or something is wrong; it has been said on stderr
 */
export function readOptions(
  words: readonly string[],
  say: (text: string) => void = (text) => process.stderr.write(text),
): BenchOptions {
  const command = new Command("bench")
    .description("Measures every budget against its floor, in one run, here.")
    .option("--quick", "small threads, few rounds: under a minute", false)
    .option("--row <name>", "this row only; may be given several times", collectRow, [])
    .option("--items <count>", "length of the large thread (100000; quick: 2000)", readItems)
    .option("--only <text>", "of the row growth: what has the text in SHAPE: COMMAND", "")
    .option("--size <count>", "of the row growth: this size alone", readSize)
    .showSuggestionAfterError()
    .addHelpText("after", `\nRows: ${rowNames().join(", ")}\n\nExample:\n  ${EXAMPLE}`)
    .exitOverride()
    .configureOutput({ writeErr: say });
  const { row, ...options } = command
    .parse([...words], { from: "user" })
    .opts<Omit<BenchOptions, "rows"> & { row: readonly string[] }>();
  return { ...options, rows: row.length > 0 ? row : usualRowNames() };
}

const EXAMPLE = "$ npm run bench -- --quick --row append --row fork";

function collectRow(name: string, earlier: readonly string[]): string[] {
  if (rowNames().includes(name)) return [...earlier, name];
  throw new InvalidArgumentError(`did you mean ${nearestRows(name).join(" or ")}?`);
}

function readItems(text: string): number {
  const items = Number(text);
  if (Number.isSafeInteger(items) && items >= 1_000) return items;
  throw new InvalidArgumentError("a whole number from 1000 on is needed.");
}

function readSize(text: string): number {
  const size = Number(text);
  if (SHAPES.some(({ sizes }) => sizes.includes(size))) return size;
  const sizes = [...new Set(SHAPES.flatMap((shape) => shape.sizes))].sort(
    (one, other) => one - other,
  );
  throw new InvalidArgumentError(`sizes are ${sizes.join(", ")}.`);
}
