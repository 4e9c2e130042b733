import { describe, expect, test } from "vitest";
import type { Item, OutputPart } from "../../src/events/item.js";
import { boundItem } from "../../src/reducers/bounding.js";
import type { TruncationPolicy } from "../../src/events/primitives.js";
import { byteBudget, DEFAULT_POLICY, policyAtRecording } from "../../src/reducers/truncate-text.js";

const IN_BYTES: TruncationPolicy = { mode: "bytes", limit: 10_000 };

const output = (content: string | OutputPart[]): Item => ({
  type: "function_call_output",
  call_id: "c",
  output: content,
});

describe("bounding at recording (§6)", () => {
  test("§2.10: 50,000 tokens of output become at most 12,000", () => {
    const original = "x".repeat(200_000);
    const { item, cut } = boundItem(output(original), DEFAULT_POLICY);
    expect(item).toEqual(
      output(`${"x".repeat(24_000)}…38000 tokens truncated…${"x".repeat(24_000)}`),
    );
    expect(cut).toEqual({
      policy: DEFAULT_POLICY,
      originalBytes: 200_000,
      removedTokens: 38_000,
      original,
    });
  });

  test("an exact budget has no allowance", () => {
    const policy = { mode: "bytes" as const, limit: 100 };
    const within = output("x".repeat(110));
    expect(boundItem(within, policy).cut).toBeNull();
    const { item, cut } = boundItem(within, policy, { isExact: true });
    expect(cut).toMatchObject({ policy, originalBytes: 110 });
    expect(item).not.toEqual(within);
    expect(boundItem(output("x".repeat(100)), policy, { isExact: true }).cut).toBeNull();
  });

  test("an output within 1.2 times its policy is the same item", () => {
    const within = output("x".repeat(48_000));
    expect(boundItem(within, DEFAULT_POLICY)).toEqual({ item: within, cut: null });
    expect(boundItem(within, DEFAULT_POLICY).item).toBe(within);
  });

  test("a custom tool's output is bounded too, and keeps its other members", () => {
    const item: Item = {
      type: "custom_tool_call_output",
      call_id: "c",
      name: "patch",
      output: "x".repeat(13_000),
    };
    const bounded = boundItem(item, IN_BYTES);
    expect(bounded.item).toEqual({
      ...item,
      output: `${"x".repeat(6_000)}…1000 chars truncated…${"x".repeat(6_000)}`,
    });
  });

  test("a list is bounded as a list, and its JSON is the original", () => {
    const parts: OutputPart[] = [
      { type: "input_text", text: "é".repeat(5) },
      { type: "input_image", image_url: "https://example.org/a.png" },
      { type: "input_text", text: "tail" },
    ];
    const { item, cut } = boundItem(output(parts), { mode: "bytes", limit: 10 });
    expect(item).toEqual(
      output([
        { type: "input_text", text: "é".repeat(5) },
        { type: "input_image", image_url: "https://example.org/a.png" },
        { type: "input_text", text: "t…2 chars truncated…l" },
      ]),
    );
    expect(cut?.original).toBe(JSON.stringify(parts));
    expect(cut?.originalBytes).toBe(Buffer.byteLength(JSON.stringify(parts)));
    expect(cut?.removedTokens).toBe(1);
  });

  test.each<Item>([
    { type: "message", role: "user", content: [{ type: "input_text", text: "x".repeat(99) }] },
    { type: "function_call", name: "n", arguments: "x".repeat(99), call_id: "c" },
    {
      type: "tool_search_output",
      call_id: "c",
      status: "completed",
      execution: "client",
      tools: ["x".repeat(99)],
    },
  ])("nothing else is altered: $type", (item) => {
    expect(boundItem(item, { mode: "bytes", limit: 1 }).item).toBe(item);
  });
});

describe("policies (§2.1-2.2)", () => {
  test("the allowance is the double product, rounded up", () => {
    expect(policyAtRecording({ mode: "tokens", limit: 10_000 }).limit).toBe(12_000);
    expect(policyAtRecording({ mode: "bytes", limit: 3 }).limit).toBe(4);
    expect(policyAtRecording({ mode: "bytes", limit: 1 }).limit).toBe(2);
    expect(policyAtRecording({ mode: "bytes", limit: 0 }).limit).toBe(0);
    expect(policyAtRecording({ mode: "bytes", limit: 15 }).limit).toBe(18);
  });

  test("a limit in tokens allows four bytes for each", () => {
    expect(byteBudget({ mode: "tokens", limit: 500 })).toBe(2_000);
  });
});
