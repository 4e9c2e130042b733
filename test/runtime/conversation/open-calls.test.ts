import { expect, test } from "vitest";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { google } from "../../../src/projections/providers/google/google.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { memoryStore } from "../../../src/store/memory.js";
import {
  anthropicAnswer,
  chatAnswer,
  googleAnswer,
  responsesAnswer,
} from "../../projections/providers/recorded-answers.js";

test.each([
  ["anthropic", "claude-opus-4-8", anthropic, anthropicAnswer],
  ["google", "gemini-3.6-flash", google, googleAnswer],
  ["openai-chat", "gpt-4o", openaiChat, chatAnswer],
  ["openai", "gpt-5.2", openaiResponses, responsesAnswer],
] as const)("open calls are told in one form, and until they are answered: %s", async (...row) => {
  const [provider, model, reader, { body }] = row;
  const tools = [
    { kind: "function", name: "shell", parameters: { type: "object" } },
    { kind: "custom", name: "apply_patch" },
  ] as const;
  const store = memoryStore();
  const conversation = await Conversation.open({ provider, model, store, tools });
  await conversation.addUserMessage("Why is the clock late?");
  expect(conversation.openCalls).toEqual([]);
  await conversation.addAssistantMessage(reader.fromResponse(body, { tools }));
  const [first, ...others] = conversation.openCalls;
  expect(first?.name).toBe("shell");
  expect(JSON.parse(first?.arguments ?? "")).toEqual({ command: ["date"] });
  await conversation.addToolResult(first?.id ?? "", "no such command", { failed: true });
  expect(conversation.openCalls).toEqual(others);
});

test("open calls come oldest first, also where an id is used again", async () => {
  const conversation = await Conversation.open({
    ...{ provider: "openai", model: "gpt-5.2", store: memoryStore() },
  });
  await conversation.addUserMessage("Why is the clock late?");
  const call = (call_id: string) =>
    ({ type: "function_call", call_id, name: "shell", arguments: "{}" }) as const;
  await conversation.addAssistantMessage([call("a")]);
  await conversation.addToolResult("a", "no such command");
  await conversation.addAssistantMessage([call("b"), call("a")]);
  expect(conversation.openCalls.map(({ id }) => id)).toEqual(["b", "a"]);
});
