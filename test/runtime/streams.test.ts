import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { firstValueFrom, take, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import type { LogEvent } from "../../src/events/event.js";
import { fragmentRegistry } from "../../src/runtime/fragments/registry.js";
import type { SessionFragment } from "../../src/runtime/fragments/fragment.js";
import { openThread } from "../../src/runtime/open-thread.js";
import { followThread } from "../../src/runtime/streams.js";
import type { EventStore } from "../../src/store/event-store.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";

describe("streams of a thread", () => {
  test("give the state and the usage now, then as they change, and end when it is closed", async () => {
    const thread = await openThread({ store: memoryStore() });
    const states = firstValueFrom(thread.state$.pipe(toArray()));
    const usages = firstValueFrom(thread.usage$.pipe(toArray()));
    const turn = await thread.startTurn({ model: "m" });
    const usage = { input: 10, cachedInput: 0, cacheWrite: 0, output: 2, reasoning: 0, total: 12 };
    await turn.reportUsage(usage, { contextWindow: 1000 });
    await turn.complete();
    await thread.close();
    expect((await states).map(({ log }) => log.head)).toEqual([1, 3, 4, 5]);
    expect((await usages).map(({ last }) => last?.total ?? null)).toEqual([null, 12]);
  });

  test("give events from an offset on, be it stored already or still to come", async () => {
    for (const from of [0, 1, 2, 4]) {
      const thread = await openThread({ store: memoryStore() });
      await thread.rename("one");
      const events = firstValueFrom(thread.events$(from).pipe(toArray()));
      for (const title of ["two", "three", "four"]) await thread.rename(title);
      await thread.close();
      expect((await events).map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4].slice(from));
    }
  });

  test("fail from what is no offset on", async () => {
    const thread = await openThread({ store: memoryStore() });
    const events = firstValueFrom(thread.events$(NaN));
    await expect(events).rejects.toMatchObject({ code: "invalid-argument" });
  });

  test("hold no event that they gave already", async () => {
    const home = mkdtempSync(join(tmpdir(), "refold-held-"));
    const store = jsonlStore({ home, durability: "none" });
    const thread = await openThread({ store });
    const seen: WeakRef<LogEvent>[] = [];
    const events = thread.events$().subscribe((event) => seen.push(new WeakRef(event)));
    await setImmediate();
    for (const title of ["one", "two", "three"]) await thread.rename(title);
    await setImmediate(); // a weak reference holds on until its turn is over
    collectGarbage();
    expect(seen).toHaveLength(4);
    expect(seen.slice(0, -1).map((event) => event.deref())).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    events.unsubscribe();
    await store.close();
    rmSync(home, { recursive: true, force: true });
  });

  test("end when the thread is closed, whatever becomes of its store", async () => {
    const store = memoryStore();
    const refusal = new Error("the disk is full");
    const thread = await openThread({ store: { ...store, sync: () => Promise.reject(refusal) } });
    const notices = firstValueFrom(thread.notices$.pipe(toArray()));
    await expect(thread.close()).rejects.toBe(refusal);
    expect(await notices).toEqual([]);
  });

  test("give the usage only where it changed", async () => {
    const thread = await openThread({ store: memoryStore() });
    const usages = firstValueFrom(thread.usage$.pipe(toArray()));
    for (const title of ["one", "two", "three"]) await thread.rename(title);
    await thread.close();
    expect(await usages).toHaveLength(1);
  });

  test("give notices as they are logged", async () => {
    const thread = await openThread({ store: memoryStore() });
    const notices = firstValueFrom(thread.notices$.pipe(toArray()));
    await thread.notice({ level: "info", kind: "hint", message: "mind the tide" });
    await thread.close();
    expect((await notices).map(({ data }) => data.message)).toEqual(["mind the tide"]);
  });

  test("follow a thread that another store writes", async () => {
    const home = mkdtempSync(join(tmpdir(), "refold-follow-"));
    const [writer, reader] = [jsonlStore({ home, durability: "none" }), jsonlStore({ home })];
    const thread = await openThread({ store: writer });
    const seen = firstValueFrom(followThread(reader, thread.id).pipe(take(3), toArray()));
    await thread.startTurn({ model: "m" });
    expect((await seen).map(({ type }) => type)).toEqual([
      "thread.started",
      "turn.started",
      "context.injected",
    ]);
    await Promise.all([writer.close(), reader.close()]);
    rmSync(home, { recursive: true, force: true });
  });

  test("stop following once nobody looks", async () => {
    const store = memoryStore();
    const thread = await openThread({ store });
    let signal: AbortSignal | undefined;
    const watched = new Proxy(store, {
      get: (target, name) => {
        if (name !== "follow") return Reflect.get(target, name) as unknown;
        return (...args: Parameters<EventStore["follow"]>) => {
          signal = args[1]?.signal;
          return target.follow(...args);
        };
      },
    });
    const seen: number[] = [];
    const following = followThread(watched, thread.id);
    const subscription = following.subscribe(({ offset }) => seen.push(offset));
    expect(signal?.aborted).toBe(false);
    subscription.unsubscribe();
    expect(signal?.aborted).toBe(true);
    await thread.rename("unseen");
    expect(seen).toEqual([]);
    await thread.close();
  });
});

describe("a fragment of your own", () => {
  const moon: SessionFragment = {
    kind: "moon",
    role: "developer",
    lifetime: "session",
    facts: ["moon"],
    withdrawal: null,
    recognise: (text) => text.startsWith("<moon>"),
    render: ({ context }) => `<moon>${String(context.facts?.["moon"])}</moon>`,
  };

  test("is told with the built-in ones, and again when its fact changes", async () => {
    const thread = await openThread({ store: memoryStore(), registry: fragmentRegistry([moon]) });
    for (const phase of ["new", "new", "full"]) {
      const turn = await thread.startTurn({ model: "m", facts: { moon: phase } });
      await turn.complete();
    }
    const told = JSON.stringify(thread.state.ledger.entries.toArray()).match(/<moon>\w+/g);
    expect(told).toEqual(["<moon>new", "<moon>full"]);
  });

  test("cannot speak for a fact that a built-in one speaks for", () => {
    expect(() => fragmentRegistry([{ ...moon, facts: ["cwd"] }])).toThrow(/fact "cwd"/);
  });
});

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
}
