import { expect, test } from "vitest";
import { definePrices } from "../../../src/models/prices.js";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { scriptedModel } from "../../../src/runtime/models/scripted-model.js";
import { memoryStore } from "../../../src/store/memory.js";

const GPT = { provider: "openai", model: "gpt-5.2" } as const;
const usage = { input: 1500, cachedInput: 1000, cacheWrite: 0, output: 20, reasoning: 0 };

async function answered(): Promise<Conversation> {
  const chat = await Conversation.open({ ...GPT, name: "tides", store: memoryStore() });
  const items = [
    {
      type: "message" as const,
      role: "assistant",
      content: [{ type: "output_text" as const, text: "At noon." }],
    },
  ];
  const model = scriptedModel([{ items, usage: { ...usage, total: 1520 } }], GPT);
  await chat.addUserMessage("When is high water?");
  for await (const event of chat.stream(model)) expect(event.type).not.toBe("retrying");
  return chat;
}

const prices = definePrices([{ id: "gpt-5.2", input: 2, cachedInput: 0.2, output: 10 }]);

test("a conversation shows what it used: messages, window, tokens and money", async () => {
  const chat = await answered();
  expect(await chat.show({ prices })).toBe(
    [
      "tides: gpt-5.2",
      `  messages  2, ${chat.tokenCount} of 270,000 tokens`,
      "  window    400,000 tokens, 4,000 for the answer",
      "  used      1,500 in (1,000 cached), 20 out, 1 request",
      "  cost      $0.0014",
    ].join("\n"),
  );
});

test("an unknown price is unknown, also where other answers have one; nothing used costs nothing", async () => {
  const chat = await answered();
  expect(await chat.show({ prices: new Map() })).toMatch(/\n {2}cost {6}unknown$/);
  const empty = await Conversation.open({ ...GPT, store: memoryStore() });
  expect(await empty.show({ prices: new Map() })).toMatch(/0 in, 0 out, 0 requests\n.*\$0\.00$/);
});
