import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The hash of each case's text, by the case's name. */
export type Expected = ReadonlyMap<string, string>;

const FILE = "tools/goldens/expected.txt";

/** Reads the accepted hashes, a case a line. */
export function readExpected(): Expected {
  const lines = existsSync(FILE) ? readFileSync(FILE, "utf8").split("\n") : [];
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => {
        const end = line.indexOf(" ");
        return [line.slice(end + 2), line.slice(0, end)];
      }),
  );
}

export function writeExpected(expected: Expected): void {
  const lines = [...expected].map(([name, hash]) => `${hash}  ${name}\n`);
  writeFileSync(FILE, lines.toSorted((a, b) => compareNames(a.slice(18), b.slice(18))).join(""));
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
