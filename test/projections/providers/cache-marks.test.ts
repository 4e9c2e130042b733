import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnthropicBody } from "../../../src/projections/providers/anthropic/body.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { cacheLifetime } from "../../../src/projections/providers/anthropic/cache-marks.js";
import type { RequestOptions } from "../../../src/projections/providers/provider.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { assistant, call, output, user } from "./entries.js";
import { type Entry, oddEntries, promptOf } from "./prompts.js";

const model = "claude-opus-4-8"; // 1,024 tokens at least
const tools = [{ kind: "function" as const, name: "shell", description: "runs" }];
const long = "tide ".repeat(500);

function bodyOf(entries: readonly Entry[], cache: RequestOptions["cache"] = {}): AnthropicBody {
  const prompt = promptOf(entries, { instructions: "Be brief.", tools });
  return anthropic.toRequest(prompt, { model, cache }).body;
}

/** Every block that stands in the cached prefix, in its order. */
function blocksOf({ tools: declared = [], system = [], messages }: AnthropicBody) {
  const told = messages.flatMap(({ role, content }) =>
    content.map((block) => ({ role, ...block })),
  );
  return [...declared, ...system, ...told];
}

/** What is up to each mark, without the marks. */
function markedPrefixes(body: AnthropicBody): readonly string[] {
  const blocks = blocksOf(body);
  const plain = blocks.map((block) => JSON.stringify({ ...block, cache_control: undefined }));
  return blocks.flatMap((block, at) =>
    "cache_control" in block ? [plain.slice(0, at + 1).join("\n")] : [],
  );
}

interface Round {
  readonly words: number;
  readonly calls: number;
  readonly isSummary: boolean;
}

/** Rounds whose calls are all answered: what an agent's history is between two requests. */
const rounds: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.record({
    words: fc.nat({ max: 3 }),
    calls: fc.nat({ max: 30 }),
    isSummary: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

function entriesOf(drawn: readonly Round[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const [round, { words, calls, isSummary }] of drawn.entries()) {
    const [item] = user(`${round} ${long.repeat(words)}`);
    entries.push([item, { summary: isSummary && round < 2 }]);
    entries.push(assistant(`answer ${round}`));
    for (let n = 0; n < calls; n += 1) entries.push(call(`c${round}_${n}`));
    for (let n = 0; n < calls; n += 1) entries.push(output(`c${round}_${n}`, `done ${n}`));
    if (calls === 0) entries.push(user(`and ${round}?`));
  }
  return entries;
}

describe("planned marks", () => {
  test("are four at most, on blocks that may carry them, whatever the history", () => {
    const lives = fc.constantFrom<("planned" | "5m" | "1h")[]>("planned", "5m", "1h");
    const property = fc.property(oddEntries, lives, (entries, marks) => {
      const prompt = promptOf(entries, { instructions: long, tools });
      const { body } = anthropic.toRequest(prompt, { model, cache: { marks } });
      expect(checkAnthropicRequest(body)).toEqual([]);
      expect(markedPrefixes(body)).not.toEqual([]);
    });
    fc.assert(property);
  });

  test("stay warm: what was marked is the beginning of every longer history's request", () => {
    const property = fc.property(rounds, rounds, (before, added) => {
      const later = blocksOf(bodyOf(entriesOf([...before, ...added]), { marks: "none" }));
      const whole = later.map((block) => JSON.stringify(block)).join("\n");
      for (const prefix of markedPrefixes(bodyOf(entriesOf(before)))) {
        expect(whole.startsWith(prefix)).toBe(true);
      }
    });
    fc.assert(property);
  });

  test("let the next request find what the one before wrote: its last mark stands there again", () => {
    const property = fc.property(rounds, (drawn) => {
      const before = entriesOf(drawn);
      const after = [...before, assistant("so"), user("and then?")];
      const [wrote, found] = [markedPrefixes(bodyOf(before)), markedPrefixes(bodyOf(after))];
      if (wrote.length > 0) expect(found).toContain(wrote.at(-1));
    });
    fc.assert(property);
  });

  test("stand on the end of a compaction's summary; the tools' mark makes room for it", () => {
    const [item] = user(long);
    const entries: readonly Entry[] = [
      [item, { summary: true }],
      user("go on"),
      assistant("so"),
      user("and then?"),
      assistant("well"),
      user("and now?"),
    ];
    const wide = [{ ...tools[0], kind: "function" as const, name: "shell", description: long }];
    const prompt = promptOf(entries, { instructions: "Be brief.", tools: wide });
    const { body } = anthropic.toRequest(prompt, { model });
    expect(body.tools?.[0]).not.toHaveProperty("cache_control");
    expect(body.system?.[0]).toHaveProperty("cache_control");
    const marked = body.messages.map(({ content }) =>
      content.map((block) => "cache_control" in block),
    );
    expect(marked).toEqual([[true, false], [false], [true], [false], [true]]);
  });

  test("leave out what is too short to be cached, and what stands in this request alone", () => {
    expect(markedPrefixes(bodyOf([user("hello")]))).toEqual([]);
    const [item] = user(`${long} once`);
    const alone: Entry = [item, { ref: null }];
    expect(markedPrefixes(bodyOf([user(long), alone]))).toHaveLength(1);
    const open = bodyOf([user(long), call("a")]); // its output may still come
    expect(open.messages.at(-1)?.content).toEqual([
      { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "aborted" }] },
    ]);
  });

  test("live an hour where every fourth pause or more is too long for five minutes alone", () => {
    const minutes = (...pauses: readonly number[]) => cacheLifetime(pauses.map((p) => p * 60_000));
    expect(minutes()).toBe("5m");
    expect(minutes(1, 2, 3, 20)).toBe("1h");
    expect(minutes(1, 2, 3, 4, 20)).toBe("5m");
    expect(minutes(90, 600, 100)).toBe("5m");
    expect(minutes(6, 600)).toBe("1h");
  });
});
