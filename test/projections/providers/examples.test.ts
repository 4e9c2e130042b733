import { describe, expect, test } from "vitest";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { BlobMissing } from "../../../src/projections/providers/blob-missing.js";
import { google } from "../../../src/projections/providers/google/google.js";
import { InvalidResponse } from "../../../src/projections/providers/invalid-response.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { pngBytes } from "../../../src/testing/arbitraries/images.js";
import { apis } from "./apis.js";
import type { Entry } from "./prompts.js";
import { promptOf } from "./prompts.js";

const user = (text: string): Entry => [
  { type: "message", role: "user", content: [{ type: "input_text", text }] },
];
const developer = (text: string): Entry => [
  { type: "message", role: "developer", content: [{ type: "input_text", text }] },
];
const assistant = (text: string): Entry => [
  { type: "message", role: "assistant", content: [{ type: "output_text", text }] },
];
const thinking = (behindEdit: boolean): Entry => [
  { type: "reasoning", summary: [], provider: "anthropic", signature: "sig" },
  { behindEdit },
];
const call = (id: string): Entry => [
  { type: "function_call", call_id: id, name: "shell", arguments: "{}" },
];
const output = (id: string, text: string): Entry => [
  { type: "function_call_output", call_id: id, output: text },
];

const png = pngBytes(3, 2);
const hash = `sha256-${"ab".repeat(32)}`;
const inlineImage = {
  type: "input_image" as const,
  image_url: `data:image/png;base64,${png.toString("base64")}`,
};
const blobImage: Entry = [
  {
    type: "message",
    role: "user",
    content: [
      {
        type: "input_image",
        image_url: `blob:${hash}`,
        blob: {
          hash,
          urlPrefix: "data:image/png;base64,",
          payloadBytes: 4,
          decoded: true,
          mediaType: "image/png",
          width: 3,
          height: 2,
        },
      },
    ],
  },
];

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
    expect(() => api.request(prompt, { model })).toThrow(BlobMissing);
    const { wire, repairs } = api.request(prompt, { model, missingBlobs: "placeholder" });
    expect(repairs.filter(({ kind }) => kind === "blob-missing").map(({ ref }) => ref)).toEqual([
      10, 11,
    ]);
    expect(api.check(wire, model)).toEqual([]);
  });
});

