import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import fc from "fast-check";
import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aiSdkModel } from "../../../src/runtime/models/ai-sdk/ai-sdk-model.js";
import type {
  AiLanguageModel,
  AiSdkBody,
} from "../../../src/runtime/models/ai-sdk/language-model.js";
import { openThread } from "../../../src/runtime/open-thread.js";
import { defineTextTool, defineTool } from "../../../src/runtime/tools/tool.js";
import { memoryStore } from "../../../src/store/memory.js";
import { changeInPlace } from "../../change-in-place.js";
import { assistant, call, developer, user } from "../../projections/providers/entries.js";
import { type Entry, oddEntries, oddTools, promptOf } from "../../projections/providers/prompts.js";

/** The compiler's proof that the interface's own types fit ours, without a step between. */
const accepted = {
  body: (body: AiSdkBody): LanguageModelV4CallOptions => body,
  model: (model: LanguageModelV4): AiLanguageModel => model,
};

/** A language model of the interface's own type, which answers by a script. */
function languageModel(
  answers: readonly (readonly LanguageModelV4StreamPart[] | Error)[],
  provider = "test.chat",
) {
  const asked: LanguageModelV4CallOptions[] = [];
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider,
    modelId: "test-1",
    supportedUrls: {},
    doGenerate: () =>
      Promise.reject(new APICallError({ message: "unused", url: "", requestBodyValues: {} })),
    doStream: async (options) => {
      const answer = answers[asked.push(options) - 1];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no answer");
      return { stream: ReadableStream.from(answer) };
    },
  };
  return { model, asked };
}

const usage = {
  inputTokens: { total: 1112, noCache: 12, cacheRead: 1000, cacheWrite: 100 },
  outputTokens: { total: 80, text: 50, reasoning: 30 },
};
function finish(unified: "stop" | "tool-calls" | "interrupted"): LanguageModelV4StreamPart {
  return { type: "finish", usage, finishReason: { unified, raw: undefined } };
}
function callPart(id: string, toolName: string, input: object): LanguageModelV4StreamPart {
  const providerMetadata = { test: { signature: `sig-${id}` } };
  return {
    type: "tool-call",
    toolCallId: id,
    toolName,
    input: JSON.stringify(input),
    providerMetadata,
  };
}

const thinking: readonly LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "response-metadata", id: "resp-1", modelId: "test-1-2026" },
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "The clock " },
  { type: "reasoning-delta", id: "r", delta: "is late." },
  { type: "reasoning-end", id: "r", providerMetadata: { test: { signature: "sig-r" } } },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "I shall " },
  { type: "text-delta", id: "t", delta: "look." },
  { type: "text-end", id: "t", providerMetadata: { test: { signature: "sig-t" } } },
];
const text = (said: string): readonly LanguageModelV4StreamPart[] => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: said },
  { type: "text-end", id: "t" },
  finish("stop"),
];

const shell = defineTool({
  name: "shell",
  description: "Runs.",
  parameters: z.object({ command: z.string() }),
  run: ({ command }) => `ran ${command}`,
});
const patch = defineTextTool({
  name: "apply_patch",
  description: "Patches.",
  run: (input) => ({ output: `no: ${input}`, failed: true }),
});

async function failureAfter(
  answer: readonly LanguageModelV4StreamPart[] | Error,
): Promise<unknown> {
  const { model } = languageModel([answer]);
  const client = aiSdkModel({ model: accepted.model(model) });
  const prompt = promptOf([]);
  const { body } = client.serializer.toRequest(prompt, { model: client.model });
  const events = client.stream({ body, prompt, tools: [] }).pipe(toArray());
  return lastValueFrom(events).catch((error: unknown) => error);
}

