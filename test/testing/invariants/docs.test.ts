import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { INVARIANTS } from "../../../src/testing/invariants/invariants.js";

const PAGE = readFileSync(new URL("../../../docs/check.md", import.meta.url), "utf8");

test("docs/check.md lists every invariant with its sentence and its source, and no other", () => {
  const rows = PAGE.split("\n").filter((line) => line.startsWith("| `"));
  const cells = rows.map((row) => row.split(/ +\| +|^\| | +\|$/).filter((cell) => cell !== ""));
  expect(cells).toEqual(
    INVARIANTS.map(({ name, sentence, source }) => [`\`${name}\``, sentence, source]),
  );
});

test("every invariant has a name of its own, in two parts", () => {
  const names = INVARIANTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z-]+\/[a-z0-9-]+$/);
});
