import { describe, expect, test } from "vitest";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { decode, item, line, message, statesOf, user } from "./lines.js";

const PIXEL = "https://example.com/a.png";

async function promptAfter(lines: readonly object[], model: string) {
  const state = (await statesOf(await decode(lines))).at(-1);
  if (state === undefined) throw new TypeError("no state");
  return projectPrompt(state, { model });
}

/** The request that Codex would send next. */
async function bodyAfter(...lines: readonly object[]) {
  return openaiResponses.toRequest(await promptAfter(lines, "gpt-5.2")).body;
}

const start = (version: string, members: object = {}) =>
  line("session_meta", {
    id: "019c0000-0000-7000-8000-000000000001",
    cli_version: version,
    ...members,
  });
const based = (version: string) => start(version, { base_instructions: { text: "Be brief." } });
const tools = item({
  type: "additional_tools",
  id: "at_1",
  role: "developer",
  tools: [{ type: "custom", name: "exec" }],
  internal_chat_message_metadata_passthrough: { turn_id: "t" },
});
const agentMessage = item({
  type: "agent_message",
  id: "amsg_1",
  author: "/root",
  recipient: "/root/look",
  content: [
    { type: "input_text", text: "Message Type: NEW_TASK\nPayload:\n" },
    { type: "encrypted_content", encrypted_content: "0gAA" },
  ],
});
const image = (detail?: string) =>
  item({
    type: "message",
    role: "user",
    content: [{ type: "input_image", image_url: PIXEL, ...(detail !== undefined && { detail }) }],
  });
const patch = item({ type: "custom_tool_call", call_id: "p", name: "apply_patch", input: "x" });
const shell = item({ type: "function_call", call_id: "s", name: "shell", arguments: "{}" });
const recorded = (type: string, call_id: string, output: string) =>
  item({
    ...{ type, call_id },
    output: JSON.stringify({ output, metadata: { exit_code: 1, duration_seconds: 0.3 } }),
  });

describe("what a recorded line becomes in the next request", () => {
  test("base instructions are a member of the request, since 0.150 its first item", async () => {
    expect(await bodyAfter(based("0.146.0"), user("hi"))).toMatchObject({
      instructions: "Be brief.",
      input: [{ role: "user" }],
    });
    const body = await bodyAfter(based("0.169.0"), user("hi"));
    expect(body).not.toHaveProperty("instructions");
    expect(body.input).toMatchObject([
      { role: "developer", content: [{ text: "Be brief." }] },
      { role: "user" },
    ]);
  });

  test("base instructions that are recorded as an item are given once", async () => {
    const body = await bodyAfter(based("0.169.0"), message("developer", "Be brief."), user("hi"));
    expect(body).not.toHaveProperty("instructions");
    expect(body.input).toHaveLength(2);
  });

  test("instructions of an old session are AGENTS.md, and no base instructions", async () => {
    const body = await bodyAfter(start("0.60.1", { instructions: "AGENTS.md" }), user("hi"));
    expect(body).not.toHaveProperty("instructions");
  });

  test("tools and messages of agents are sent as they are, without ids and notes", async () => {
    const { input } = await bodyAfter(start("0.169.0"), tools, agentMessage);
    const { author, recipient, content } = agentMessage.payload;
    expect(input).toEqual([
      { type: "additional_tools", role: "developer", tools: [{ type: "custom", name: "exec" }] },
      { type: "agent_message", author, recipient, content },
    ]);
  });

  test("other providers get an agent's message as a text, and no sealed part", async () => {
    const prompt = await promptAfter([start("0.169.0"), tools, agentMessage], "claude-opus-4-8");
    const { body } = anthropic.toRequest(prompt);
    const text = JSON.stringify(body.messages);
    expect(text).toContain("NEW_TASK");
    expect(text).not.toContain("0gAA");
  });

  test("the detail of an image is sent where it is recorded, and never beside tools as items", async () => {
    const details = async (...lines: readonly object[]) => {
      const text = JSON.stringify((await bodyAfter(start("0.169.0"), ...lines)).input);
      return [...text.matchAll(/"detail":"(\w+)"/g)].map(([, detail]) => detail);
    };
    expect(await details(image(), image("high"), image("original"))).toEqual(["high", "original"]);
    expect(await details(tools, image("original"))).toEqual([]);
  });

  test("outputs in JSON are sent as text where apply_patch is a custom tool", async () => {
    const outputs = async (...lines: readonly object[]) => {
      const { input } = await bodyAfter(start("0.104.0"), ...lines);
      return input.flatMap((one) => ("output" in one ? [one.output] : []));
    };
    const ofPatch = recorded("custom_tool_call_output", "p", "Success");
    const ofShell = recorded("function_call_output", "s", "Total output lines: 9\n\na\nb");
    expect(await outputs(shell, ofShell, patch, ofPatch)).toEqual([
      "Exit code: 1\nWall time: 0.3 seconds\nTotal output lines: 9\nOutput:\na\nb",
      "Exit code: 1\nWall time: 0.3 seconds\nOutput:\nSuccess",
    ]);
    expect(await outputs(shell, ofShell)).toEqual([ofShell.payload["output"]]);
  });

  test("empty texts of an output that is a list are left out", async () => {
    const texts = ["a", "", "b"].map((text) => ({ type: "input_text", text }));
    const output = item({ type: "function_call_output", call_id: "s", output: texts });
    const { input } = await bodyAfter(start("0.169.0"), shell, output);
    expect(input.at(-1)).toMatchObject({ output: [{ text: "a" }, { text: "b" }] });
  });
});
