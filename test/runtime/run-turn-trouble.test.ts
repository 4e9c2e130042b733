import { modelError } from "../../src/runtime/errors.js";
import { NEVER } from "rxjs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Item } from "../../src/events/item.js";
import type { RetryPolicy } from "../../src/runtime/models/retries.js";
import { scriptedModel, type ScriptStep } from "../../src/runtime/models/scripted-model.js";
import { openThread } from "../../src/runtime/open-thread.js";
import type { TurnEvent } from "../../src/runtime/run-turn.js";
import { defineTextTool, defineTool } from "../../src/runtime/tools/tool.js";
import { memoryStore } from "../../src/store/memory.js";
import {
  add,
  call,
  eventsOf,
  failureOf,
  ledgerOf,
  outputsOf,
  threadInMemory,
} from "./turns-in-memory.js";

describe("a turn that meets trouble", () => {
  function patient(delays: number[]): RetryPolicy {
    return { random: () => 0, wait: async (delayMs) => delays.push(delayMs) };
  }

  test("asks again after passing errors, ever later, and not before the provider says", async () => {
    const thread = await threadInMemory();
    const delays: number[] = [];
    const model = scriptedModel([
      modelError("overloaded", { provider: "scripted" }),
      modelError("rate-limited", { provider: "scripted", retryAfterMs: 9000 }),
      modelError("overloaded", { provider: "scripted" }),
      "Here.",
    ]);
    const retrying: TurnEvent[] = [];
    const result = await thread.runTurn("Are you there?", {
      model,
      retries: patient(delays),
      onEvent: (event) => {
        if (event.type === "retrying") retrying.push(event);
      },
    });
    expect(result).toMatchObject({ outcome: "completed", text: "Here." });
    expect(delays).toEqual([250, 9000, 1000]);
    expect(retrying).toMatchObject([{ attempt: 2 }, { attempt: 3 }, { attempt: 4 }]);
    expect(await eventsOf(thread, "request.sent")).toHaveLength(1);
    expect(model.requests).toHaveLength(4);
  });

  test("waits as long as the provider asks, up to the limit", async () => {
    const askedMs = 9000;
    const asks = modelError("rate-limited", { provider: "scripted", retryAfterMs: askedMs });
    for (const maxRetryAfterMs of [askedMs - 1, askedMs]) {
      const thread = await threadInMemory();
      const delays: number[] = [];
      const retries = { ...patient(delays), maxRetryAfterMs };
      const running = thread.runTurn("Hi.", { model: scriptedModel([asks, "Here."]), retries });
      if (maxRetryAfterMs < askedMs) expect(await failureOf(running)).toBe(asks);
      else expect(await running).toMatchObject({ outcome: "completed" });
      expect(delays).toEqual(maxRetryAfterMs < askedMs ? [] : [askedMs]);
    }
  });

  test("gives up when the attempts are used up, or the wait is too long, or it is hopeless", async () => {
    const busy = modelError("overloaded", { provider: "scripted" });
    const later = modelError("rate-limited", { provider: "scripted", retryAfterMs: 3_600_000 });
    const refused = modelError("invalid-request", { provider: "scripted" });
    const cases: readonly [ScriptStep[], Error, number][] = [
      [[busy, busy, busy, "Late."], busy, 3],
      [[later, "Late."], later, 1],
      [[refused, "Late."], refused, 1],
    ];
    for (const [script, error, asked] of cases) {
      const thread = await threadInMemory();
      const model = scriptedModel(script);
      const failure = await failureOf(
        thread.runTurn("Hello?", { model, retries: { ...patient([]), attempts: 3 } }),
      );
      expect(failure).toBe(error);
      expect(model.requests).toHaveLength(asked);
      expect((await eventsOf(thread, "turn.aborted"))[0]?.data.reason).toBe(failure.code);
      expect(thread.state.turns.running).toBeNull();
    }
  });

  test("goes on without a tool's image that the provider cannot read, and says so", async () => {
    const thread = await threadInMemory();
    const refused = modelError("image-refused", { provider: "scripted" });
    const picture = { type: "input_image" as const, image_url: "data:image/png;base64,AAAA" };
    const look = defineTextTool({
      name: "look",
      description: "Looks.",
      run: () => ({ output: [{ type: "input_text", text: "seen" }, picture], failed: false }),
    });
    const asked: Item = { type: "custom_tool_call", call_id: "c1", name: "look", input: "" };
    const model = scriptedModel([{ items: [asked] }, refused, "It cannot be seen."]);
    const result = await thread.runTurn("Look.", { model, tools: [look] });
    expect(result).toMatchObject({ outcome: "completed", text: "It cannot be seen." });
    expect((await eventsOf(thread, "images.replaced")).map(({ data }) => data)).toEqual([
      { refs: [expect.any(Number)], placeholder: "Invalid image", historyVersion: 1 },
    ]);
    expect(await eventsOf(thread, "notice.logged")).toMatchObject([
      { data: { kind: "images-replaced" } },
    ]);
    const outputs = thread.state.ledger.entries.toArray().map(({ item }) => item);
    expect(outputs).toContainEqual(
      expect.objectContaining({
        output: [
          { type: "input_text", text: "seen" },
          { type: "input_text", text: "Invalid image" },
        ],
      }),
    );
  });

  test("fails where the image that cannot be read is no tool's", async () => {
    const refused = modelError("image-refused", { provider: "scripted" });
    const picture = { type: "input_image" as const, image_url: "data:image/png;base64,AAAA" };
    const thread = await threadInMemory();
    const model = scriptedModel([refused, "Late."]);
    expect(await failureOf(thread.runTurn([picture], { model }))).toBe(refused);
    expect(await eventsOf(thread, "images.replaced")).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  test("records nothing of an answer that broke off", async () => {
    const thread = await threadInMemory();
    const before = { turns: 0 };
    const model = scriptedModel([
      () => {
        before.turns += 1;
        return modelError("overloaded", { provider: "scripted" });
      },
    ]);
    await failureOf(thread.runTurn("Hello?", { model, retries: { attempts: 1 } }));
    expect(before.turns).toBe(1);
    expect(ledgerOf(thread).filter(({ origin }) => origin === "model")).toEqual([]);
  });

  test("is not started at all when its signal was aborted before", async () => {
    const thread = await threadInMemory();
    const { head } = thread.state.log;
    const model = scriptedModel(["Hi."]);
    const signal = AbortSignal.abort();
    expect((await failureOf(thread.runTurn("Hi.", { model, signal }))).code).toBe("aborted");
    expect(thread.state.log.head).toBe(head);
  });

  test("is marked, and the model told, when it is aborted while the model speaks", async () => {
    const thread = await threadInMemory();
    const controller = new AbortController();
    const model = scriptedModel([
      () => {
        controller.abort();
        return "Too late.";
      },
    ]);
    const running = thread.runTurn("Hi.", { model, signal: controller.signal });
    expect((await failureOf(running)).code).toBe("aborted");
    expect(JSON.stringify(thread.prompt().items.at(-1)?.item)).toContain("<turn_aborted>");
    expect((await eventsOf(thread, "turn.aborted"))[0]?.data.reason).toBe("interrupted");
  });

  test("is aborted at once where its model does not listen to the signal", async () => {
    const thread = await threadInMemory();
    const controller = new AbortController();
    const deaf = { ...scriptedModel([]), stream: () => NEVER };
    const running = thread.runTurn("Hi.", { model: deaf, signal: controller.signal });
    setImmediate(() => controller.abort());
    expect((await failureOf(running)).code).toBe("aborted");
    expect((await eventsOf(thread, "turn.aborted"))[0]?.data.reason).toBe("interrupted");
  });

  test("is aborted at once where the wait before a retry does not listen to the signal", async () => {
    const thread = await threadInMemory();
    const controller = new AbortController();
    const model = scriptedModel([modelError("overloaded", { provider: "scripted" })]);
    const wait = () => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const running = thread.runTurn("Hi.", { model, signal: controller.signal, retries: { wait } });
    expect((await failureOf(running)).code).toBe("aborted");
  });

  test("keeps what finished when it is aborted while tools run, and pairs the rest", async () => {
    const thread = await threadInMemory();
    const controller = new AbortController();
    let told = false;
    const hang = defineTool({
      name: "hang",
      description: "Waits for its signal.",
      parameters: z.object({}),
      run: (_, { signal }) =>
        new Promise<string>(() => {
          signal.addEventListener("abort", () => {
            told = true;
          });
          setImmediate(() => {
            controller.abort();
          });
        }),
    });
    const model = scriptedModel([
      { items: [call("c1", "add", { a: 1, b: 2 }), call("c2", "hang", {})] },
    ]);
    const running = thread.runTurn("Go.", { model, tools: [add, hang], signal: controller.signal });
    expect((await failureOf(running)).code).toBe("aborted");
    expect(told).toBe(true);
    expect(outputsOf(thread)).toEqual([
      { id: "c1", output: "3", failed: false },
      { id: "c2", output: "aborted", failed: true },
    ]);
  });

  test("stays as somebody else ended it", async () => {
    const thread = await threadInMemory();
    const model = scriptedModel([
      async () => {
        await thread.runningTurn({ model: "scripted" })?.abort("enough");
        return "Hi.";
      },
    ]);
    expect((await failureOf(thread.runTurn("Hi.", { model }))).code).toBe("no-turn-running");
    const ends = await eventsOf(thread, "turn.aborted");
    expect(ends.map(({ data }) => data.reason)).toEqual(["enough"]);
  });

  test("says both when its end cannot be recorded either", async () => {
    const store = memoryStore();
    const thread = await openThread({ store });
    const model = scriptedModel([
      async () => {
        await store.close();
        return "Hi.";
      },
    ]);
    const failure = await failureOf(thread.runTurn("Hi.", { model }));
    expect(failure.code).toBe("turn-left-open");
    expect(failure).toMatchObject({
      details: { failure: { code: "store-closed" } },
    });
  });
});
