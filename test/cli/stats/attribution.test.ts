import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SPEND_CUTS } from "../../../src/projections/stats/spend-groups.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { callRefold } from "../run-refold.js";
import { statsOf, statsWith, writeLines } from "./counting.js";

const LINE = { sessionId: "s1", cwd: "/p", version: "2.1.0", isSidechain: false };
const EVENING = "2026-03-01T23:59:59.000Z";
const MORNING = "2026-03-02T00:00:01.000Z";

function said(content: unknown, line: object = {}): object {
  return {
    ...{ ...LINE, type: "user", uuid: "u1", parentUuid: null, timestamp: EVENING },
    ...{ message: { role: "user", content }, ...line },
  };
}

function answered(output: number, line: object, message: object = {}): object {
  return {
    ...{ ...LINE, type: "assistant", parentUuid: "u1", requestId: "r1", ...line },
    message: {
      ...{ id: "m1", type: "message", role: "assistant", model: "claude-opus-4-5" },
      ...{ content: [{ type: "text", text: "Yes." }], stop_reason: null },
      ...{ usage: { input_tokens: 10, output_tokens: output }, ...message },
    },
  };
}

function written(lines: readonly object[]): string {
  return writeLines(join(temporaryHome(), "session.jsonl"), lines);
}

describe("what is reported of an answer later counts where its request does", () => {
  const streamed = (model: string): string =>
    written([
      said("Go on."),
      answered(5, { uuid: "a1", timestamp: EVENING }, { model }),
      answered(50, { uuid: "a2", timestamp: MORNING }, { model, stop_reason: "end_turn" }),
    ]);

  test("on the day and in each row of it, none of which has less than nothing", async () => {
    const path = streamed("claude-opus-4-5");
    const { days } = await statsOf(path);
    expect(days).toMatchObject([{ day: "2026-03-01", requests: 1, output: 50, partialOutputs: 0 }]);
    for (const cut of SPEND_CUTS) {
      const { stdout } = await callRefold(["stats", "--json", "--utc", "--by", cut, path]);
      expect(JSON.parse(stdout)).toMatchObject({ groups: [{ output: 50, partialOutputs: 0 }] });
    }
  });

  test("and not at all where it was made before the time that is asked about", async () => {
    const { tokens } = await statsWith({ since: "2026-03-02" }, [streamed("claude-opus-4-5")]);
    expect(tokens).toMatchObject({ requests: 0, output: 0, partialOutputs: 0 });
  });

  test("of a model without a price no cost is known on any day", async () => {
    const { days } = await statsOf(streamed("nobody-1"));
    expect(days).toMatchObject([{ output: 50, cost: null, unpriced: 1 }]);
  });

  test("of a sub-agent too, that answers while its session does", async () => {
    const beside = { isSidechain: true, requestId: "r2" };
    const model = "claude-haiku-4-5";
    const path = written([
      said("Go on."),
      answered(5, { uuid: "a1", timestamp: EVENING }),
      answered(7, { ...beside, uuid: "b1", timestamp: EVENING }, { id: "m2", model }),
      answered(50, { uuid: "a2", timestamp: MORNING }, { stop_reason: "end_turn" }),
      answered(
        70,
        { ...beside, uuid: "b2", timestamp: MORNING },
        { id: "m2", model, stop_reason: "end_turn" },
      ),
    ]);
    const { days, models } = await statsOf(path);
    expect(days).toMatchObject([{ requests: 2, output: 120, partialOutputs: 0 }]);
    expect(models).toMatchObject([
      { model, output: 70, partialOutputs: 0 },
      { model: "claude-opus-4-5", output: 50, partialOutputs: 0 },
    ]);
  });
});

