import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { pagerCommand } from "../../../src/cli/output/pager.js";
import { callRefold, runRefold } from "../run-refold.js";
import { CLEAN, written } from "../written-files.js";

const BIN = fileURLToPath(new URL("../../../bin/refold.js", import.meta.url));
const terminal = { isTTY: true };

test.each([
  [{ REFOLD_PAGER: "mine -x", PAGER: "other" }, "mine -x"],
  [{ PAGER: "more" }, "more"],
  [{ PAGER: "cat" }, null],
  [{ REFOLD_PAGER: "", PAGER: "more" }, null],
  [{ PAGER: "more", TERM: "dumb" }, null],
  [{ PATH: "/nonexistent" }, null],
])("with %j the pager is %s", (environment, command) => {
  expect(pagerCommand(terminal, environment)).toBe(command);
  expect(pagerCommand({ isTTY: false }, environment)).toBeNull();
});

/** `script` of util-linux gives a command a terminal of its own. */
const hasTerminal = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

interface OnTerminal {
  readonly pager: string;
  readonly terminal?: string;
  readonly columns?: number;
}

function onTerminal(
  words: readonly string[],
  { pager, columns = 80, terminal: TERM = "xterm" }: OnTerminal,
) {
  const command = [process.execPath, BIN, ...words].map((word) => `'${word}'`).join(" ");
  const env = { ...process.env, REFOLD_PAGER: pager, NO_COLOR: "1", TERM };
  const within = `stty cols ${columns} rows 24; ${command}`;
  const { status, stdout } = spawnSync("script", ["-qec", within, "/dev/null"], { env });
  return { status, lines: stdout.toString("utf8").replaceAll("\r", "").trimEnd().split("\n") };
}

describe.skipIf(!hasTerminal)("on a terminal", () => {
  const pager = "sed s/^/paged:/";
  const isPaged = (line: string) => line.startsWith("paged:");

  test.each([
    ["replay", CLEAN],
    ["transcript", CLEAN],
  ])("%s goes through the pager as it is printed elsewhere", async (...words) => {
    const { status, lines } = onTerminal(words, { pager });
    expect(status).toBe(0);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.every(isPaged)).toBe(true);
    const { stdout } = await callRefold(words);
    expect(lines).toEqual(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => `paged:${line}`),
    );
  });

  test("nothing goes through the pager with --no-pager, and lines are as long as the terminal is wide", () => {
    for (const columns of [60, 140]) {
      const { status, lines } = onTerminal(["log", CLEAN, "--no-pager"], { pager, columns });
      expect(status).toBe(0);
      expect(lines.some(isPaged)).toBe(false);
      expect(Math.max(...lines.map((line) => line.length))).toBe(columns);
    }
  });

  test("images are shown by a terminal that can, without the pager", () => {
    const words = ["show", "fixtures/images.jsonl", "8"];
    const shown = onTerminal(words, { pager, terminal: "xterm-kitty" });
    expect(shown.lines.filter((line) => line.startsWith("\x1b_Ga=T,f=100,m=0;"))).toHaveLength(2);
    expect(shown.lines.some(isPaged)).toBe(false);
    const without = onTerminal([...words, "--no-images"], { pager, terminal: "xterm-kitty" });
    expect(without.lines.every(isPaged)).toBe(true);
  });

  test("a pager that ends early ends the command, whose exit code is kept", () => {
    const line = JSON.stringify({
      ...{ timestamp: "2026-04-02T08:44:00.000Z", type: "response_item" },
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: "again" }] },
    });
    const long = readFileSync(CLEAN, "utf8") + `${line}\n`.repeat(1_500);
    const whole = written("long.jsonl", long);
    expect(onTerminal(["log", whole], { pager: "head -n 3" })).toMatchObject({ status: 0 });
    const torn = written("long-torn.jsonl", `${long}{"timestamp":"2026`);
    const { status, lines } = onTerminal(["replay", torn], { pager: "head -n 3" });
    expect(status).toBe(1);
    expect(lines.length).toBe(3);
  });

  test("what is wrong with a session is said after the pager has ended", () => {
    const torn = written("torn.jsonl", `${readFileSync(CLEAN, "utf8")}{"timestamp":"2026`);
    const { status, lines } = onTerminal(["log", torn], { pager: "sleep 0.3; cat -" });
    expect(status).toBe(1);
    expect(lines.at(-1)).toMatch(/^refold: damage: line 38/);
  });

  test("a pager that cannot be run is an error", () => {
    const { status, lines } = onTerminal(["log", CLEAN], { pager: "no-such-pager" });
    expect(status).toBe(2);
    expect(lines.join("\n")).toContain("the pager cannot be run: no-such-pager");
  });
});

test("what is piped is not paged, and as wide as COLUMNS says", async () => {
  const { stdout } = await runRefold(["log", CLEAN]);
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBe(80);
});
