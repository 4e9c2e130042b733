import { NEVER } from "rxjs";
import { modelError } from "../../../src/runtime/errors.js";
import { describe, expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import type { Item } from "../../../src/events/item.js";
import { resumeState } from "../../../src/reducers/resume.js";
import { COMPACTION_TEMPLATES } from "../../../src/runtime/compaction/settings.js";
import { scriptedModel, type ScriptStep } from "../../../src/runtime/models/scripted-model.js";
import { openThread } from "../../../src/runtime/open-thread.js";
import type { Thread } from "../../../src/runtime/thread.js";
import type { Turn } from "../../../src/runtime/turn.js";
import { memoryStore } from "../../../src/store/memory.js";
import { plainState } from "../../../src/testing/definition.js";

const CONTEXT = { model: "gpt-5.5", cwd: "/srv/tide", contextWindow: 100_000 } as const;
const SUMMARY = "The clock is an hour late; the zone table was read.";
const NO_WAIT = { wait: () => Promise.resolve() } as const;

describe("a checkpoint", () => {
  test("holds the user's words and the summary, and clears the baseline between turns", async () => {
    const thread = await talkative();
    const before = thread.state;
    const compacted = await thread.compact({ summarize: () => SUMMARY, reason: "to test it" });

    expect(texts(thread)).toEqual([
      "Why is the clock late?",
      "And on Sundays?",
      `${COMPACTION_TEMPLATES.summaryPrefix}\n${SUMMARY}`,
    ]);
    const { baseline, checkpoint, usage, ledger, log } = thread.state;
    expect(baseline).toBeNull();
    expect(checkpoint).toMatchObject({ windowNumber: 1, trigger: "manual" });
    expect(checkpoint?.replaced).toEqual({ from: 0, to: before.log.head - 1 });
    expect(usage).toMatchObject({ lastIsEstimate: true, last: { total: ledger.tokens } });
    expect(log.historyVersion).toBe(before.log.historyVersion + 1);
    expect(ledger.entries.at(-1)).toMatchObject({ origin: "runtime", summary: true });
    expect(compacted).toMatchObject({
      ...{ kind: "compacted", strategy: "summary", trigger: "manual", reason: "to test it" },
      ...{ offset: before.log.head, tokensBefore: before.ledger.tokens },
      tokensAfter: ledger.tokens,
    });
    const next = await thread.startTurn(CONTEXT);
    expect(thread.state.baseline?.turn).toBe(next.id);
    expect(texts(thread).at(-1)).toContain("<environment_context>");
  });

  test("puts a running turn's context before the last user message, and its baseline holds", async () => {
    const thread = await talkative();
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput("Go on.");
    await callTool(turn, "c9");
    await thread.compact({ summarize: () => SUMMARY });

    const shown = texts(thread);
    expect(shown.slice(0, 2)).toEqual(["Why is the clock late?", "And on Sundays?"]);
    expect(shown.at(-3)).toContain("<environment_context>");
    expect(shown.at(-2)).toBe("Go on.");
    expect(thread.state.baseline).toMatchObject({ mode: "told", turn: turn.id });
    expect(thread.state.checkpoint?.trigger).toBe("mid-turn");
    await turn.complete();
    const items = thread.state.ledger.entries.length;
    await thread.startTurn(CONTEXT);
    expect(thread.state.ledger.entries.length).toBe(items); // nothing is told twice
  });

  test("says that there is no summary rather than taking an older message for one", async () => {
    const thread = await talkative();
    await thread.compact({ summarize: () => " \n" });
    expect(texts(thread).at(-1)).toBe("(no summary available)");
    expect(thread.state.checkpoint?.summary).toBe("(no summary available)");
  });

  test("cuts the oldest kept message in its middle, and keeps the newest word for word", async () => {
    const thread = await openThread({ store: memoryStore() });
    const long = `start ${"x".repeat(60_000)} end`;
    for (const words of ["gone", long, "y".repeat(40_000)]) await say(thread, words);
    await thread.compact({ summarize: () => SUMMARY });
    const [cut, newest] = texts(thread);
    expect(texts(thread)).toHaveLength(3);
    expect(cut).toMatch(/^start x+…\d+ tokens truncated…x+ end$/);
    expect(newest).toBe("y".repeat(40_000));
  });

  test("keeps images of a message without words by name, and never their bytes", async () => {
    const thread = await openThread({ store: memoryStore() });
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput([{ type: "input_image", image_url: PNG }]);
    await turn.complete();
    await thread.compact({ summarize: () => SUMMARY });
    const [kept] = thread.state.ledger.entries.toArray();
    expect(kept?.item).toMatchObject({ content: [{ image_url: /^blob:sha256-/ }] });
    const events = await eventsOf(thread);
    expect(JSON.stringify(events)).not.toContain(PNG.slice(-20));
    await thread.compact({ summarize: () => SUMMARY, keptMessagesTokens: 100 });
    expect(texts(thread)[0]).toBe("[image]");
  });

  test("stands for everything before it: a reader from the end gets the same state", async () => {
    const thread = await talkative();
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput("Go on.");
    await thread.compact({ summarize: () => ({ text: SUMMARY, usage: USAGE }) });
    await turn.complete();
    expect(thread.state.usage.total).toEqual(USAGE);
    expect(plainState(await resumeState(thread.source))).toEqual(plainState(thread.state));
  });
});

describe("a summary by a model", () => {
  test("is asked with the history and the compaction prompt, which no event holds", async () => {
    const { thread, model } = await summarised([SUMMARY]);
    const [request] = model.requests;
    expect(JSON.stringify(request?.body)).toContain("Why is the clock late?");
    expect(request?.prompt.items.at(-1)).toMatchObject({ ref: null });
    expect(JSON.stringify(request?.prompt.items.at(-1)?.item)).toContain("is about to be replaced");
    expect(JSON.stringify(await eventsOf(thread))).not.toContain("is about to be replaced");
    expect(texts(thread).at(-1)).toContain(SUMMARY);
  });

  test("lets the oldest item go with its counterpart until the window holds it", async () => {
    const tooLong = modelError("context-window-exceeded", { provider: "scripted" });
    const thread = await talkative();
    const refs = thread.state.ledger.entries.toArray().map(({ ref }) => ref);
    const model = scriptedModel([tooLong, tooLong, tooLong, tooLong, SUMMARY]);
    const compacted = await thread.compact({ model });
    const shown = model.requests.map(({ prompt }) => prompt.items.length);
    // context, user message, then a call with its output, then an answer
    expect(shown.map((length) => (shown[0] ?? 0) - length)).toEqual([0, 1, 2, 4, 5]);
    expect(compacted).toMatchObject({ trimmed: refs.slice(0, 5) });
    expect(await noticesOf(thread)).toContain("compaction-trimmed");
    expect(texts(thread).at(0)).toBe("Why is the clock late?"); // trimmed for the model alone
  });

  test("is tried again after what may pass, and usage is counted", async () => {
    const answer: ScriptStep = { items: [assistant(SUMMARY)], usage: USAGE };
    const busy = modelError("overloaded", { provider: "scripted" });
    const limited = modelError("rate-limited", { provider: "scripted", retryAfterMs: 1 });
    const { thread, model } = await summarised([busy, limited, answer]);
    expect(model.requests).toHaveLength(3);
    expect(thread.state.usage.total).toEqual(USAGE);
  });

  test.each([
    ["an error that stays", [modelError("unauthorized", { provider: "scripted" })], 1],
    ["transient errors without end", overloads(9), 3],
    ["a refusal", [{ items: [], finish: "refusal" as const }], 1],
  ])("changes nothing on %s", async (_name, script: readonly ScriptStep[], asked) => {
    const thread = await talkative();
    const before = await eventsOf(thread);
    const model = scriptedModel(script);
    const compacting = thread.compact({ model, retries: { attempts: 3, ...NO_WAIT } });
    await expect(compacting).rejects.toMatchObject({ code: "compaction-failed" });
    expect(model.requests).toHaveLength(asked);
    expect(await eventsOf(thread)).toEqual(before);
  });

  test("changes nothing when it is aborted, before or while the model thinks", async () => {
    const thread = await talkative();
    const before = await eventsOf(thread);
    const controller = new AbortController();
    const model = scriptedModel([
      () => {
        controller.abort();
        return new Promise<never>(() => undefined);
      },
    ]);
    for (const asked of [1, 1]) {
      const compacting = thread.compact({ model, signal: controller.signal });
      await expect(compacting).rejects.toMatchObject({ code: "aborted" });
      expect(model.requests).toHaveLength(asked);
    }
    expect(await eventsOf(thread)).toEqual(before);
  });

  test("is aborted at once where who makes the summary, or a strategy, does not listen", async () => {
    const thread = await talkative();
    const before = await eventsOf(thread);
    const never = () => new Promise<never>(() => undefined);
    const deaf = { ...scriptedModel([]), stream: () => NEVER };
    const strategy = { name: "never", plan: never };
    for (const options of [{ summarize: never }, { model: deaf }, { strategy }]) {
      const controller = new AbortController();
      const compacting = thread.compact({ ...options, signal: controller.signal });
      setImmediate(() => controller.abort());
      await expect(compacting).rejects.toMatchObject({ code: "aborted" });
    }
    expect(await eventsOf(thread)).toEqual(before);
  });

  test("is refused when the history went on meanwhile, or is not whole", async () => {
    const thread = await talkative();
    const compacting = thread.compact({
      summarize: async () => {
        await say(thread, "One more thing.");
        return SUMMARY;
      },
    });
    await expect(compacting).rejects.toMatchObject({ code: "history-changed" });
    const turn = await thread.startTurn(CONTEXT);
    await expect(thread.compact({ trigger: "manual" })).rejects.toMatchObject({
      code: "turn-running",
    });
    await turn.recordModelItems(call("open"));
    await expect(thread.compact()).rejects.toMatchObject({ code: "calls-pending" });
  });
});

test("a compaction is refused when a turn begins or ends meanwhile, though no item comes", async () => {
  const thread = await talkative();
  const compactDuring = (meanwhile: () => Promise<unknown>) =>
    thread.compact({
      summarize: async () => {
        await meanwhile();
        return SUMMARY;
      },
    });
  const { entries } = thread.state.ledger;
  const refused = { code: "history-changed" };
  await expect(compactDuring(() => thread.startTurn(CONTEXT))).rejects.toMatchObject(refused);
  const turn = thread.runningTurn(CONTEXT);
  await expect(compactDuring(async () => turn?.complete())).rejects.toMatchObject(refused);
  expect(thread.state.ledger.entries).toBe(entries);
  expect(thread.state.baseline).not.toBeNull();
});

test("a checkpoint waits for a call whose id an earlier one had", async () => {
  const thread = await talkative();
  const first = await thread.startTurn(CONTEXT);
  await callTool(first, "c9");
  await first.complete();
  const turn = await thread.startTurn(CONTEXT);
  await turn.recordUserInput("Once more.");
  await turn.recordModelItems(call("c9"));
  const compacting = thread.compact({ summarize: () => SUMMARY });
  await expect(compacting).rejects.toMatchObject({ code: "calls-pending", details: { calls: 1 } });
  await turn.recordToolOutput({ type: "function_call_output", call_id: "c9", output: "UTC" });
  const compacted = await thread.compact({ summarize: () => SUMMARY });
  expect(compacted.kind).toBe("compacted");
});

describe("texts and settings", () => {
  test("of the thread go before the defaults, and those of a call before both", async () => {
    const thread = await talkative();
    await thread.configure({
      strategy: { templates: { prompt: "Sum up!", summaryPrefix: "So far:" } },
      limits: { keptMessages: 0 },
    });
    const model = scriptedModel([SUMMARY, SUMMARY]);
    await thread.compact({ model });
    expect(JSON.stringify(model.requests[0]?.body)).toContain("Sum up!");
    expect(texts(thread)).toEqual([`So far:\n${SUMMARY}`]);
    await thread.compact({ model, templates: { summaryPrefix: "Once more:" } });
    expect(texts(thread)).toEqual([`Once more:\n${SUMMARY}`]);
    expect(await noticesOf(thread)).toContain("compaction-repeated");
  });
});

async function talkative(): Promise<Thread> {
  const thread = await openThread({ store: memoryStore() });
  const first = await thread.startTurn(CONTEXT);
  await first.recordUserInput("Why is the clock late?");
  await callTool(first, "c1");
  await first.recordModelItems(assistant("The zone table is old."));
  await first.complete();
  await say(thread, "And on Sundays?");
  return thread;
}

async function say(thread: Thread, words: string): Promise<void> {
  const turn = await thread.startTurn(CONTEXT);
  await turn.recordUserInput(words);
  await turn.complete();
}

async function callTool(turn: Turn, id: string): Promise<void> {
  await turn.recordModelItems(call(id));
  await turn.recordToolOutput({ type: "function_call_output", call_id: id, output: "zone: UTC" });
}

async function summarised(script: readonly ScriptStep[]) {
  const thread = await talkative();
  const model = scriptedModel(script);
  await thread.compact({ model, retries: NO_WAIT });
  return { thread, model };
}

function overloads(count: number): readonly ScriptStep[] {
  return Array.from({ length: count }, () => modelError("overloaded", { provider: "scripted" }));
}

function call(id: string): Item {
  return { type: "function_call", name: "cat", arguments: "{}", call_id: id };
}

function assistant(text: string): Item {
  return { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
}

/** What each message says, images apart. */
function texts(thread: Thread): readonly string[] {
  return thread.state.ledger.entries
    .toArray()
    .flatMap(({ item }) =>
      item.type === "message"
        ? [item.content.map((part) => (part.type === "input_image" ? "" : part.text)).join("")]
        : [],
    );
}

async function eventsOf(thread: Thread): Promise<readonly LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const event of thread.source.read()) events.push(event);
  return events;
}

async function noticesOf(thread: Thread): Promise<readonly string[]> {
  const notices = (await eventsOf(thread)).filter(({ type }) => type === "notice.logged");
  return notices.map(({ data }) => JSON.stringify(data).replace(/.*"kind":"([^"]*)".*/, "$1"));
}

const USAGE = {
  ...{ input: 900, cachedInput: 0, cacheWrite: 0 },
  ...{ output: 60, reasoning: 0, total: 960 },
};

/** A picture of one pixel. */
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
