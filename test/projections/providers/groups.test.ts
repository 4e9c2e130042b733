import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { promptOf, type Entry } from "./prompts.js";

const user: Entry = [
  { type: "message", role: "user", content: [{ type: "input_text", text: "and?" }] },
];
const said = (text: string): Entry => [
  { type: "message", role: "assistant", content: [{ type: "output_text", text }] },
];
const called = (id: string): readonly Entry[] => [
  [{ type: "function_call", call_id: id, name: "shell", arguments: "{}" }],
  [{ type: "function_call_output", call_id: id, output: "done" }],
];

describe("a chat's messages of the model", () => {
  const texts = fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 4 });
  const rolesOf = (entries: readonly Entry[]): readonly string[] => {
    const { body } = openaiChat.toRequest(promptOf([user, ...entries]), { model: "gpt-5.2" });
    return body.messages.map(({ role }) => role);
  };

  test("are one for all that it says in one go without a call", () => {
    const property = fc.property(texts, (words) => {
      const entries = [user, ...words.map(said)];
      const { body, repairs } = openaiChat.toRequest(promptOf(entries), { model: "gpt-5.2" });
      const [, answer, ...others] = body.messages;
      expect(others).toEqual([]);
      expect(repairs).toEqual([]);
      const content = words.map((text) => ({ type: "text", text }));
      expect(answer?.content).toEqual(words.length === 1 ? words[0] : content);
    });
    fc.assert(property);
  });

  test("are two where it speaks after a call of the same go", () => {
    const [call = user, output = user] = called("c1");
    expect(rolesOf([said("a"), call, said("b"), output])).toEqual([
      ...["user", "assistant", "tool", "assistant"],
    ]);
    expect(rolesOf([said("a"), said("b"), call, output])).toEqual(["user", "assistant", "tool"]);
  });
});

describe("a search for tools", () => {
  const search = (execution: string, id: string | null): readonly Entry[] => {
    const common = { call_id: id, execution, status: "completed" };
    return [
      [{ type: "tool_search_call", ...common, arguments: {} }],
      [{ type: "tool_search_output", ...common, tools: [] }],
    ];
  };
  const idsOf = (entries: readonly Entry[]): readonly unknown[] => {
    const { body } = openaiResponses.toRequest(promptOf([user, ...entries]), { model: "gpt-5.5" });
    return body.input.flatMap((item) => ("call_id" in item ? [item.call_id] : []));
  };

  test("that OpenAI ran has the id that it was recorded with, or none", () => {
    expect(idsOf(search("server", null))).toEqual([null, null]);
    expect(idsOf(search("server", "s1"))).toEqual(["s1", "s1"]);
  });

  test("that the client ran has an id always, which is its output's too", () => {
    expect(idsOf(search("client", "s1"))).toEqual(["s1", "s1"]);
    const [id, ...others] = idsOf(search("client", null));
    expect(id).toEqual(expect.any(String));
    expect(others).toEqual([id]);
  });
});
