import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnthropicBody } from "../../../src/projections/providers/anthropic/body.js";
import type { GoogleBody } from "../../../src/projections/providers/google/body.js";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { memoryStore } from "../../../src/store/memory.js";
import { Driver, talk } from "./steps.js";

test("OpenAI to Anthropic to Google to OpenAI keeps what was said, called and given back, failed calls too", async () => {
  const property = fc.asyncProperty(
    fc.array(talk, { minLength: 1, maxLength: 20 }),
    fc.constantFrom("openai" as const, "openai-chat" as const),
    async (steps, first) => {
      const store = memoryStore();
      const openai = await Conversation.open({ store, provider: first, model: "gpt-5.2" });
      const driver = new Driver(openai);
      for (const step of steps) await driver.do(step);
      const ledger = openai.messageCount;
      const before = await openai.toRequest();
      const failed = failedCalls(before.prompt.items.toArray()).toSorted();
      const answered = before.prompt.items.toArray().filter(({ origin }) => origin === "tool");
      const said = textsIn(steps);

      const anthropic = await openai.switchProvider("anthropic", "claude-opus-4-8");
      const { body: claude } = await anthropic.toRequest();
      expect(failedAtAnthropic(claude).toSorted()).toEqual(failed);

      const google = await anthropic.switchProvider("google", "gemini-3.6-flash");
      const { body: gemini } = await google.toRequest();
      expect(failedAtGoogle(gemini).toSorted()).toEqual(failed);

      for (const body of [claude, gemini]) {
        const json = JSON.stringify(body);
        for (const text of said) expect(json).toContain(JSON.stringify(text).slice(1, -1));
        expect(resultsIn(json)).toBe(answered.length);
      }

      const again = await google.switchProvider(first, "gpt-5.2");
      expect((await again.toRequest()).body).toEqual(before.body);
      expect(again.messageCount).toBe(ledger);
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

function textsIn(steps: readonly { readonly kind: string; readonly text?: string }[]) {
  return steps.flatMap(({ kind, text }) => (kind === "user" && text !== undefined ? [text] : []));
}

function resultsIn(json: string): number {
  return json.split(/"type":"tool_result"|"functionResponse":/).length - 1;
}

function failedCalls(
  items: readonly { readonly failed: boolean; readonly item: object }[],
): readonly string[] {
  return items
    .filter(({ failed }) => failed)
    .map(({ item }) => ("call_id" in item ? String(item.call_id) : ""));
}

function failedAtAnthropic({ messages }: AnthropicBody): readonly string[] {
  return messages.flatMap((message) => {
    if (message.role !== "user") return [];
    return message.content.flatMap((block) =>
      block.type === "tool_result" && block.is_error === true ? [block.tool_use_id] : [],
    );
  });
}

function failedAtGoogle({ contents }: GoogleBody): readonly string[] {
  return contents
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (!("functionResponse" in part)) return [];
      const { id = "", response } = part.functionResponse;
      return "error" in response ? [id] : [];
    });
}