describe("what counts for a model", () => {
  test("is the turn that began before the first answer named it", async () => {
    const path = written([said("Go on."), answered(5, { uuid: "a1", timestamp: EVENING })]);
    expect(await statsWith({ model: "claude" }, [path])).toMatchObject({ turns: 1 });
    expect(await statsWith({ model: "gpt" }, [path])).toMatchObject({ turns: 0 });
  });

  test("is what a sub-agent's tool gave it", async () => {
    const beside = { isSidechain: true, timestamp: EVENING };
    const call = { type: "tool_use", id: "t1", name: "Grep", input: {} };
    const result = { type: "tool_result", tool_use_id: "t1", content: "boom", is_error: true };
    const model = "claude-haiku-4-5";
    const path = written([
      said("Go on."),
      answered(5, { uuid: "a1", timestamp: EVENING }),
      answered(5, { ...beside, uuid: "b1" }, { id: "m2", model, content: [call] }),
      said([result], { ...beside, uuid: "b2", parentUuid: "b1" }),
    ]);
    const grep = { name: "Grep", calls: 1, failures: 1, outputs: 1, outputBytes: 4 };
    expect((await statsWith({ model }, [path])).tools).toMatchObject([grep]);
    expect((await statsWith({ model: "claude-opus" }, [path])).tools).toEqual([]);
  });
});

function codexLine(type: string, payload: object): object {
  return { timestamp: EVENING, type, payload };
}

const CODEX = [
  codexLine("session_meta", { id: "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9", cwd: "/p" }),
  codexLine("turn_context", { cwd: "/p", model: "gpt-5-codex" }),
];

test("a full window that Codex notes is no request, and what follows it counts", async () => {
  const tokens = (input: number, output: number, total: number) => ({
    ...{ input_tokens: input, cached_input_tokens: 0, output_tokens: output },
    ...{ reasoning_output_tokens: 0, total_tokens: total },
  });
  const report = (last: object, totals: object) =>
    codexLine("event_msg", {
      type: "token_count",
      info: {
        ...{ total_token_usage: totals, last_token_usage: last },
        model_context_window: 272_000,
      },
    });
  const [first, second] = [tokens(100, 10, 110), tokens(150, 20, 170)];
  const path = written([
    ...CODEX,
    report(first, first),
    report(tokens(0, 0, 271_890), tokens(0, 0, 272_000)),
    report(tokens(0, 0, 0), tokens(0, 0, 272_000)),
    report(second, tokens(150, 20, 272_170)),
  ]);
  const expected = { requests: 2, input: 250, output: 30, total: 280 };
  expect((await statsOf(path)).tokens).toMatchObject(expected);
  const listed: unknown = JSON.parse((await callRefold(["list", path, "--json"])).stdout);
  expect(listed).toMatchObject([{ tokens: 280 }]);
});

test.each([
  ["JSON around it", '{"output":"","metadata":{"exit_code":1,"duration_seconds":0.1}}', 1],
  ["JSON around it, of 0", '{"output":"","metadata":{"exit_code":0,"duration_seconds":0.1}}', 0],
  ["a head", "Exit code: 127\nWall time: 0.1 seconds\nOutput:\nno such file", 1],
  ["a head, of 0", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nExit code: 2", 0],
  [
    "a longer head",
    "Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\n",
    1,
  ],
  ["a longer head, of 0", "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n", 0],
  ["the sandbox", "failed in sandbox LinuxSeccomp with execution error: denied", 1],
  [
    "a script",
    [{ type: "input_text", text: "Script failed\nWall time 0.1 seconds\nOutput:\n" }],
    1,
  ],
  ["what a command printed", "it ended\nProcess exited with code 1\n", 0],
])("an output of Codex says by %s whether its call failed", async (_, output, failures) => {
  const call = { type: "function_call", call_id: "c1", name: "shell", arguments: "{}" };
  const path = written([
    ...CODEX,
    codexLine("response_item", call),
    codexLine("response_item", { type: "function_call_output", call_id: "c1", output }),
  ]);
  expect((await statsOf(path)).tools).toMatchObject([{ name: "shell", calls: 1, failures }]);
});
