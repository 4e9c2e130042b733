import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const EXAMPLE = /```\n\$ npx refold (.+)\n([\s\S]*?)```/g;

describe("the README", () => {
  test.each(
    [...README.matchAll(EXAMPLE)].map(([, command = "", output = ""]) => [command, output]),
  )("shows what `refold %s` prints", (command, output) => {
    const args = [join(ROOT, "bin/refold.js"), ...command.split(" ")];
    expect(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" })).toBe(output);
  });

  test("names only files that are there", () => {
    const links = [...README.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    expect(
      links.filter((link) => !existsSync(join(dirname(join(ROOT, "README.md")), link))),
    ).toEqual([]);
  });
});
