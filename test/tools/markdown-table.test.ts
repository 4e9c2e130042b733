import { expect, test } from "vitest";
import { markdownTable } from "../../tools/markdown-table.js";

test("a bar in a cell is escaped, so that its row has as many columns as the others", () => {
  expect(markdownTable(["what", "time"], [["/here|there/", "1 ms"]]).split("\n")).toEqual([
    "| what          | time |",
    "| ------------- | ---: |",
    "| /here\\|there/ | 1 ms |",
  ]);
});
