import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item, MessagePart } from "../../src/events/item.js";
import { replay } from "../../src/reducers/replay.js";
import { openThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import type { EventStore } from "../../src/store/event-store.js";
import { memoryStore } from "../../src/store/memory.js";
import { changeInPlace } from "../change-in-place.js";
import { ledgerOf } from "./turns-in-memory.js";

const PIXEL: MessagePart = {
  type: "input_image",
  image_url:
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

/** A store whose blobs are stored only when that is allowed. */
function slowStore() {
  const store = memoryStore();
  let allow = (): void => undefined;
  const allowed = new Promise<void>((resolve) => {
    allow = resolve;
  });
  const put = async (bytes: Uint8Array): Promise<string> => {
    await allowed;
    return store.blobs.put(bytes);
  };
  const slow: EventStore = { ...store, blobs: { ...store.blobs, put } };
  return { store: slow, allow };
}

/** A user's words, or an output with a picture, of this name. */
function message(name: string): MessagePart[] {
  const text = { type: "input_text" as const, text: name };
  return name.startsWith("picture") ? [text, { ...PIXEL }] : [text];
}

function namesOf(thread: Thread): readonly string[] {
  return ledgerOf(thread).flatMap(({ item }) => nameOf(item));
}

function nameOf(item: Item): readonly string[] {
  const parts = item.type === "message" ? item.content : [];
  return parts.flatMap((part) => (part.type === "input_text" ? part.text : []));
}

describe("calls that are not waited for", () => {
  test("are recorded in their order, with what was handed in at the call", async () => {
    const names = fc.array(fc.constantFrom("text", "picture"), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(names, fc.boolean(), async (kinds, isAllowedFirst) => {
      const { store, allow } = slowStore();
      const thread = await openThread({ store, registry: { session: [] } });
      const turn = await thread.startTurn({ model: "m" });
      if (isAllowedFirst) allow();
      const called = kinds.map((kind, index) => `${kind} ${index}`);
      const recording = called.map((name) => {
        const content = message(name);
        const running = turn.recordUserInput(content);
        changeInPlace(content);
        return running;
      });
      const ended = turn.complete();
      const closed = thread.close();
      allow();
      await Promise.all([...recording, ended, closed]);
      expect(namesOf(thread)).toEqual(called);
      expect(thread.state.turns.running).toBeNull();
      expect(await recording.at(-1)).toBe(thread.state.log.head - 2);
      expect(JSON.stringify(await replay(thread.source))).toBe(JSON.stringify(thread.state));
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test("begin a turn before the thread is closed, or find that it is", async () => {
    const { store, allow } = slowStore();
    const thread = await openThread({ store, registry: { session: [] } });
    const item: Item = { type: "message", role: "user", content: message("picture") };
    const first = { items: [{ item, origin: "user" as const }] };
    const begun = thread.startTurn({ model: "m" }, { first });
    const closed = thread.close();
    const late = thread.startTurn({ model: "m" });
    await expect(late).rejects.toMatchObject({ code: "thread-closed" });
    allow();
    await Promise.all([begun, closed]);
    expect(namesOf(thread)).toEqual(["picture"]);
  });

  test("store no image for a turn that has ended", async () => {
    const { store } = slowStore(); // storing one would not end
    const thread = await openThread({ store });
    const turn = await thread.startTurn({ model: "m" });
    await turn.complete();
    const refused = { code: "no-turn-running" };
    await expect(turn.recordUserInput([PIXEL])).rejects.toMatchObject(refused);
  });

  test("go on after one whose image could not be stored", async () => {
    const store = memoryStore();
    const put = () => Promise.reject(new Error("no room"));
    const thread = await openThread({ store: { ...store, blobs: { ...store.blobs, put } } });
    const turn = await thread.startTurn({ model: "m" });
    const failed = turn.recordUserInput(message("picture"));
    const next = turn.recordUserInput("text");
    const ended = turn.complete();
    await expect(failed).rejects.toThrow("no room");
    await Promise.all([next, ended]);
    expect(namesOf(thread).at(-1)).toBe("text");
  });
});
