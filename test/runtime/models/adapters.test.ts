import { isRefoldError, type RefoldError } from "../../../src/errors.js";
import { lastValueFrom, toArray } from "rxjs";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { ToolDeclaration } from "../../../src/events/thread.js";
import type { ModelClient, ModelEvent } from "../../../src/runtime/models/model-client.js";
import { openThread } from "../../../src/runtime/open-thread.js";
import { bodyHash } from "../../../src/runtime/sent-request.js";
import type { Thread } from "../../../src/runtime/thread.js";
import { memoryStore } from "../../../src/store/memory.js";
import { promptOf } from "../../projections/providers/prompts.js";
import { openWireServer, type Reply, toFrames } from "./wire-server.js";
import { type Wire, WIRES } from "./wires.js";

const tools: readonly ToolDeclaration[] = [
  { kind: "function", name: "shell", description: "runs", parameters: { type: "object" } },
  { kind: "custom", name: "apply_patch", description: "patches" },
];
const prompt = promptOf(
  [[{ type: "message", role: "user", content: [{ type: "input_text", text: "Why?" }] }]],
  { instructions: "You repair clocks.", tools },
);

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(...replies: readonly Reply[]) {
  const server = await openWireServer(replies);
  closers.push(() => server.close());
  return server;
}

function ask(model: ModelClient, signal?: AbortSignal) {
  const { body } = model.serializer.toRequest(prompt, { model: model.model });
  return model.stream({ body, prompt, tools }, signal === undefined ? {} : { signal });
}

function eventsOf(model: ModelClient, signal?: AbortSignal): Promise<ModelEvent[]> {
  return lastValueFrom(ask(model, signal).pipe(toArray()));
}

async function failureOf(model: ModelClient, signal?: AbortSignal): Promise<RefoldError> {
  const failure: unknown = await eventsOf(model, signal).then(
    () => null,
    (error: unknown) => error,
  );
  if (isRefoldError(failure)) return failure;
  throw new Error("no error of this library", { cause: failure });
}

async function codeAfter(wire: Wire, reply: Reply): Promise<string> {
  const { url } = await serve(reply);
  return (await failureOf(wire.model(url))).code;
}

function textOf(events: readonly ModelEvent[], type: "text-delta" | "reasoning-delta"): string {
  return events.map((event) => (event.type === type ? event.text : "")).join("");
}

