import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";

const GUIDE = readFileSync(
  fileURLToPath(new URL("../../docs/testing.md", import.meta.url)),
  "utf8",
);
const SOURCE = readFileSync(
  fileURLToPath(new URL("../../examples/testing/keep-newest.ts", import.meta.url)),
  "utf8",
);
const FOLDER = /\/\S*refold-counterexamples-\w+\//;

test("the guide shows the policy, and what the example prints about it", async () => {
  const printed: string[] = [];
  const log = vi
    .spyOn(console, "log")
    .mockImplementation((line: string) => void printed.push(line));
  await import("../../examples/testing/main.js");
  log.mockRestore();
  const output = printed.join("\n");
  const path = /refold replay (\S+)/.exec(output)?.[1] ?? "";
  expect(readFileSync(path, "utf8")).toContain("function_call_output");
  rmSync(path);
  expect(GUIDE.replace(FOLDER, "")).toContain(output.replace(FOLDER, ""));
  expect(SOURCE).toContain(/export function keepNewest[\s\S]*?\n}\n/.exec(GUIDE)?.[0]);
});
