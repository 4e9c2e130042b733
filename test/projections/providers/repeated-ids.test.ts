import { describe, expect, test } from "vitest";
import type { Item } from "../../../src/events/item.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { checkResponsesRequest } from "../../../src/testing/protocol/openai-responses.js";
import { inlineImage, user } from "./entries.js";
import { promptOf, type Entry } from "./prompts.js";

const said: Entry = [
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "yes" }] },
  { origin: "model" },
];

function inputOf(entries: readonly Entry[]) {
  const { body } = openaiResponses.toRequest(promptOf(entries), { model: "gpt-5.2" });
  expect(checkResponsesRequest(body)).toEqual([]);
  return body.input;
}

describe("what an API takes once alone", () => {
  test("reasoning that comes again keeps what it says, not its id", () => {
    const thought: Item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" };
    const reasoning: Entry = [thought, { origin: "model" }];
    const input = inputOf([user("a"), reasoning, said, reasoning, said]);
    expect(input.filter(({ type }) => type === "reasoning")).toEqual([
      thought,
      { type: "reasoning", summary: [], encrypted_content: "x" },
    ]);
  });

  test("a generated image that comes again is told", () => {
    const { image_url: url } = inlineImage;
    const result = url.slice(url.indexOf(",") + 1);
    const image: Entry = [
      { type: "image_generation_call", id: "ig_1", status: "completed", result },
      { origin: "model" },
    ];
    const input = inputOf([user("a"), image, image]);
    expect(input.filter(({ type }) => type === "image_generation_call")).toHaveLength(1);
    expect(input.length).toBeGreaterThan(2);
  });
});

test("a call's namespace has the characters of a name", () => {
  const call: Entry = [
    {
      type: "function_call",
      call_id: "c",
      name: "today",
      namespace: "wéather now",
      arguments: "{}",
    },
    { origin: "model" },
  ];
  const [, sent] = inputOf([user("a"), call]);
  expect(sent).toMatchObject({ type: "function_call", name: "today" });
  expect(JSON.stringify(sent)).toMatch(/"namespace":"w_ather_now_[a-z0-9]+"/);
});

test("Anthropic fetches images by HTTPS alone: another address is told", () => {
  const image = (image_url: string): Entry => [
    { type: "message", role: "user", content: [{ type: "input_image", image_url }] },
  ];
  const prompt = promptOf([image("http://host/a.png"), image("https://host/b.png")]);
  const { body, repairs } = anthropic.toRequest(prompt, { model: "claude-opus-4-5" });
  expect(body.messages).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "[image at http://host/a.png]" },
        { type: "image", source: { type: "url", url: "https://host/b.png" } },
      ],
    },
  ]);
  expect(repairs).toMatchObject([{ kind: "turned-into-text", ref: 10 }]);
  expect(checkAnthropicRequest(body)).toEqual([]);
});
