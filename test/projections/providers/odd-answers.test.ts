import { describe, expect, test } from "vitest";
import type { ToolDeclaration } from "../../../src/events/thread.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { google } from "../../../src/projections/providers/google/google.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import type { Provider, ProviderResponse } from "../../../src/projections/providers/provider.js";
import { user } from "./entries.js";
import { promptOf } from "./prompts.js";

function folded<State>(
  provider: Provider<unknown, State>,
  chunks: readonly object[],
): ProviderResponse {
  const state = chunks.reduce<State>(
    (before, chunk) => provider.foldStream(before, chunk),
    provider.initialStream(),
  );
  return provider.streamResult(state);
}

describe("anthropic", () => {
  test("events of a type that is not known are named once, and the answer stays whole", () => {
    const { items, unread, finish } = folded(anthropic, [
      { type: "message_start", message: {} },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "so" } },
      ...Array.from({ length: 3 }, () => ({ type: "content_block_note", index: 0, note: {} })),
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
    ]);
    expect(items).toMatchObject([{ item: { content: [{ text: "so" }] } }]);
    expect({ unread, finish }).toEqual({ unread: ["content_block_note"], finish: "stop" });
  });
});

describe("arguments", () => {
  test("large numbers that are streamed keep their digits", () => {
    const json = '{"id": 1234567890123456789, "n": [1]}';
    const { items } = folded(anthropic, [
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "x", name: "read", input: {} },
      },
      ...json.split(/(?=,)/).map((partial_json) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json },
      })),
    ]);
    expect(items).toMatchObject([{ item: { name: "read", arguments: json } }]);
  });

  test("a member called __proto__ is one of them", () => {
    const args: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
    const content = { parts: [{ functionCall: { name: "read", args } }] };
    const { items } = google.fromResponse({ candidates: [{ content, finishReason: "STOP" }] });
    expect(items).toMatchObject([{ item: { arguments: '{"__proto__":{"a":1},"b":2}' } }]);
  });
});

describe("openai-responses", () => {
  const picture = { type: "image_generation_call", id: "ig_1", status: "failed", result: null };

  test("a picture that was never made is an item without one", () => {
    const { items } = openaiResponses.fromResponse({ status: "completed", output: [picture] });
    expect(items).toMatchObject([{ item: { ...picture, result: "" } }]);
  });

  test("an item that is not whole yet does not keep the others from being read", () => {
    const said = { type: "message", role: "assistant", content: [] };
    const { items, unread } = folded(openaiResponses, [
      { type: "response.created", response: { status: "in_progress", output: [] } },
      { type: "response.output_item.done", output_index: 0, item: said },
      { type: "response.output_item.added", output_index: 1, item: { type: "compaction" } },
    ]);
    expect(items).toMatchObject([{ item: said }]);
    expect(unread).toEqual(["compaction"]);
    const ended = { status: "completed", output: [{ type: "compaction" }] };
    expect(() => openaiResponses.fromResponse(ended)).toThrow("unexpected form of a compaction");
  });

  test("a call in a namespace names the declared tool, whatever the API takes for a name", () => {
    const namespace = { name: "mcp.git", description: "Git." };
    const tool: ToolDeclaration = { kind: "function", name: "mcp.git__repo.log", namespace };
    const other: ToolDeclaration = {
      ...tool,
      name: "hg__repo.log",
      namespace: { ...namespace, name: "hg" },
    };
    const { body } = openaiResponses.toRequest(promptOf([user("a")], { tools: [tool] }), {
      model: "gpt-5.2",
    });
    const [space] = body.tools ?? [];
    if (space?.type !== "namespace") throw new Error("no namespace");
    const names = { namespace: space.name, name: space.tools[0]?.name };
    expect(JSON.stringify(names)).not.toContain(".");
    const call = { type: "function_call", call_id: "x", arguments: "{}", ...names };
    const { items } = openaiResponses.fromResponse(
      { status: "completed", output: [call] },
      { tools: [other, tool] },
    );
    expect(items).toMatchObject([{ item: { namespace: "mcp.git", name: "repo.log" } }]);
  });
});

