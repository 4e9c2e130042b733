import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { ulidToUuid } from "../../../src/events/ids.js";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { forkThread } from "../../../src/runtime/open-thread.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { pngBytes } from "../../../src/testing/arbitraries/texts.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const SETTINGS = { provider: "openai", model: "gpt-4o" } as const;

test("a conversation that was closed is loaded by its name, its ULID or its UUID, as it was", async () => {
  const home = temporaryHome();
  const conversation = await Conversation.open({ ...SETTINGS, home, name: "tides" });
  await conversation.setSystemPrompt("You repair clocks.");
  await conversation.addUserMessage("Why is the clock late?");
  await conversation.addAssistantMessage("A tide.");
  await conversation.save();
  const { body } = await conversation.toRequest();
  await conversation.close();
  for (const text of ["tides", conversation.id, ulidToUuid(conversation.id)]) {
    await using loaded = await Conversation.load(text, { home });
    expect((await loaded.toRequest()).body).toEqual(body);
    expect(loaded.name).toBe("tides");
  }
});

test("a conversation can be closed more than once", async () => {
  await using conversation = await Conversation.open({ ...SETTINGS, home: temporaryHome() });
  await conversation.addUserMessage("Why is the clock late?");
  await Promise.all([conversation.close(), conversation.close()]);
  await conversation.close();
});

test("settings that are changed at once are all changed", async () => {
  const about = { ...SETTINGS, home: temporaryHome() };
  await using conversation = await Conversation.open(about);
  await Promise.all([
    conversation.setTruncationStrategy("priority"),
    conversation.switchProvider("anthropic", "claude-opus-4-5"),
  ]);
  expect([conversation.truncationStrategy, conversation.provider]).toEqual([
    "priority",
    "anthropic",
  ]);
});

test("a request has what is being added when it is asked for", async () => {
  await using conversation = await Conversation.open({ ...SETTINGS, home: temporaryHome() });
  const added = [conversation.addUserMessage("a"), conversation.addUserMessage("b")];
  const { body } = await conversation.toRequest();
  const waitedFor = await Promise.all(added).then(() => conversation.toRequest());
  expect(body).toEqual(waitedFor.body);
});

test("a second open of a name gives the same conversation, with the provider that is asked for now", async () => {
  const home = temporaryHome();
  const first = await Conversation.open({ ...SETTINGS, home, name: "tides" });
  await first.addUserMessage("hello");
  await first.close();
  const about = { provider: "google", model: "gemini-3.6-flash", home, name: "tides" } as const;
  await using second = await Conversation.open(about);
  expect([second.id, second.provider, second.messageCount]).toEqual([first.id, "google", 1]);
  expect((await Conversation.list({ home })).map(({ id }) => id)).toEqual([first.id]);
});

test("many that open one name at once end up with one conversation", async () => {
  const home = temporaryHome();
  const opened = await Promise.allSettled(
    Array.from({ length: 4 }, () => Conversation.open({ ...SETTINGS, home, name: "tides" })),
  );
  const ours = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const refused = opened.filter((each) => each.status === "rejected");
  expect(ours.length).toBe(1);
  for (const each of refused) expect(each).toMatchObject({ reason: { code: "lease-held" } });
  expect((await Conversation.list({ home })).length).toBe(1);
  await ours[0]?.close();
});

test("law 10: a conversation that another process has open is refused, and free when that process is killed", async () => {
  const home = temporaryHome();
  const script = join(import.meta.dirname, "holder.mjs");
  const child = spawn(process.execPath, [script, home], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const id = String((await lines.next()).value);
  child.stdin.write("Why is the clock late?\n");
  await lines.next();

  await expect(Conversation.load("tides", { home })).rejects.toMatchObject({ code: "lease-held" });
  await expect(Conversation.open({ ...SETTINGS, home, name: "tides" })).rejects.toMatchObject({
    code: "lease-held",
  });
  await expect(Conversation.delete("tides", { home })).rejects.toMatchObject({
    code: "lease-held",
  });
  expect(await Conversation.list({ home })).toMatchObject([{ id, name: "tides", messageCount: 1 }]);

  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
  await using loaded = await Conversation.load("tides", { home });
  expect(loaded.messageCount).toBe(1);
  expect(JSON.stringify((await loaded.toRequest()).body)).not.toContain("turn_aborted");
});

test("deleting takes the thread away, and frees its name", async () => {
  const home = temporaryHome();
  const conversation = await Conversation.open({ ...SETTINGS, home, name: "tides" });
  await conversation.close();
  await Conversation.delete("tides", { home });
  expect(await Conversation.list({ home })).toEqual([]);
  await expect(Conversation.load("tides", { home })).rejects.toMatchObject({
    code: "thread-not-found",
  });
  await using again = await Conversation.open({ ...SETTINGS, home, name: "tides" });
  expect(again.id).not.toBe(conversation.id);
});

test("a fork goes on by itself; the name still means its parent", async () => {
  const home = temporaryHome();
  const parent = await Conversation.open({ ...SETTINGS, home, name: "tides" });
  await parent.addUserMessage("hello");
  await parent.addAssistantMessage("hello");
  await parent.close();
  const store = jsonlStore({ home });
  const fork = await forkThread(parent.id, { store }, { at: 4 });
  await fork.close();
  await store.close();
  await using loaded = await Conversation.load(fork.id, { home });
  await loaded.addUserMessage("another way");
  await using named = await Conversation.load("tides", { home });
  expect([named.id, named.messageCount, loaded.messageCount]).toEqual([parent.id, 2, 2]);
});

test("an image is stored once, beside the log", async () => {
  const home = temporaryHome();
  const image = pngBytes(40, 30);
  await using conversation = await Conversation.open({ ...SETTINGS, home });
  await conversation.addUserMessage([{ image }, "What is on it?", { image }]);
  const hashes = readdirSync(join(home, "blobs", "sha256"), { recursive: true });
  expect(hashes.filter((name) => String(name).length > 10).length).toBe(1);
});

test("an image is looked at closely unless something else is said", async () => {
  await using conversation = await Conversation.open({ ...SETTINGS, home: temporaryHome() });
  const image = pngBytes(40, 30);
  await conversation.addUserMessage([{ image }, { image, detail: "low" }]);
  const { body } = await conversation.toRequest();
  expect(body).toMatchObject({ input: [{ content: [{ detail: "high" }, { detail: "low" }] }] });
});
