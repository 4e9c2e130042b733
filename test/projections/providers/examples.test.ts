import { describe, expect, test } from "vitest";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { google } from "../../../src/projections/providers/google/google.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { apis } from "./apis.js";
import { blobImage, call, hash, inlineImage, png, user } from "./entries.js";
import { type Entry, promptOf } from "./prompts.js";

describe.each(apis)("$name: blobs", (api) => {
  const model = api.models[0] ?? "";
  const prompt = promptOf([blobImage, blobImage]);

  test("a stored image goes as its bytes, and each blob is asked for once", () => {
    expect(anthropic.blobsNeeded(prompt)).toEqual([hash]);
    const { wire } = api.request(prompt, { model, blobs: new Map([[hash, png]]) });
    expect(JSON.stringify(wire)).toContain(png.toString("base64"));
    expect(JSON.stringify(wire)).not.toContain("blob:");
    expect(api.check(wire, model)).toEqual([]);
  });

  test("a missing blob is an error, or a placeholder and a repair when that is asked for", () => {
    expect(() => api.request(prompt, { model })).toThrow(
      expect.objectContaining({ code: "blob-missing" }),
    );
    const { wire, repairs } = api.request(prompt, { model, missingBlobs: "placeholder" });
    expect(repairs.filter(({ kind }) => kind === "blob-missing").map(({ ref }) => ref)).toEqual([
      10, 11,
    ]);
    expect(api.check(wire, model)).toEqual([]);
  });
});

test.each(apis)("$name: an address that is none never goes as an image", (api) => {
  const shown = (image_url: string): Entry => [
    { type: "message", role: "user", content: [{ type: "input_image", image_url }] },
  ];
  const prompt = promptOf([shown("https://harbour:clock/a.png"), shown("https://x.org/\ud800")]);
  const { wire, repairs } = api.request(prompt, { model: api.models[0] ?? "" });
  expect(JSON.stringify(wire)).toContain("[image at https://harbour:clock/a.png]");
  expect(JSON.stringify(wire)).toContain("[image at https://x.org/\ufffd]");
  expect(repairs.map(({ ref }) => ref)).toEqual(expect.arrayContaining([10, 11]));
});

test.each(apis)("$name: an empty thread has a message all the same", (api) => {
  const { body, repairs, origins } = api.request(promptOf([]), { model: api.models[0] ?? "" });
  expect(JSON.stringify(api.messages(body))).toMatch(/"Continue."/);
  expect(origins).toEqual([[]]);
  expect(repairs).toMatchObject([{ kind: "turn-inserted", ref: null }]);
});

describe("responses that are none", () => {
  test.each(apis)("$name: another form is an invalid-response that names no content", (api) => {
    for (const body of [
      null,
      "secret",
      { content: "secret", steps: "secret", choices: "secret", output: "secret", candidates: 1 },
    ]) {
      expect(() => api.response(body)).toThrow(
        expect.objectContaining({ code: "invalid-response" }),
      );
      expect(() => api.response(body)).not.toThrow(/secret/);
    }
  });

  test("an error inside a stream is an error here", () => {
    const overloaded = { type: "error", error: { type: "overloaded_error", message: "secret" } };
    expect(() => anthropic.foldStream(anthropic.initialStream(), overloaded)).toThrow(
      /overloaded_error$/,
    );
    const failed = { error: { type: "server_error" } };
    expect(() => openaiChat.foldStream(openaiChat.initialStream(), failed)).toThrow(
      expect.objectContaining({ code: "invalid-response" }),
    );
    const limit = { type: "error", code: "rate_limit_exceeded" };
    expect(() => openaiResponses.foldStream(openaiResponses.initialStream(), limit)).toThrow(
      /rate_limit/,
    );
    const quota = { error: { status: "RESOURCE_EXHAUSTED" } };
    expect(() => google.foldStream(google.initialStream(), quota)).toThrow(/RESOURCE_EXHAUSTED/);
  });
});

test.each(["function", "custom"])(
  "a compatible server may repeat id and name with each piece of a call: %s",
  (type) => {
    const [named, input] = type === "custom" ? ["custom", "input"] : ["function", "arguments"];
    const piece = (id: string, name: string, text: string) => ({
      choices: [
        { delta: { tool_calls: [{ index: 0, id, type, [named]: { name, [input]: text } }] } },
      ],
    });
    const chunks = [piece("", "", ""), piece("c1", "add", '{"a"'), piece("c1", "add", ":1}")];
    const folded = [...chunks, piece("", "", "")].reduce(
      (state, chunk) => openaiChat.foldStream(state, chunk),
      openaiChat.initialStream(),
    );
    expect(openaiChat.streamResult(folded).items.map(({ item }) => item)).toMatchObject([
      { call_id: "c1", name: "add", [input]: '{"a":1}' },
    ]);
  },
);

describe("google's answers and results", () => {
  test("usage counts the tools' prompt as input and thoughts as output", () => {
    const { usage } = google.fromResponse({
      candidates: [{ finishReason: "STOP", content: { parts: [{ text: "so" }] } }],
      usageMetadata: {
        ...{ promptTokenCount: 10, toolUsePromptTokenCount: 5, cachedContentTokenCount: 4 },
        ...{ candidatesTokenCount: 3, thoughtsTokenCount: 2, totalTokenCount: 20 },
      },
    });
    expect(usage).toEqual({
      ...{ input: 15, cachedInput: 4, cacheWrite: 0, output: 5, reasoning: 2, total: 20 },
    });
  });

  test("an image of a result stands in the body once, inside the result or after it", () => {
    const shown: Entry = [{ type: "function_call_output", call_id: "x", output: [inlineImage] }];
    for (const model of ["gemini-3-pro", "gemini-2.5-pro"]) {
      const { body } = google.toRequest(promptOf([user("a"), call("x"), shown]), { model });
      expect(JSON.stringify(body).split(png.toString("base64"))).toHaveLength(2);
    }
  });
});
