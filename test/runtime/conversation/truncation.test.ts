import { modelError } from "../../../src/runtime/errors.js";
import { describe, expect, test } from "vitest";
import type { RefoldEvent } from "../../../src/events/event.js";
import type { Item } from "../../../src/events/item.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import type { ConversationOptions } from "../../../src/runtime/conversation/open-conversation.js";
import { scriptedModel } from "../../../src/runtime/models/scripted-model.js";
import { resumeThread } from "../../../src/runtime/open-thread.js";
import { memoryStore } from "../../../src/store/memory.js";

const BUDGET = { window: 3_000, reservedForSystem: 500, reservedForResponse: 500 };
const LONG = "the tide comes in ".repeat(80); // about 320 tokens

async function open(options: Partial<ConversationOptions> = {}) {
  const store = memoryStore();
  const conversation = await Conversation.open({
    ...{ store, provider: "openai", model: "gpt-4o", budget: BUDGET },
    ...options,
  });
  const events = async (type: RefoldEvent["type"]) => {
    const found: RefoldEvent[] = [];
    for await (const event of store.read(conversation.id)) {
      if (isKnownEvent(event) && event.type === type) found.push(event);
    }
    return found;
  };
  return { store, conversation, events };
}

/** Says so much that something has to go. */
async function talk(conversation: Conversation, rounds = 6): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    await conversation.addUserMessage(`question ${round} ${LONG}`);
    await conversation.addAssistantMessage(`answer ${round} ${LONG}`);
  }
}

test("law 5: messages never take more than is available, though a text costs more once it is bounded", async () => {
  const letters = (value: string) => value.replace(/[^a-z]/g, "").length;
  const item = (one: Item) => letters("output" in one ? JSON.stringify(one.output) : said(one));
  const said = (one: Item) => JSON.stringify("content" in one ? one.content : "");
  for (let length = 120; length < 175; length++) {
    const { conversation } = await open({
      budget: { window: 300, reservedForSystem: 50, reservedForResponse: 50 },
      estimator: { name: "letters", text: letters, item },
    });
    await conversation.addUserMessage("x".repeat(length));
    await conversation.addAssistantMessage({ calls: [{ id: "c", name: "r", arguments: {} }] });
    await conversation.addToolResult("c", ".".repeat(1_000)); // no letter, but "chars truncated"
    expect(conversation.tokenCount).toBeLessThanOrEqual(conversation.budget.available);
  }
});

