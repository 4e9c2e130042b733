import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callRefold } from "../cli/run-refold.js";

const README = readFileSync(
  fileURLToPath(new URL("../../examples/experiment/README.md", import.meta.url)),
  "utf8",
);
const EXAMPLE = /```\n\$ npx refold (.+)\n([\s\S]*?)```/g;

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "refold-example-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.each([...README.matchAll(EXAMPLE)].map(([, words = "", table = ""]) => [words, table]))(
  "the example's README shows what `refold %s` prints",
  async (words, table) => {
    expect(table).not.toBe("");
    expect(await callRefold(words.split(" "), { home })).toEqual({
      code: 0,
      stdout: table,
      stderr: "",
    });
  },
);
