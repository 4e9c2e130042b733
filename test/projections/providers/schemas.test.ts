import { describe, expect, test } from "vitest";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { google } from "../../../src/projections/providers/google/google.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { promptOf } from "./prompts.js";
import { user } from "./entries.js";

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

  test("the Responses API gets tools of a namespace in it, other APIs by their whole names", () => {
    const namespace = { name: "harbour", description: "Knows." };
    const inSpace = (name: string) => ({ ...tool(closed), name: `harbour__${name}`, namespace });
    const tools = [inSpace("ships"), tool(closed), inSpace("tides")];
    const prompt = promptOf([user("a")], { tools });
    const { body } = openaiResponses.toRequest(prompt, { model: "gpt-5.2" });
    expect(body.tools).toMatchObject([
      { type: "namespace", ...namespace, tools: [{ name: "ships" }, { name: "tides" }] },
      { type: "function", name: "shell" },
    ]);
    const long = { ...tool(closed), name: `harbour__${"l".repeat(60)}`, namespace };
    const whole = promptOf([user("a")], { tools: [long] });
    const sent = openaiResponses.toRequest(whole, { model: "gpt-5.2" });
    expect(sent.body.tools).toMatchObject([{ tools: [{ name: "l".repeat(60) }] }]);
    expect(sent.repairs).toEqual([]); // the whole name is too long, its own is not
    const chat = openaiChat.toRequest(prompt, { model: "gpt-5.2" });
    expect(chat.body.tools).toMatchObject([
      { function: { name: "harbour__ships" } },
      { function: { name: "shell" } },
      { function: { name: "harbour__tides" } },
    ]);
  });

  test("a tool of a namespace can be forced: in the Responses API by both names", () => {
    const namespace = { name: "harbour", description: "Knows." };
    const tools = [{ ...tool(closed), name: "harbour__ships", namespace }];
    const prompt = promptOf([user("a")], { tools });
    const options = { model: "gpt-5.2", toolChoice: { tool: "harbour__ships" } };
    const { body, repairs } = openaiResponses.toRequest(prompt, options);
    expect(body.tool_choice).toEqual({ type: "function", name: "harbour.ships" });
    expect(repairs).toEqual([]);
    const chat = openaiChat.toRequest(prompt, options);
    expect(chat.body.tool_choice).toMatchObject({ function: { name: "harbour__ships" } });
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