describe("a conversation that outgrows its budget", () => {
  test("loses its oldest messages by an event in the same batch, and no more than has to go", async () => {
    const { conversation, events } = await open();
    await talk(conversation);
    const [trimmed] = await events("history.trimmed");
    expect(trimmed).toMatchObject({ data: { strategy: "sliding-window" } });
    const json = JSON.stringify((await conversation.toRequest()).body);
    expect(json).not.toContain("question 1 ");
    expect(json).toContain("answer 6 ");
    expect(conversation.tokensAvailable).toBeLessThan(400);
  });

  test("keeps the first message of a user and the newest three by priority", async () => {
    const { conversation } = await open({ strategy: "priority" });
    await talk(conversation, 5);
    const json = JSON.stringify((await conversation.toRequest()).body);
    for (const kept of [1, 3, 4, 5]) expect(json).toContain(`question ${kept} `);
    expect(json).toContain("answer 5 ");
    expect(json).not.toContain("answer 1 ");
  });

  test("is summarised by the model that was given, and what that cost is recorded", async () => {
    const summaryModel = scriptedModel(["They spoke of tides.", "They spoke on."]);
    const { conversation, events } = await open({ strategy: "summarize", summaryModel });
    await talk(conversation);
    expect(summaryModel.requests.length).toBeGreaterThan(0);
    expect((await events("history.compacted")).length).toBe(summaryModel.requests.length);
    const json = JSON.stringify((await conversation.toRequest()).body);
    expect(json).toContain("They spoke o");
    expect(json).toContain("answer 6 ");
    const notices = (await events("notice.logged")).map(({ data }) => JSON.stringify(data));
    expect(notices.filter((notice) => notice.includes("summary-extractive"))).toEqual([]);
  });

  test("is summarised from its own words without a model, and a notice says so", async () => {
    const { conversation, events } = await open({ strategy: "summarize" });
    await talk(conversation);
    const notices = await events("notice.logged");
    expect(notices[0]).toMatchObject({ data: { kind: "summary-extractive", level: "warning" } });
    expect(JSON.stringify((await conversation.toRequest()).body)).toContain("Asked for:");
  });

  test("is summarised from its own words when the model fails, and a notice says so", async () => {
    const failing = modelError("invalid-request", { provider: "scripted", reason: "no" });
    const summaryModel = scriptedModel([failing, failing, failing, failing]);
    const { conversation, events } = await open({ strategy: "summarize", summaryModel });
    await talk(conversation, 4);
    expect((await events("history.compacted")).length).toBeGreaterThan(0);
    const [notice] = await events("notice.logged");
    expect(notice).toMatchObject({ data: { kind: "summary-extractive" } });
    expect(JSON.stringify(notice)).toContain("could not be summarised");
  });

  test("goes on with another strategy when it is set later", async () => {
    const { conversation, events } = await open();
    await talk(conversation);
    await conversation.setTruncationStrategy("summarize", { model: scriptedModel(["In short."]) });
    await conversation.addUserMessage(`one more ${LONG}`);
    expect(conversation.truncationStrategy).toBe("summarize");
    expect((await events("history.compacted")).length).toBe(1);
    expect(JSON.stringify((await conversation.toRequest()).body)).toContain("In short.");
  });

  test("keeps a call that waits, and the result with its call, whatever goes", async () => {
    const { conversation } = await open();
    await conversation.addUserMessage("Look it up.");
    await conversation.addAssistantMessage({ calls: [call("a"), call("b")] });
    await conversation.addToolResult("b", LONG.repeat(4));
    await conversation.addToolResult("a", LONG.repeat(3), { failed: true });
    const json = JSON.stringify((await conversation.toRequest()).body);
    expect(json).toContain('"call_id":"a"');
    expect(conversation.tokenCount).toBeLessThanOrEqual(conversation.budget.available);
  });

  test.each(["sliding-window", "priority", "summarize"] as const)(
    "keeps a call that waits since before the user's newest messages: %s",
    async (strategy) => {
      const { conversation } = await open({ strategy });
      await conversation.addUserMessage("Look it up.");
      await conversation.addAssistantMessage({ calls: [call("slow")] });
      await talk(conversation);
      expect(conversation.openCalls.map(({ id }) => id)).toEqual(["slow"]);
      await conversation.addToolResult("slow", "high");
      const { prompt } = await conversation.toRequest();
      const kept = prompt.items.toArray().map(({ item }) => item);
      const output = { type: "function_call_output", call_id: "slow", output: "high" };
      expect(kept).toContainEqual(output);
      expect(kept).toContainEqual(expect.objectContaining({ type: "function_call" }));
    },
  );

  test("loses messages when the next model has a smaller window, and when the system prompt grows", async () => {
    const { conversation, events } = await open({ budget: { window: 20_000 } });
    await talk(conversation, 10);
    expect(await events("history.trimmed")).toEqual([]);
    await conversation.switchProvider("openai", "gpt-4");
    expect(conversation.budget.window).toBe(8_192);
    expect((await events("history.trimmed")).length).toBe(1);
    await conversation.setSystemPrompt(LONG.repeat(8));
    expect((await events("history.trimmed")).length).toBe(2);
    expect(conversation.tokensAvailable).toBeGreaterThanOrEqual(0);
  });

  test("begins afresh when it is cleared; the system prompt and the settings stay", async () => {
    const { conversation, events } = await open({ strategy: "priority" });
    await conversation.setSystemPrompt("You repair clocks.");
    await talk(conversation, 2);
    await conversation.clear();
    expect([conversation.messageCount, conversation.tokenCount]).toEqual([0, 0]);
    expect(conversation.systemPrompt).toBe("You repair clocks.");
    expect(conversation.truncationStrategy).toBe("priority");
    expect((await events("history.cleared")).length).toBe(1);
    expect((await events("item.recorded")).length).toBe(4); // nothing was deleted
  });

  test.each([true, false])(
    "gives back every message when clearing it is undone; the newest one answered: %s",
    async (isAnswered) => {
      const { conversation, store } = await open();
      await talk(conversation, 1);
      await conversation.addUserMessage("and now?");
      if (isAnswered) await conversation.addAssistantMessage("low");
      const { messageCount, id } = conversation;
      await conversation.clear();
      await conversation.close();
      const thread = await resumeThread(id, { store });
      await thread.rollback("undo");
      await thread.close();
      const restored = await Conversation.load(id, { store });
      expect(restored.messageCount).toBe(messageCount);
      expect(JSON.stringify((await restored.toRequest()).body)).toContain("and now?");
    },
  );
});

function call(id: string) {
  return { id, name: "look_up", arguments: { what: "tide" } };
}
