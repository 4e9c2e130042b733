/**
 * One turn of a conversation that outlives its process, with whichever provider is asked for.
 * Usage: chat.js HOME BASE_URL openai|anthropic WORDS
 */
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { Conversation, type AssistantContent } from "refold";
import { lookUpTide, TIDE_TABLE } from "./tide-table.js";

const [home = "", baseURL = "", provider = "", words = ""] = process.argv.slice(2);
const apiKey = "none is needed here";
const about = { home, name: "tides", tools: [TIDE_TABLE] };

if (provider === "anthropic") {
  const client = new Anthropic({ baseURL, apiKey });
  const model = "claude-opus-4-8";
  await using chat = await Conversation.open({ provider: "anthropic", model, ...about });
  await turn(chat, async () => client.messages.create((await chat.toRequest()).body));
} else {
  const client = new OpenAI({ baseURL: `${baseURL}/v1`, apiKey });
  await using chat = await Conversation.open({ provider: "openai", model: "gpt-5.2", ...about });
  await turn(chat, async () => client.responses.create((await chat.toRequest()).body));
}

/** Asks until the model calls no tool any more. What was said is stored before it goes on. */
async function turn(chat: Conversation, sample: () => Promise<AssistantContent>): Promise<void> {
  if (chat.systemPrompt === "") await chat.setSystemPrompt("You repair clocks. Do not guess.");
  await chat.addUserMessage(words);
  for (;;) {
    await chat.addAssistantMessage(await sample());
    if (chat.openCalls.length === 0) return;
    for (const call of chat.openCalls) {
      const { text, failed } = lookUpTide(call.arguments);
      await chat.addToolResult(call.id, text, { failed });
    }
  }
}