describe("anthropic", () => {
  const model = "claude-opus-4-8";

  test("marks stand on tools, system and the user's last two messages, four at most", () => {
    const entries = [
      developer("Be brief."),
      user("a"),
      assistant("b"),
      user("c"),
      assistant("d"),
      user("e"),
    ];
    const tools = [{ kind: "function" as const, name: "shell" }];
    const { body } = anthropic.toRequest(promptOf(entries, { tools }), {
      model,
      cache: { ttl: "1h" },
    });
    const mark = { type: "ephemeral", ttl: "1h" };
    expect(body.tools?.[0]?.cache_control).toEqual(mark);
    expect(body.system?.[0]?.cache_control).toEqual(mark);
    const marked = body.messages.map(
      ({ content }) => content.filter((block) => "cache_control" in block).length,
    );
    expect(marked).toEqual([0, 0, 1, 0, 1]);
    const { body: plain } = anthropic.toRequest(promptOf(entries, { tools }), { model });
    expect(JSON.stringify(plain)).not.toContain("cache_control");
  });

  test("thinking goes back with its signature, and stays out behind an edit", () => {
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

  test("a developer's message behind the user's is a system message where the model takes one", () => {
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

test("an empty thread has a message all the same where the API wants one", () => {
  const { body, repairs, origins } = openaiChat.toRequest(promptOf([]), { model: "gpt-5.2" });
  expect(body.messages).toEqual([{ role: "user", content: "Continue." }]);
  expect(origins).toEqual([[]]);
  expect(repairs).toMatchObject([{ kind: "turn-inserted", ref: null }]);
});

describe("schemas", () => {
  const closed = { type: "object", properties: {}, additionalProperties: false, required: [] };
  const tool = (parameters: unknown, strict = false) => ({
    kind: "function" as const,
    name: "shell",
    parameters,
    strict,
  });
  const declared = (parameters: unknown, strict?: boolean) =>
    promptOf([user("a")], { tools: [tool(parameters, strict)] });

  test.each([
    ["an object without properties", { type: "object" }, { type: "object", properties: {} }],
    ["nothing at all", {}, { type: "object", properties: {} }],
    ["a choice at the top", { oneOf: [{}] }, { type: "object", properties: {} }],
    ["no object", { type: "string" }, { type: "object", properties: {} }],
    ["a lawful one", closed, closed],
  ])("OpenAI gets %s as an object's with properties", (_name, given, sent) => {
    const { body } = openaiResponses.toRequest(declared(given), { model: "gpt-5.2" });
    expect(body.tools).toEqual([
      { type: "function", name: "shell", parameters: sent, strict: false },
    ]);
    const chat = openaiChat.toRequest(declared(given), { model: "gpt-5.2" });
    expect(chat.body.tools).toMatchObject([{ function: { parameters: sent } }]);
  });

  test("a tool that says nothing of strictness is not strict, in either of OpenAI's APIs", () => {
    const prompt = promptOf([user("a")], { tools: [{ kind: "function", name: "shell" }] });
    const { body } = openaiResponses.toRequest(prompt, { model: "gpt-5.2" });
    expect(body.tools).toMatchObject([{ strict: false }]);
    const chat = openaiChat.toRequest(prompt, { model: "gpt-5.2" });
    expect(JSON.stringify(chat.body.tools)).not.toContain("strict");
  });

  test.each([
    ["closed, all required", closed, true],
    ["an open object within", { ...closed, $defs: { a: { type: "object" } } }, false],
    ["an optional member", { ...closed, properties: { a: { type: "string" } } }, false],
    ["a keyword that is refused", { ...closed, $defs: { a: { allOf: [] } } }, false],
  ])("OpenAI is strict about a schema only where it can be: %s", (_name, schema, strict) => {
    const { body, repairs } = openaiResponses.toRequest(declared(schema, true), {
      model: "gpt-5.2",
      outputSchema: schema,
    });
    expect(body.tools).toMatchObject([{ strict }]);
    expect(body.text?.format).toMatchObject({ strict, schema });
    expect(repairs.some(({ reason }) => reason.startsWith("strict: "))).toBe(!strict);
  });

  test("Anthropic gets an answer's schema with every object closed", () => {
    const inner = { type: "object", properties: { b: { type: "string" } } };
    const outputSchema = { type: "object", properties: { a: { type: "array", items: inner } } };
    const { body, repairs } = anthropic.toRequest(promptOf([user("a")]), {
      model: "claude-opus-4-8",
      outputSchema,
    });
    const items = { ...inner, additionalProperties: false };
    expect(body.output_config?.format?.schema).toEqual({
      type: "object",
      properties: { a: { type: "array", items } },
      additionalProperties: false,
    });
    expect(repairs).toMatchObject([{ kind: "setting-left-out" }]);
  });

  test("Google gets an object's schema", () => {
    const { body } = google.toRequest(declared({ properties: {} }), { model: "gemini-3.6-flash" });
    expect(JSON.stringify(body.config.tools)).toContain('{"properties":{},"type":"object"}');
  });
});

describe("odd calls", () => {
  const model = "gpt-5.2";

  test("the output behind a call is its own, a further one becomes text, a lonely one goes", () => {
    const entries = [
      user("a"),
      output("x", "first"),
      call("x"),
      output("x", "second"),
      output("z", "lonely"),
    ];
    const { body, repairs } = openaiResponses.toRequest(promptOf(entries), { model });
    expect(body.input).toMatchObject([
      { role: "user" },
      { role: "user", content: [{ text: "[further output of shell]" }, { text: "first" }] },
      { type: "function_call", call_id: "x" },
      { type: "function_call_output", call_id: "x", output: "second" },
    ]);
    expect(repairs.map(({ kind, ref }) => [kind, ref])).toEqual([
      ["turned-into-text", 11],
      ["orphan-dropped", 14],
    ]);
  });

  test("an output that stands before its call alone is put behind it", () => {
    const entries = [user("a"), output("x", "early"), call("x")];
    const { body, repairs, origins } = openaiResponses.toRequest(promptOf(entries), { model });
    expect(body.input.map(({ type }) => type)).toEqual([
      "message",
      "function_call",
      "function_call_output",
    ]);
    expect(origins).toEqual([[10], [12], [11]]);
    expect(repairs).toMatchObject([{ kind: "reordered", ref: 11 }]);
  });

  test("repeated and refused ids are mapped, the same way whatever comes later", () => {
    const long = "z".repeat(50);
    const entries = [
      user("a"),
      call("x"),
      call(long),
      output("x", "1"),
      output(long, "2"),
      call("x"),
      output("x", "3"),
    ];
    const first = openaiChat.toRequest(promptOf(entries.slice(0, 5)), { model });
    const { body, callIds } = openaiChat.toRequest(promptOf(entries), { model });
    expect(body.messages.slice(0, 4)).toEqual(first.body.messages);
    expect([...callIds.values()]).toEqual([long, "x"]);
    expect([...callIds.keys()].every((id) => id.length <= 40)).toBe(true);
  });

  test("an output behind a user's message moves up to its call", () => {
    const entries = [user("a"), call("x"), user("wait"), output("x", "done")];
    const { body, repairs, origins } = openaiChat.toRequest(promptOf(entries), { model });
    expect(body.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(origins).toEqual([[10], [11], [13], [12]]);
    expect(repairs).toContainEqual(expect.objectContaining({ kind: "reordered", ref: 13 }));
  });

  test("an output that is an empty list is an empty text", () => {
    const empty: Entry = [{ type: "function_call_output", call_id: "x", output: [] }];
    const { body } = openaiResponses.toRequest(promptOf([user("a"), call("x"), empty]), { model });
    expect(body.input.at(-1)).toMatchObject({ call_id: "x", output: "" });
  });

  test("before Gemini 3 a tool's picture stands in a user content of its own", () => {
    const shown: Entry = [{ type: "function_call_output", call_id: "x", output: [inlineImage] }];
    const { body } = google.toRequest(promptOf([user("a"), call("x"), shown]), {
      model: "gemini-2.5-pro",
    });
    expect(body.contents.map(({ parts }) => parts.map((part) => Object.keys(part)[0]))).toEqual([
      ["text"],
      ["functionCall"],
      ["functionResponse"],
      ["text", "inlineData"],
    ]);
  });
});

describe("responses that are none", () => {
  test.each(apis)("$name: another form is an invalid-response that names no content", (api) => {
    for (const body of [
      null,
      "secret",
      { content: "secret", choices: "secret", output: "secret", candidates: 1 },
    ]) {
      expect(() => api.response(body)).toThrow(InvalidResponse);
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
      InvalidResponse,
    );
    const limit = { type: "error", code: "rate_limit_exceeded" };
    expect(() => openaiResponses.foldStream(openaiResponses.initialStream(), limit)).toThrow(
      /rate_limit/,
    );
    const quota = { error: { status: "RESOURCE_EXHAUSTED" } };
    expect(() => google.foldStream(google.initialStream(), quota)).toThrow(/RESOURCE_EXHAUSTED/);
  });
});

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

  test("an image of a result stands in the body once, inside the result or behind it", () => {
    const shown: Entry = [{ type: "function_call_output", call_id: "x", output: [inlineImage] }];
    for (const model of ["gemini-3-pro", "gemini-2.5-pro"]) {
      const { body } = google.toRequest(promptOf([user("a"), call("x"), shown]), { model });
      expect(JSON.stringify(body).split(png.toString("base64"))).toHaveLength(2);
    }
  });
});