describe("openai-chat", () => {
  const piece = (call: object) => ({ choices: [{ delta: { tool_calls: [call] } }] });
  const begun = (id: string, name: string, text: string) =>
    piece({ index: 0, id, type: "function", function: { name, arguments: text } });

  test("calls that share an index are told apart by their ids", () => {
    const { items } = folded(openaiChat, [
      begun("x", "read", '{"a":'),
      piece({ index: 0, function: { arguments: "1}" } }),
      begun("y", "write", '{"b":'),
      piece({ index: 0, function: { arguments: "2}" } }),
      begun("z", "read", "{}"),
    ]);
    expect(items.map(({ item }) => item)).toMatchObject([
      { call_id: "x", name: "read", arguments: '{"a":1}' },
      { call_id: "y", name: "write", arguments: '{"b":2}' },
      { call_id: "z", name: "read", arguments: "{}" },
    ]);
  });

  test("calls without an index are told apart by their ids, and pieces go to the newest", () => {
    const { items } = folded(openaiChat, [
      piece({ id: "x", type: "function", function: { name: "read", arguments: '{"a":' } }),
      piece({ function: { arguments: "1}" } }),
      piece({ id: "y", type: "function", function: { name: "read", arguments: "{}" } }),
    ]);
    expect(items.map(({ item }) => item)).toMatchObject([
      { call_id: "x", arguments: '{"a":1}' },
      { call_id: "y", arguments: "{}" },
    ]);
  });

  test("a chunk without choices, and an end that is empty, change no end", () => {
    const chunks = [
      { choices: [{ delta: { content: "Late." }, finish_reason: "" }] },
      { choices: [{ delta: {}, finish_reason: "stop" }] },
      { choices: [{ delta: {}, finish_reason: "" }] },
      { usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
    ];
    const ends = chunks.map((_, index) => folded(openaiChat, chunks.slice(0, index + 1)).finish);
    expect(ends).toEqual([null, "stop", "stop", "stop"]);
    expect(folded(openaiChat, chunks).usage).toMatchObject({ total: 5 });
  });

  test("calls stand in the order of their indexes", () => {
    const late = { index: 1, id: "y", function: { name: "write", arguments: "{}" } };
    const { items } = folded(openaiChat, [piece(late), begun("x", "read", "{}")]);
    expect(items.map(({ item }) => item)).toMatchObject([{ call_id: "x" }, { call_id: "y" }]);
  });

  test("pieces of one call may each have an id of their own", () => {
    const { items } = folded(openaiChat, [
      begun("x", "read", '{"a":'),
      piece({ index: 0, id: "y", function: { arguments: "1}" } }),
    ]);
    expect(items.map(({ item }) => item)).toMatchObject([{ name: "read", arguments: '{"a":1}' }]);
  });

  test("a call without an index is read whatever stands in its place", () => {
    const call = { id: "x", index: null, function: { name: "read", arguments: '{ "a": 1 }' } };
    const { items } = openaiChat.fromResponse({ choices: [{ message: { tool_calls: [call] } }] });
    expect(items).toMatchObject([{ item: { call_id: "x", arguments: '{ "a": 1 }' } }]);
  });

  test("thoughts are read in either member that servers send them in, once", () => {
    const thought = { item: { type: "reasoning", content: [{ text: "Tides." }] } };
    for (const members of [
      { reasoning: "Tides." },
      { reasoning_content: "Tides." },
      { reasoning: "Tides.", reasoning_content: "Tides." },
    ]) {
      const message = { content: "So.", ...members };
      const whole = openaiChat.fromResponse({ choices: [{ message, finish_reason: "stop" }] });
      expect(whole.items).toMatchObject([thought, { item: { type: "message" } }]);
      const { items } = folded(openaiChat, [{ choices: [{ delta: message }] }]);
      expect(items).toEqual(whole.items);
    }
  });

  test("an answer with calls ends with calls, also where the server calls it a stop", () => {
    const call = { id: "x", type: "function", function: { name: "read", arguments: "{}" } };
    const message = { tool_calls: [call] };
    const { finish } = openaiChat.fromResponse({ choices: [{ message, finish_reason: "stop" }] });
    expect(finish).toBe("tool-calls");
  });
});