describe.each(WIRES)("a model client over $name", (wire) => {
  const frames = toFrames(wire.answer);

  test("says pieces as they come, then the items in order, the usage and the whole answer", async () => {
    const server = await serve({ frames, end: "close" });
    const model = wire.model(server.url);
    const events = await eventsOf(model);
    expect(textOf(events, "text-delta")).toBe("I shall look.");
    expect(textOf(events, "reasoning-delta")).toBe(wire.showsReasoning ? "The clock is late." : "");
    const items = events.flatMap((event) => (event.type === "item" ? event.item : []));
    expect(items.map(({ item }) => item.type).filter((type) => type !== "reasoning")).toEqual([
      "message",
      "function_call",
      "custom_tool_call",
    ]);
    expect(events.slice(-2)).toMatchObject([
      { type: "usage", usage: { input: 1112, cachedInput: 1000, output: 80, total: 1192 } },
      { type: "finished", response: { items, finish: "tool-calls" } },
    ]);
    expect(model.contextWindow).toBeGreaterThan(100_000);
  });

  test("sends the very body that was made, and asks for a stream of it", async () => {
    const server = await serve({ frames, end: "close" });
    const model = wire.model(server.url);
    await eventsOf(model);
    const other = await serve({ frames, end: "close" });
    await eventsOf(wire.model(other.url));
    expect(server.seen).toHaveLength(1);
    expect(server.seen).toEqual(other.seen);
    const text = JSON.stringify(server.seen[0]);
    expect(text).toContain("stream");
    expect(text).toContain("You repair clocks.");
  });

  test("shows a slow stream's pieces before its end", async () => {
    let goOn: () => void = () => undefined;
    const pieces: string[] = [];
    const server = await serve({
      frames,
      end: "close",
      between: () =>
        // The next piece is sent once the ones before have been seen, or another turn of the loop.
        new Promise((resolve) => {
          goOn = resolve;
          setImmediate(resolve);
        }),
    });
    await new Promise<void>((resolve, reject) => {
      ask(wire.model(server.url)).subscribe({
        next: (event) => {
          pieces.push(event.type);
          goOn();
        },
        error: reject,
        complete: resolve,
      });
    });
    expect(pieces.indexOf("text-delta")).toBeLessThan(pieces.indexOf("item"));
    expect(pieces.at(-1)).toBe("finished");
  });

  test("calls a stream that is cut in the middle interrupted, wherever it is cut", async () => {
    for (const count of [0, 1, Math.floor(frames.length / 2)]) {
      expect(await codeAfter(wire, { frames: frames.slice(0, count), end: "cut" })).toBe(
        "stream-interrupted",
      );
    }
  });

  test("calls a stream interrupted that ends well but before the answer does", async () => {
    const half = frames.slice(0, Math.floor(frames.length / 2));
    expect(await codeAfter(wire, { frames: half, end: "close" })).toBe("stream-interrupted");
  });

  test("asks whether an address is an API's that answers without an event, as a page does", async () => {
    const { url } = await serve({ frames: ["\n"], end: "close" });
    expect(await failureOf(wire.model(url))).toMatchObject({
      code: "stream-interrupted",
      details: { reason: "no event came: is this address an API's?" },
    });
  });

  test("takes an answer that has ended, whatever becomes of its connection then", async () => {
    for (const end of ["cut", "hang"] as const) {
      const { url } = await serve({ frames, end });
      const events = await eventsOf(wire.model(url, { idleTimeoutMs: 50 }));
      expect(events.at(-1)).toMatchObject({ type: "finished", response: { finish: "tool-calls" } });
    }
  });

  test("gives up a silent stream", async () => {
    const { url } = await serve({ frames: frames.slice(0, 2), end: "hang" });
    const failure = await failureOf(wire.model(url, { idleTimeoutMs: 50 }));
    expect(failure).toMatchObject({
      code: "stream-interrupted",
      details: { reason: "silent for 50 ms" },
    });
  });

  test("calls a chunk that is no JSON an interruption, and one of another form an invalid response", async () => {
    const head = (frames[0] ?? "").slice(0, (frames[0] ?? "").indexOf("data:"));
    const noJson = [...frames.slice(0, 2), `${head}data: {"half": \n\n`, ...frames.slice(2)];
    expect(await codeAfter(wire, { frames: noJson, end: "close" })).toBe("stream-interrupted");
    const wrong = [`${head}data: {"type": 7, "choices": "none", "candidates": "none"}\n\n`];
    expect(await codeAfter(wire, { frames: wrong, end: "close" })).toBe("invalid-response");
  });

  test("says how long to wait when there were too many requests", async () => {
    const { url, seen } = await serve(wire.rateLimit);
    const failure = await failureOf(wire.model(url));
    expect(failure).toMatchObject({ code: "rate-limited" });
    expect(failure).toMatchObject({
      code: "rate-limited",
      details: { status: 429, retryAfterMs: wire.retryAfterMs },
    });
    expect(seen).toHaveLength(1); // the client's own retries are off
  });

  test("types what the provider's own failures are", async () => {
    for (const reply of wire.overloads) expect(await codeAfter(wire, reply)).toBe("overloaded");
  });

  test("types a full context window, however it is said", async () => {
    for (const reply of wire.windowExceeded) {
      expect(await codeAfter(wire, reply)).toBe("context-window-exceeded");
    }
  });

  test("types refused keys, accounts and requests", async () => {
    for (const reply of wire.unauthorized) {
      expect(await codeAfter(wire, reply)).toBe("unauthorized");
    }
    expect(await codeAfter(wire, wire.invalid)).toBe("invalid-request");
    expect(await codeAfter(wire, wire.imageRefused)).toBe("image-refused");
  });

  test("types an error inside a stream that began well", async () => {
    for (const [event, code] of wire.inStream) {
      const broken = [...frames.slice(0, 1), ...toFrames([event])];
      expect([event, await codeAfter(wire, { frames: broken, end: "close" })]).toEqual([
        event,
        code,
      ]);
    }
  });

  test("types a server that is not there", async () => {
    const server = await openWireServer([]);
    await server.close();
    expect((await failureOf(wire.model(server.url))).code).toBe("stream-interrupted");
  });

  test("never says what the conversation or the provider's sentence says", async () => {
    const { url } = await serve({ ...wire.invalid, status: 400 });
    const failure = await failureOf(wire.model(url));
    expect(failure.message).toMatch(/^\w+: the request was refused \(status 400, \w+\)$/);
    expect(failure.cause).toBeInstanceOf(Error);
  });

  test("is given up by its signal: before, between chunks, and by unsubscribing", async () => {
    const gone = new AbortController();
    gone.abort();
    const server = await serve({ frames: frames.slice(0, -3), end: "hang" });
    const model = wire.model(server.url);
    expect((await failureOf(model, gone.signal)).code).toBe("aborted");
    expect(server.seen).toEqual([]);

    const controller = new AbortController();
    const failure = new Promise<unknown>((resolve) => {
      ask(model, controller.signal).subscribe({
        next: () => {
          controller.abort();
        },
        error: resolve,
      });
    });
    expect(await failure).toMatchObject({ code: "aborted" });

    await new Promise<void>((resolve) => {
      const subscription = ask(model).subscribe(() => {
        resolve();
        setImmediate(() => {
          subscription.unsubscribe();
        });
      });
    });
    await server.settled(); // both connections are closed by the client
    expect(server.seen).toHaveLength(2);
  });

  test("carries a turn through refusals, failures and cuts, and sends what is recorded", async () => {
    const { url, seen } = await serve(
      wire.rateLimit,
      ...wire.overloads,
      { frames: frames.slice(0, 2), end: "cut" },
      { frames, end: "close" },
    );
    const delays: number[] = [];
    const thread = await openThread({ store: memoryStore() });
    const result = await thread.runTurn("Why?", {
      model: wire.model(url),
      maxRounds: 1,
      retries: { random: () => 1, wait: async (delayMs) => delays.push(delayMs) },
    });
    expect(result).toMatchObject({ outcome: "round-limit", text: "I shall look." });
    expect(delays).toEqual([wire.retryAfterMs, 1000, 2000, 4000]);
    const bodies = seen.map(({ body }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBe(1);
    const { "request.sent": sent = [], "usage.reported": usage = [] } = await recordedIn(thread);
    expect(sent).toHaveLength(1);
    expect(usage).toMatchObject([{ usage: { total: 1192 }, request: 4 }]);
    if (wire.name === "google") return; // the client makes the REST body of the recorded one
    const made = Object.entries(z.record(z.string(), z.unknown()).parse(seen[0]?.body)).filter(
      ([member]) => !member.startsWith("stream"),
    );
    expect(sent).toMatchObject([{ body: bodyHash(Object.fromEntries(made)) }]);
  });

  test("summarises a history that is too long for it: what is asked shrinks until it fits", async () => {
    const [refusal] = wire.windowExceeded;
    if (refusal === undefined) throw new Error("this wire has no refusal");
    const { url, seen } = await serve(refusal, ...wire.overloads.slice(0, 1), refusal, {
      ...{ frames, end: "close" },
    });
    const thread = await openThread({ store: memoryStore() });
    const turn = await thread.startTurn({ model: "model-a" });
    for (const words of ["Why is it late?", "And on Sundays?", "And now?"]) {
      await turn.recordUserInput(words);
    }
    await turn.complete();
    const refs = thread.state.ledger.entries.toArray().map(({ ref }) => ref);
    const retries = { wait: () => Promise.resolve() };
    const compacted = await thread.compact({ model: wire.model(url), retries });
    expect(compacted).toMatchObject({ trimmed: refs.slice(0, 2) });
    expect(JSON.stringify(compacted)).toContain("I shall look.");
    const sizes = seen.map(({ body }) => JSON.stringify(body).length);
    const [whole = 0, shorter = 0, again, shortest = 0] = sizes;
    expect(whole).toBeGreaterThan(shorter);
    expect(again).toBe(shorter);
    expect(shorter).toBeGreaterThan(shortest);
  });
});

/** What a thread's log holds, by type. */
async function recordedIn(thread: Thread): Promise<Partial<Record<string, unknown[]>>> {
  const recorded: Partial<Record<string, unknown[]>> = {};
  for await (const { type, data } of thread.source.read()) (recorded[type] ??= []).push(data);
  return recorded;
}
