import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { callRefold } from "./run-refold.js";
import { CLEAN, written } from "./written-files.js";

const Explained = z.object({ repairs: z.array(z.unknown()), body: z.unknown() });

/** A session of gpt-5.2-codex's, whose outputs may take 10,000 tokens, with a long output. */
function longOutput(): string {
  const lines = readFileSync(CLEAN, "utf8").split("\n");
  const index = lines.findIndex((line) => line.includes('"function_call_output"'));
  const line = lines[index] ?? "";
  const long = line.replace('"output":"', `"output":"${"high water ".repeat(2000)}`);
  return written("long-output.jsonl", lines.with(index, long).join("\n"));
}

test("a prompt for a model with a tighter policy cuts outputs again, and says so", async () => {
  const session = longOutput();
  const own = await callRefold(["prompt", session]);
  expect(own).toMatchObject({ code: 0, stderr: "" });
  const tight = await callRefold(["prompt", session, "--model", "gpt-5.2"]);
  expect(tight.stderr).toBe(
    "refold: 1 tool output cut to the policy of gpt-5.2: 10,000 bytes (--explain lists it)\n",
  );
  expect(tight.stdout).toMatch(/…\d+ chars truncated…/);
  expect(tight.stdout.length).toBeLessThan(own.stdout.length - 9000);
  const explained = await callRefold(["prompt", session, "--model", "gpt-5.2", "--explain"]);
  const { repairs, body } = Explained.parse(JSON.parse(explained.stdout));
  expect(repairs).toContainEqual(expect.objectContaining({ kind: "output-bounded", ref: "11" }));
  expect(body).toEqual(JSON.parse(tight.stdout));
  // Nobody has named a policy of its outputs: they stay as they were recorded.
  const other = await callRefold(["prompt", session, "--model", "claude-opus-4-5"]);
  expect(other).toMatchObject({ code: 0, stderr: "" });
  expect(other.stdout).not.toContain("truncated…");
});

test("a prompt for Anthropic is marked to be cached, as the pauses ask for or as one says", async () => {
  const asked = ["prompt", longOutput(), "--provider", "anthropic", "--model", "claude-opus-4-8"];
  const { stdout } = await callRefold([...asked, "--explain"]);
  const { cache } = z.object({ cache: z.unknown() }).parse(JSON.parse(stdout));
  expect(cache).toEqual({ marks: "5m", pausesMs: expect.any(Array) as unknown });
  expect(stdout).toContain('"type": "ephemeral"');
  const hour = await callRefold([...asked, "--cache", "1h"]);
  expect(hour.stdout).toContain('"ttl": "1h"');
  const none = await callRefold([...asked, "--cache", "none"]);
  expect(none.stdout).not.toContain("cache_control");
});

test("what is left out to fit is told, and that nothing is left to send", async () => {
  const fitted = await callRefold(["prompt", CLEAN, "--fit", "600"]);
  expect(fitted.stderr).toMatch(
    /^refold: \d+ items left out to fit into 600 tokens \(--explain lists them\)\n$/,
  );
  const least = await callRefold(["prompt", CLEAN, "--fit", "1"]);
  expect(least.stderr).toContain("refold: nothing of the history is left to send\n");
  expect(least.stderr).toMatch(
    /it does not fit into 1 token: about \d+ tokens that may not be left/,
  );
  expect(least.code).toBe(0);
  expect(await callRefold(["prompt", CLEAN, "--fit", "9000"])).toMatchObject({ stderr: "" });
});