describe("a language model of the AI SDK", () => {
  test("runs a turn: pieces, calls with their outputs, and what must go back goes back to it", async () => {
    const { model, asked } = languageModel([
      [
        ...thinking,
        { type: "tool-input-start", id: "c1", toolName: "shell" },
        { type: "tool-input-delta", id: "c1", delta: '{"command":' },
        { type: "tool-input-delta", id: "c1", delta: '"date"}' },
        { type: "tool-input-end", id: "c1" },
        callPart("c1", "shell", { command: "date" }),
        callPart("c2", "apply_patch", { input: "*** Begin" }),
        finish("tool-calls"),
      ],
      text("It is late."),
    ]);
    const thread = await openThread({ store: memoryStore() });
    let [shown, input] = ["", ""];
    const result = await thread.runTurn("Why?", {
      model: aiSdkModel({ model }),
      tools: [shell, patch],
      context: { instructions: "You repair clocks." },
      request: { reasoning: { effort: "low" }, maxTokens: 500, toolChoice: "auto" },
      onEvent: (event) => {
        if (event.type === "text-delta" || event.type === "reasoning-delta") shown += event.text;
        if (event.type === "call-delta") input += `${event.name ?? ""}${event.text}`;
      },
    });
    expect(result).toMatchObject({ outcome: "completed", text: "It is late." });
    expect(shown).toBe("The clock is late.I shall look.It is late.");
    expect(input).toBe('shell{"command":"date"}');
    expect(thread.state.usage.last).toMatchObject({ input: 1112, cachedInput: 1000, total: 1192 });
    const [first, second] = asked;
    expect(first).toMatchObject({
      reasoning: "low",
      maxOutputTokens: 500,
      toolChoice: { type: "auto" },
      tools: [{ name: "shell" }, { name: "apply_patch", inputSchema: { required: ["input"] } }],
    });
    expect(first?.prompt[0]).toEqual({ role: "system", content: "You repair clocks." });
    const back = (name: string) => ({ providerOptions: { test: { signature: name } } });
    expect(second?.prompt.slice(-2)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "The clock is late.", ...back("sig-r") },
          { type: "text", text: "I shall look.", ...back("sig-t") },
          {
            ...{ type: "tool-call", toolCallId: "c1", toolName: "shell" },
            ...{ input: { command: "date" }, ...back("sig-c1") },
          },
          {
            ...{ type: "tool-call", toolCallId: "c2", toolName: "apply_patch" },
            ...{ input: { input: "*** Begin" }, ...back("sig-c2") },
          },
        ],
      },
      {
        role: "tool",
        content: [
          {
            ...{ type: "tool-result", toolCallId: "c1", toolName: "shell" },
            output: { type: "text", value: "ran date" },
          },
          {
            ...{ type: "tool-result", toolCallId: "c2", toolName: "apply_patch" },
            output: { type: "error-text", value: "no: *** Begin" },
          },
        ],
      },
    ]);
  });

  test("never gets another provider's reasoning", async () => {
    const thread = await openThread({ store: memoryStore() });
    const before = languageModel([[...thinking, finish("stop")]], "other.chat");
    await thread.runTurn("Why?", { model: aiSdkModel({ model: before.model }) });
    const { model, asked } = languageModel([text("Because.")]);
    await thread.runTurn("And?", { model: aiSdkModel({ model }) });
    expect(JSON.stringify(asked[0]?.prompt)).toContain("I shall look.");
    expect(JSON.stringify(asked[0]?.prompt)).not.toContain("The clock is late.");
  });

  test("gets the id of what follows thoughts only together with these", () => {
    const { serializer, model } = aiSdkModel({ model: languageModel([]).model });
    const made = (itemId: string) => ({
      aiSdkProvider: "test.chat",
      providerMetadata: { openai: { itemId, phase: "commentary" } },
    });
    const prompt = promptOf([
      user("Why?"),
      [{ type: "reasoning", summary: [], ...made("rs_1") }],
      [
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "I look.", ...made("msg_1") }],
        },
      ],
      [{ ...call("c")[0], ...made("fc_1") }],
    ]);
    const idsFor = (reasoningHistory: "keep" | "drop") => {
      const { body } = serializer.toRequest(prompt, { model, reasoningHistory });
      const [, answer] = body.prompt;
      if (answer?.role !== "assistant") throw new Error("no answer");
      return answer.content.map(({ providerOptions }) => providerOptions?.["openai"]);
    };
    const phase = "commentary";
    const kept = ["rs_1", "msg_1", "fc_1"].map((itemId) => ({ itemId, phase }));
    expect(idsFor("keep")).toEqual(kept);
    expect(idsFor("drop")).toEqual([{ phase }, { phase }]);
  });

  test("gets a free-form tool as a function, and this is told", () => {
    const { serializer, model } = aiSdkModel({ model: languageModel([]).model });
    const prompt = promptOf([user("a")], { tools: [{ kind: "custom", name: "patch" }] });
    const { body, repairs } = serializer.toRequest(prompt, { model });
    expect(body.tools).toMatchObject([{ inputSchema: { required: ["input"] } }]);
    expect(repairs).toMatchObject([{ reason: "tool patch is free-form: one argument, input" }]);
  });

  test("gets the model's words as one message where nothing is said between them", () => {
    const { serializer, model } = aiSdkModel({ model: languageModel([]).model });
    const prompt = promptOf([user("a"), assistant("b"), user(" "), assistant("c"), user("d")]);
    const { prompt: said } = serializer.toRequest(prompt, { model }).body;
    expect(said.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(said[1]?.content).toHaveLength(2);
  });

  test("gets names and strictness of tools, and images, as the API after it takes them", () => {
    const { serializer } = aiSdkModel({ model: languageModel([]).model });
    const image_url = "https://example.org/a.png";
    const parameters = {
      ...{ type: "object", properties: {}, required: [] },
      additionalProperties: false,
    };
    const shown: Entry = [
      { type: "message", role: "user", content: [{ type: "input_image", image_url }] },
    ];
    const called: Entry = [{ type: "function_call", call_id: "c", name: "7zip", arguments: "{}" }];
    const prompt = promptOf([shown, called], {
      tools: [{ kind: "function", name: "7zip", parameters, strict: true }],
    });
    const { body, repairs } = serializer.toRequest(prompt, { model: "gemini-3-pro" });
    const [{ name, strict } = { name: "" }] = body.tools ?? [];
    expect(strict).toBe(true);
    expect(body.prompt).toMatchObject([
      { role: "user", content: [{ type: "text", text: `[image at ${image_url}]` }] },
      { role: "assistant", content: [{ toolName: name }] },
      { role: "tool", content: [{ toolName: name }] },
    ]);
    expect(repairs).toContainEqual(
      expect.objectContaining({
        ref: 11,
        kind: "id-mapped",
        reason: "a tool name that the API refuses",
      }),
    );
    const other = serializer.toRequest(prompt, { model: "gpt-5.2" }).body.prompt[0];
    expect(other).toMatchObject({ content: [{ type: "file" }] });
  });

  test("gets what the strictest API after it takes", () => {
    const { serializer, model } = aiSdkModel({ model: languageModel([]).model });
    const shown = { type: "input_image" as const, image_url: "https://harbour:clock/a.png" };
    const thought: Entry = [
      { type: "reasoning", summary: [], aiSdkProvider: "test.chat", providerMetadata: {} },
    ];
    const prompt = promptOf([
      developer("Be brief."),
      assistant("So."),
      developer("Be long."),
      user(" "),
      [{ type: "message", role: "user", content: [shown] }],
      call("c"),
      [{ type: "function_call_output", call_id: "c", output: "" }, { failed: true }],
      user("Well?"),
      thought,
      user("Well!"),
      assistant("Oh."),
    ]);
    const { body, repairs } = serializer.toRequest(prompt, { model });
    const said = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));
    expect(body.prompt).toMatchObject([
      { role: "system", content: "Be brief." },
      { role: "user", content: said("[the conversation goes on]") },
      { role: "assistant", content: said("So.") },
      { role: "user", content: said("<developer_message>", "Be long.", "</developer_message>") },
      { role: "user", content: said("[image at https://harbour:clock/a.png]") },
      { role: "assistant", content: [{ type: "tool-call" }] },
      {
        role: "tool",
        content: [{ output: { type: "error-text", value: "[the tool call failed]" } }],
      },
      { role: "user", content: said("Well?") },
      { role: "user", content: said("Well!") },
      { role: "assistant", content: said("Oh.") },
      { role: "user", content: said("Continue.") },
    ]);
    expect(repairs.map(({ kind, ref }) => [kind, ref])).toEqual([
      ["reasoning-left-out", 18],
      ["turn-inserted", 11],
      ["role-changed", 12],
      ["empty-dropped", 13],
      ["turned-into-text", 14],
      ["turn-inserted", null],
    ]);
    const midway = serializer.toRequest(prompt, { model: "gpt-5.2" }).body.prompt[3];
    expect(midway).toEqual({ role: "system", content: "Be long." });
  });

  test("whatever the history is: instructions, then the user, and calls with their results", () => {
    const { serializer, model } = aiSdkModel({ model: languageModel([]).model });
    const property = fc.property(oddEntries, oddTools, (entries, tools) => {
      const { body, origins } = serializer.toRequest(promptOf(entries, { tools }), { model });
      expect(origins).toHaveLength(body.prompt.length);
      const roles = body.prompt.map(({ role }) => role).join(" ");
      expect(roles).toMatch(/^(system )*user( user| assistant(?= user| tool)| tool(?! tool))*$/);
      expect(roles).not.toMatch(/assistant$/);
      const [calls, results] = [[] as string[], [] as string[]];
      for (const { content } of body.prompt) {
        for (const part of typeof content === "string" ? [] : content) {
          if (part.type === "text") expect(part.text.trim()).not.toBe("");
          if (part.type === "tool-call") calls.push(part.toolCallId);
          if (part.type === "tool-result") results.push(part.toolCallId);
        }
      }
      expect(results).toEqual(calls);
      for (const { name, inputSchema } of body.tools ?? []) {
        expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
        expect(inputSchema.type).toBe("object");
      }
    });
    fc.assert(property);
  });

  test("may change its options in place: the prompt and the next options stay as they were", () => {
    const { serializer, model } = aiSdkModel({ model: languageModel([]).model });
    const providerMetadata = { test: { signature: "s", parts: [{ n: 1 }] } };
    const own = { aiSdkProvider: "test.chat", providerMetadata };
    const tools = (["function", "custom"] as const).map((kind) => {
      const parameters = { type: "object", properties: { path: { enum: ["a"] } } };
      return [
        { kind, name: `${kind}_1`, parameters } as const,
        { kind, name: `${kind}_2` } as const,
      ];
    });
    const prompt = promptOf(
      [
        [{ type: "reasoning", summary: [{ type: "summary_text", text: "I shall look." }], ...own }],
        [
          {
            type: "function_call",
            call_id: "c",
            name: "function_1",
            arguments: '{"a":[1]}',
            ...own,
          },
        ],
      ],
      { tools: tools.flat(), outputSchema: { type: "object", properties: { said: {} } } },
    );
    const before = JSON.stringify(prompt);
    const { body } = serializer.toRequest(prompt, { model });
    const first = JSON.stringify(body);
    changeInPlace(body);
    expect(JSON.stringify(prompt)).toBe(before);
    expect(JSON.stringify(serializer.toRequest(prompt, { model }).body)).toBe(first);
  });

  test("types the errors that it throws, and those inside its stream", async () => {
    const apiError = (statusCode: number, body: object, headers: Record<string, string> = {}) =>
      new APICallError({
        ...{ message: "It failed.", url: "", requestBodyValues: {}, statusCode },
        ...{ responseHeaders: headers, responseBody: JSON.stringify(body) },
      });
    const window = {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 9 tokens > 8 maximum" },
    };
    expect(await failureAfter(apiError(400, window))).toMatchObject({
      code: "context-window-exceeded",
    });
    expect(await failureAfter(apiError(429, {}, { "retry-after": "3" }))).toMatchObject({
      code: "rate-limited",
      details: { retryAfterMs: 3000 },
    });
    expect(await failureAfter(apiError(529, {}))).toMatchObject({ code: "overloaded" });
    expect(await failureAfter(apiError(401, {}))).toMatchObject({ code: "unauthorized" });
    const inStream: LanguageModelV4StreamPart = {
      type: "error",
      error: { type: "overloaded_error", message: "Busy" },
    };
    expect(await failureAfter([...thinking, inStream])).toMatchObject({ code: "overloaded" });
    expect(await failureAfter(thinking)).toMatchObject({ code: "stream-interrupted" });
    expect(await failureAfter([finish("interrupted")])).toMatchObject({
      code: "stream-interrupted",
    });
  });
});
