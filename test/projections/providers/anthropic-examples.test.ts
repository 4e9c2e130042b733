import { describe, expect, test } from "vitest";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import type { Entry } from "./prompts.js";
import { promptOf } from "./prompts.js";
import { user, developer, assistant, thinking, call, output, inlineImage } from "./entries.js";

describe("anthropic", () => {
  const model = "claude-opus-4-8";

  test("marks stand on tools, system and the user's last two messages, four at most", () => {
    const tools = [{ kind: "function" as const, name: "shell", description: "x".repeat(2048) }];
    const entries = [
      developer("Be brief."),
      user("a"),
      assistant("b"),
      user("c"),
      assistant("d"),
      user("e"),
    ];
    const { body } = anthropic.toRequest(promptOf(entries, { tools }), {
      model,
      cache: { marks: "1h" },
    });
    const mark = { type: "ephemeral", ttl: "1h" };
    expect(body.tools?.[0]?.cache_control).toEqual(mark);
    expect(body.system?.[0]?.cache_control).toEqual(mark);
    const marked = body.messages.map(
      ({ content }) => content.filter((block) => "cache_control" in block).length,
    );
    expect(marked).toEqual([0, 0, 1, 0, 1]);
    const { body: plain } = anthropic.toRequest(promptOf(entries, { tools }), {
      model,
      cache: { marks: "none" },
    });
    expect(JSON.stringify(plain)).not.toContain("cache_control");
  });

  test("thinking goes back with its signature, and stays out after an edit", () => {
    const entries = [
      user("a"),
      thinking(true),
      assistant("b"),
      user("c"),
      thinking(false),
      assistant("d"),
      user("e"),
    ];
    const { body, repairs } = anthropic.toRequest(promptOf(entries), { model });
    expect(body.messages.map(({ content }) => content.map(({ type }) => type))).toEqual([
      ["text"],
      ["text"],
      ["text"],
      ["thinking", "text"],
      ["text"],
    ]);
    expect(repairs).toMatchObject([{ kind: "reasoning-left-out", ref: 11 }]);
  });

  test.each(["", " \n", "\u00a0\u0085", "\u001c", "\u3000\ufeff"])(
    "a text that shows nothing stays out: %j",
    (blank) => {
      const entries = [user("a"), assistant(blank), user(blank), user("b")];
      const { body, repairs } = anthropic.toRequest(promptOf(entries), { model });
      expect(body.messages.flatMap<object>(({ content }) => content)).toMatchObject([
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ]);
      expect(repairs).toMatchObject([{ kind: "empty-dropped" }, { kind: "empty-dropped" }]);
    },
  );

  test("an id that is too long becomes another that depends on nothing but itself", () => {
    const long = "call_".padEnd(80, "x");
    const ids = (...recorded: readonly string[]) => {
      const entries = recorded.flatMap((id) => [call(id), output(id, "y")]);
      const { body } = anthropic.toRequest(promptOf([user("a"), ...entries]), { model });
      return body.messages.flatMap(({ content }) =>
        content.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
      );
    };
    const [one, other] = ids(`${long}1`, `${long}2`);
    expect(one).not.toBe(other);
    expect(ids(`${long}2`, `${long}1`)).toEqual([other, one]);
  });

  test("thinking that an abort left without an answer stays out", () => {
    const entries = [
      user("a"),
      thinking(false),
      call("x"),
      thinking(false),
      output("x", "y"),
      thinking(false),
      user("b"),
      thinking(false),
    ];
    const { body, repairs } = anthropic.toRequest(promptOf(entries), { model });
    expect(body.messages.map(({ content }) => content.map(({ type }) => type))).toEqual([
      ["text"],
      ["thinking", "tool_use"],
      ["tool_result", "text"],
    ]);
    const left = repairs.filter(({ kind }) => kind === "reasoning-left-out");
    expect(left.map(({ ref }) => ref)).toEqual([13, 15, 17]);
    expect(checkAnthropicRequest(body)).toEqual([]);
  });

  test("a developer's message after the user's is a system message where the model takes one", () => {
    const entries = [
      user("a"),
      developer("Be brief."),
      assistant("b"),
      developer("Be long."),
      user("c"),
    ];
    const { body, repairs } = anthropic.toRequest(promptOf(entries), { model });
    expect(body.messages.map(({ role }) => role)).toEqual(["user", "system", "assistant", "user"]);
    expect(repairs).toMatchObject([{ kind: "role-changed", ref: 13 }]);
    const older = anthropic.toRequest(promptOf(entries), { model: "claude-sonnet-4-5" });
    expect(older.body.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  test("the longest answer of the prompt's model is none of another one's", () => {
    const prompt = promptOf([user("a")]);
    const other = { ...prompt.target, model: "gpt-5.2", maxOutputTokens: 128_000 };
    const { body } = anthropic.toRequest(
      { ...prompt, target: other },
      { model: "claude-haiku-4-5" },
    );
    expect(body.max_tokens).toBe(64_000);
    const limited = { ...prompt, requested: { maxOutputTokens: 500 }, target: other };
    expect(anthropic.toRequest(limited, { model }).body.max_tokens).toBe(500);
    const own = { ...prompt, target: { ...prompt.target, model, maxOutputTokens: 700 } };
    expect(anthropic.toRequest(own, { model }).body.max_tokens).toBe(700);
  });

  test("a call that failed has text alone for its result, and some; its images follow", () => {
    const failed = { failed: true };
    const shown: Entry = [
      { type: "function_call_output", call_id: "x", output: [inlineImage] },
      failed,
    ];
    const silent: Entry = [{ type: "function_call_output", call_id: "y", output: "" }, failed];
    const prompt = promptOf([user("a"), call("x"), call("y"), shown, silent]);
    const { body, repairs, origins } = anthropic.toRequest(prompt, { model });
    const told = [{ type: "text", text: "[the tool call failed]" }];
    expect(body.messages[2]?.content).toMatchObject([
      { type: "tool_result", tool_use_id: "x", is_error: true, content: told },
      { type: "tool_result", tool_use_id: "y", is_error: true, content: told },
      { type: "text", text: "[images of the result of shell]" },
      { type: "image" },
    ]);
    expect(origins[2]).toEqual([13, 14]);
    expect(repairs).toContainEqual(expect.objectContaining({ kind: "reordered", ref: 13 }));
    expect(checkAnthropicRequest(body)).toEqual([]);
  });

  test("manual thinking is left out of a round of calls that began without it", () => {
    const settings = { model: "claude-sonnet-4-5", reasoning: { effort: "high" } };
    const foreign = promptOf([user("a"), call("x"), output("x", "y")]);
    expect(anthropic.toRequest(foreign, settings).body.thinking).toBeUndefined();
    const own = promptOf([user("a"), thinking(false), call("x"), output("x", "y")]);
    expect(anthropic.toRequest(own, settings).body.thinking?.type).toBe("enabled");
  });
});
