import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import { replay } from "../../../src/reducers/replay.js";
import { openSession } from "../../../src/sessions/open-session.js";
import type { EventStore } from "../../../src/store/event-store.js";
import { temporaryHome, type TemporaryHome } from "../../../src/store/jsonl/home.js";
import { memoryStore } from "../../../src/store/memory.js";
import {
  jsonlUnderTest,
  keptStore,
  type StoreUnderTest,
} from "../../../src/testing/model/driven-thread.js";
import { runThreadCommands, threadCommands } from "../../../src/testing/model/thread-commands.js";
import { testThreads } from "./thread-tests.js";

let temporary: TemporaryHome;
let homes = 0;
beforeAll(() => {
  temporary = temporaryHome();
});
afterAll(() => temporary.remove());

const STORES: readonly (readonly [string, () => StoreUnderTest])[] = [
  ["the memory store", () => keptStore(memoryStore())],
  ["the JSONL store", () => jsonlUnderTest(join(temporary.home, String(homes++)))],
];

describe.each(STORES)("a thread over %s", (_name, open) => {
  testThreads(open);
});

describe("a planted bug", () => {
  const bugs: readonly (readonly [string, (store: EventStore) => EventStore, string])[] = [
    ["a batch of three or more loses its last event", losesLastOfThree, "state"],
    ["a compaction is forgotten when it is read", forgetsCompactions, "state"],
    ["an old event is changed by a rollback", changesFirstWords, "as they were"],
    ["a reader that is overtaken skips an event", skipsWhenOvertaken, "reader saw"],
  ];

  test.each(bugs)("is found, and shrinks to a few commands: %s", async (_bug, plant, what) => {
    const property = fc.asyncProperty(threadCommands(), (commands) =>
      runThreadCommands(commands, keptStore(plant(memoryStore()))),
    );
    const { failed, counterexample, errorInstance } = await fc.check(property, {
      seed: 5,
      numRuns: 300,
    });
    expect(failed).toBe(true);
    expect([...(counterexample?.[0] ?? [])].length).toBeLessThanOrEqual(3);
    expect(errorInstance).toMatchObject({ code: "model-disagrees" });
    const message = errorInstance instanceof Error ? errorInstance.message : "";
    expect(message).toContain(what);
    const path = /refold replay (\S+)/.exec(message)?.[1] ?? "";
    const session = await openSession(path);
    const state = await replay(session.source);
    expect(state.log.head).toBeGreaterThan(0);
    expect(state.log.head).toBeLessThanOrEqual(12);
    await session.close();
    rmSync(path);
  });
});

test("a wrong weight of thread commands is refused", () => {
  const weights: Record<string, number> = { crahs: 1 };
  expect(() => threadCommands({ weights })).toThrow("there is no thread command weight crahs");
  expect(() => threadCommands({ weights: { crash: -2 } })).toThrow("crash is -2");
});

type Change = (event: LogEvent, head: number) => LogEvent | null;

/** A store whose reader changes what it hands out; `null` drops an event. */
function reading(store: EventStore, change: Change): EventStore {
  return {
    ...store,
    async *read(threadId, options) {
      const head = await store.head(threadId);
      for await (const event of store.read(threadId, options)) {
        const changed = change(event, head);
        if (changed !== null) yield changed;
      }
    },
  };
}

function losesLastOfThree(store: EventStore): EventStore {
  return {
    ...store,
    append: (threadId, expectedHead, events) =>
      store.append(threadId, expectedHead, events.length >= 3 ? events.slice(0, -1) : events),
  };
}

function forgetsCompactions(store: EventStore): EventStore {
  return reading(store, (event) =>
    event.type === "history.compacted" ? { ...event, type: "plugin.compacted" } : event,
  );
}

function changesFirstWords(store: EventStore): EventStore {
  let hasRolledBack = false;
  return {
    ...reading(store, (event) =>
      hasRolledBack && event.offset === 0 ? { ...event, sum: "00000000" } : event,
    ),
    append(threadId, expectedHead, events) {
      hasRolledBack ||= events.some(({ type }) => type === "history.rolled-back");
      return store.append(threadId, expectedHead, events);
    },
  };
}

/** A reader that is overtaken by a writer skips the first event that is new. */
function skipsWhenOvertaken(store: EventStore): EventStore {
  return {
    ...store,
    async *read(threadId, options) {
      const begun = await store.head(threadId);
      await new Promise(setImmediate);
      const isOvertaken = (await store.head(threadId)) > begun;
      for await (const event of store.read(threadId, options)) {
        if (!isOvertaken || event.offset !== begun) yield event;
      }
    },
  };
}
