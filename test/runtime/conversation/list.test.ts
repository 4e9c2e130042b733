import fc from "fast-check";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { forkThread, openThread } from "../../../src/runtime/open-thread.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const SETTINGS = { provider: "openai", model: "gpt-4o" } as const;

test("what is listed from the index is what is listed without it", async () => {
  const step = fc.record({
    kind: fc.constantFrom("say", "say", "answer", "clear", "switch", "delete", "list", "thread"),
    name: fc.constantFrom("tides", "clocks", "ferries"),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
    const home = temporaryHome();
    for (const { kind, name } of steps) {
      await take({ home, kind, name });
      if (kind === "list") await Conversation.list({ home });
    }
    const store = jsonlStore({ home });
    expect(await Conversation.list({ home })).toEqual(await Conversation.list({ store }));
    await store.close();
    rmSync(home, { recursive: true });
  });
  await fc.assert(property, { numRuns: 15 });
});

test("a conversation that cannot be read is passed over and told of, and listed once it can be", async () => {
  const home = temporaryHome();
  const parent = await Conversation.open({ ...SETTINGS, home, name: "tides" });
  await parent.close();
  const store = jsonlStore({ home });
  const fork = await forkThread(parent.id, { store }, { at: 1, title: "ebb" });
  await fork.close();
  await store.close();
  const rollout = pathOf(home, parent.id);
  renameSync(rollout, `${rollout}.away`);
  const unreadable: string[] = [];
  const listed = await Conversation.list({
    home,
    onUnreadable: (threadId, { code }) => unreadable.push(`${threadId} ${code}`),
  });
  expect([listed, unreadable]).toEqual([[], [`${fork.id} fork-parent-missing`]]);
  await (await Conversation.open({ ...SETTINGS, home, name: "clocks" })).close();
  renameSync(`${rollout}.away`, rollout);
  const names = (await Conversation.list({ home })).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["clocks", "ebb", "tides"]);
});

test("an index that is damaged is built anew", async () => {
  const home = temporaryHome();
  await (await Conversation.open({ ...SETTINGS, home, name: "tides" })).close();
  const whole = await Conversation.list({ home });
  writeFileSync(join(home, "index", "conversations.json"), "[]");
  expect(await Conversation.list({ home })).toEqual(whole);
});

interface Taken {
  readonly home: string;
  readonly kind: string;
  readonly name: string;
}

async function take({ home, kind, name }: Taken): Promise<void> {
  if (kind === "thread") {
    const store = jsonlStore({ home });
    await (await openThread({ store }, { title: name })).close();
    await store.close();
    return;
  }
  const conversation = await Conversation.open({ ...SETTINGS, home, name });
  if (kind === "say") await conversation.addUserMessage("Why is it late?");
  if (kind === "answer") await conversation.addAssistantMessage("A tide.");
  if (kind === "clear") await conversation.clear();
  if (kind === "switch") await conversation.switchProvider("google", "gemini-3.6-flash");
  await conversation.close();
  if (kind === "delete") await Conversation.delete(name, { home });
}

function pathOf(home: string, threadId: string): string {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" });
  return join(home, names.find((name) => name.endsWith(`${threadId}.jsonl`)) ?? "");
}
