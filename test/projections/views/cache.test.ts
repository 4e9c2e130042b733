import { describe, expect, test } from "vitest";
import type { Fact, LogEvent } from "../../../src/events/event.js";
import type { Usage } from "../../../src/events/slices.js";
import { findPrice } from "../../../src/models/prices.js";
import { NO_USAGE } from "../../../src/reducers/usage.js";
import { projectCache } from "../../../src/projections/views/cache.js";
import { listSource } from "../../../src/testing/definition.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { answer, build, COMPACT, user } from "../../testing/by-hand.js";

const so = answer("so");
const start = (model: string): HistoryCommand => {
  return { do: "start-turn", change: { model }, tells: true };
};
const words = "word ".repeat(4_000);

async function cacheOf(...commands: readonly HistoryCommand[]) {
  return projectCache(listSource(build(...commands).history().events));
}

describe("requests without a report", () => {
  test("another model has nothing in common, and is named as the cause", async () => {
    const turns = [start("gpt-5.2"), user(words), so, start("claude-sonnet-4-5"), user("more"), so];
    const { requests, basis } = await cacheOf(...turns, user("again"), so);
    expect(basis).toBe("responses");
    expect(requests.map(({ common }) => common.items > 0)).toEqual([false, false, true]);
    expect(requests.map(({ break: broken }) => broken?.causes ?? null)).toEqual([
      null,
      [{ kind: "model", offset: null }],
      null,
    ]);
    expect(requests[1]?.break).toMatchObject({ basis: "estimated", lifetimes: [] });
  });

  test("a prefix that is shorter than the model caches is not estimated as cached", async () => {
    const { requests } = await cacheOf(start("gpt-5.2"), user("hi"), so, user("more"), so);
    expect(requests[1]?.common.items).toBeGreaterThan(0);
    expect(requests.map(({ estimatedShare }) => estimatedShare)).toEqual([0, 0]);
  });
});

/** What was cached of a request, in thousands of tokens; `long`: of what was written, for an hour. */
interface Sent {
  readonly minute: number;
  readonly read: number;
  readonly write?: number;
  readonly long?: number;
  readonly input?: number;
  readonly model?: string;
  /** Before the request. */
  readonly first?: readonly HistoryCommand[];
}

const CLAUDE = "claude-opus-4-5";

/** A foreign session whose provider reports on each request; answers come a second later. */
function sessionOf(requests: readonly Sent[], report = reportOf): readonly LogEvent[] {
  const builder = new HistoryBuilder();
  const minutes: number[] = [];
  const timed = (minute: number) => {
    while (minutes.length < builder.history().events.length) minutes.push(minute);
  };
  for (const request of requests) {
    const { minute, model = CLAUDE, first = [] } = request;
    for (const command of [...first, start(model), user(words)]) renderCommand(builder, command);
    timed(minute);
    renderCommand(builder, so);
    builder.append(report(request));
    timed(minute + 1 / 60);
  }
  const day = Date.parse("2026-01-01T00:00:00.000Z");
  return builder.history().events.map((event, offset) => ({
    ...event,
    at: new Date(day + (minutes[offset] ?? 0) * 60_000).toISOString(),
  }));
}

function usageOf({ read, write = 0, long, input = read + write }: Sent): Usage {
  const cache = { cachedInput: read * 1000, cacheWrite: write * 1000 };
  const lifetime = long === undefined ? {} : { longCacheWrite: long * 1000 };
  return { ...NO_USAGE, input: input * 1000, ...cache, ...lifetime, total: input * 1000 };
}

function reportOf(sent: Sent): Fact {
  const data = { usage: usageOf(sent), contextWindow: null, request: null };
  return { type: "usage.reported", data };
}

async function breaksOf(...requests: readonly Sent[]) {
  const report = await projectCache(listSource(sessionOf(requests)));
  return report.requests.map(({ break: broken }) => broken);
}

async function kindsOf(...requests: readonly Sent[]) {
  const breaks = await breaksOf(...requests);
  return breaks.map((broken) => broken?.causes.map(({ kind }) => kind) ?? null);
}

describe("requests with a report", () => {
  test("what the request before read and wrote, and this one did not read, is lost", async () => {
    const first = { minute: 0, read: 10, write: 20, long: 0 };
    const [, lost] = await breaksOf(first, { minute: 1, read: 4, write: 40, long: 0 });
    expect(lost).toMatchObject({ lostTokens: 26_000, basis: "reported" });
    expect(await kindsOf(first, { minute: 1, read: 30, write: 5, long: 0 })).toEqual([null, null]);
  });

  test("a shorter request lost no more than it sent", async () => {
    const first = { minute: 0, read: 0, write: 90, long: 0 };
    const [, lost] = await breaksOf(first, { minute: 1, read: 4, write: 6, long: 0 });
    expect(lost?.lostTokens).toBe(6_000);
  });

  test("what was lost costs what it cost more than from the cache", async () => {
    const priceOf = (id: string) => findPrice(id).price; // $5, written 6.25 or 10, read 0.5
    const costs = async (...requests: readonly Sent[]) => {
      const { totals } = await projectCache(listSource(sessionOf(requests)), { priceOf });
      return totals;
    };
    const first = { minute: 0, read: 0, write: 100, long: 0 };
    const lost = { minute: 1, read: 0, write: 110, long: 0 };
    expect((await costs(first, lost)).lostUsd).toBe(0.575);
    expect((await costs(first, { ...lost, long: 110 })).lostUsd).toBe(0.95);
    expect((await costs(first, { ...lost, write: 0, input: 110 })).lostUsd).toBe(0.45);
    expect(await costs(first, { ...lost, model: "house-model" })).toMatchObject({ lostUsd: null });
    expect(await costs(first)).toMatchObject({ breaks: 0, lostUsd: 0 });
  });

  test("what providers round is no break", async () => {
    const first = { minute: 0, read: 0, write: 100, long: 0 };
    expect(await kindsOf(first, { minute: 1, read: 96, write: 9, long: 0 })).toEqual([null, null]);
    const small = { minute: 0, read: 0, write: 2, long: 0 };
    expect(await kindsOf(small, { minute: 1, read: 1, write: 2, long: 0 })).toEqual([null, null]);
  });

  test("without a recorded cause it is unknown", async () => {
    const first = { minute: 0, read: 0, write: 20, long: 0 };
    expect(await kindsOf(first, { minute: 4, read: 0, write: 21, long: 0 })).toEqual([
      null,
      ["unknown"],
    ]);
  });

  test("a change is the cause also where a request without a report came between", async () => {
    const builder = build(start(CLAUDE), user(words));
    const sent = (usage: Usage | null) => {
      renderCommand(builder, { do: "request" });
      renderCommand(builder, so);
      const known = { contextWindow: null, request: null };
      if (usage !== null) builder.append({ type: "usage.reported", data: { usage, ...known } });
      renderCommand(builder, user("more"));
    };
    sent(usageOf({ minute: 0, read: 0, write: 20, long: 0 }));
    renderCommand(builder, { do: "declare-tools", names: ["look"] });
    sent(null);
    sent(usageOf({ minute: 0, read: 0, write: 21, long: 0 }));
    const { requests, basis } = await projectCache(listSource(builder.history().events));
    expect(basis).toBe("requests");
    expect(requests.map((request) => request.break?.causes.map(({ kind }) => kind))).toEqual([
      undefined,
      ["tools"],
      ["tools"],
    ]);
  });

  test("attempts that failed are told beside the cause, and are none", async () => {
    const events = sessionOf([
      { minute: 0, read: 0, write: 20, long: 0 },
      { minute: 4, read: 0, write: 21, long: 0, first: [{ do: "notice" }] },
    ]);
    const failed = events.map((event) =>
      event.type === "notice.logged"
        ? { ...event, data: { level: "warning", kind: "api_error", message: "" } }
        : event,
    );
    const { requests } = await projectCache(listSource(failed));
    expect(requests[1]?.break).toMatchObject({
      causes: [{ kind: "unknown" }],
      failedAttempts: 1,
    });
  });

  test("a model that is named with the first answer only is no other model", async () => {
    const facts = sessionOf([
      { minute: 0, read: 0, write: 20, long: 0 },
      { minute: 1, read: 0, write: 21, long: 0 },
    ]);
    const unnamed = facts.map((event) =>
      event.type === "turn.started" && event.offset < 3
        ? { ...event, data: { envelope: {} } }
        : event,
    );
    const { requests } = await projectCache(listSource(unnamed));
    expect(requests[1]?.break?.causes).toEqual([{ kind: "unknown", offset: null }]);
  });

  test("another model is the cause from the request on that it answers", async () => {
    const first = { minute: 0, read: 0, write: 20, long: 0 };
    const model = "claude-sonnet-4-5";
    const others = [
      { minute: 1, read: 0, write: 30, long: 0, model },
      { minute: 2, read: 30, write: 5, long: 0, model },
    ];
    expect(await kindsOf(first, ...others)).toEqual([null, ["model"], null]);
  });

  const TOOLS: HistoryCommand = { do: "declare-tools", names: ["look"] };
  const INSTRUCTIONS: HistoryCommand = { do: "instruct", text: "Be brief." };
  const TRIM: HistoryCommand = { do: "trim", at: 0, count: 1, clearsBaseline: false };

  test.each([
    ["tools", TOOLS],
    ["instructions", INSTRUCTIONS],
    ["compaction", COMPACT],
    ["edit", TRIM],
  ])("%s: the event that changed them is named", async (kind, command) => {
    const [, lost] = await breaksOf(
      { minute: 0, read: 0, write: 20, long: 0 },
      { minute: 1, read: 2, write: 20, long: 0, first: [command] },
    );
    expect(lost?.causes.map((cause) => cause.kind)).toEqual([kind]);
    expect(lost?.causes[0]?.offset).toEqual(expect.any(Number));
  });
});

describe("the time since the request before", () => {
  const after = (minute: number, before: Partial<Sent>, model = CLAUDE) =>
    kindsOf(
      { minute: 0, read: 0, write: 20, ...before, model },
      { minute, read: 0, write: 21, long: 0, model },
    );

  test("Anthropic: five minutes, or an hour where the request wrote for an hour", async () => {
    expect(await after(25, { long: 0 })).toEqual([null, ["expired"]]);
    expect(await after(25, { long: 20 })).toEqual([null, ["unknown"]]);
    expect(await after(61, { long: 20 })).toEqual([null, ["expired"]]);
  });

  test("a lifetime that is not recorded may have been either", async () => {
    expect(await after(4, {})).toEqual([null, ["unknown"]]);
    expect(await after(25, {})).toEqual([null, ["idle"]]);
    expect(await after(61, {})).toEqual([null, ["expired"]]);
  });

  test("OpenAI: in memory at most an hour, a day where the model is kept longer", async () => {
    const openai = { read: 20, write: 0 };
    expect(await after(4, openai, "gpt-5.4-mini")).toEqual([null, ["unknown"]]);
    expect(await after(25, openai, "gpt-5.4-mini")).toEqual([null, ["idle"]]);
    expect(await after(61, openai, "gpt-5.4-mini")).toEqual([null, ["expired"]]);
    expect(await after(61, openai, "gpt-5.4")).toEqual([null, ["idle"]]);
    expect(await after(61, openai, "gpt-5.5")).toEqual([null, ["unknown"]]);
    expect(await after(24 * 60 + 1, openai, "gpt-5.5")).toEqual([null, ["expired"]]);
    expect(await after(24 * 60 + 1, openai, "gpt-5.6")).toEqual([null, ["idle"]]);
  });

  test("of an unknown model nothing is said", async () => {
    expect(await after(600, { read: 20, write: 0 }, "house-model")).toEqual([null, ["unknown"]]);
  });

  test("it is counted from when the request before was sent, not from its answer", async () => {
    const { requests } = await projectCache(
      listSource(
        sessionOf([
          { minute: 0, read: 1 },
          { minute: 7, read: 1 },
        ]),
      ),
    );
    expect(requests.map(({ idleMs }) => idleMs)).toEqual([null, 7 * 60_000]);
  });
});

describe("which requests there are", () => {
  const report = (input: number): HistoryCommand => ({ do: "report-usage", input, window: null });

  test("one for each report, whatever the model answered", async () => {
    const { requests, basis } = await cacheOf(
      ...[start("gpt-5.2"), user("hi"), so, report(10), report(20)],
      ...[user("more"), so],
    );
    expect(basis).toBe("reports");
    expect(requests.map(({ reported }) => reported?.input)).toEqual([10, 20]);
  });

  test("a report that says more of a request replaces what was said of it", async () => {
    const [first, second] = [100, 120].map((read) => usageOf({ minute: 0, read }));
    const builder = build(start(CLAUDE), user("hi"), so);
    const known = { contextWindow: null, request: null };
    builder.append({ type: "usage.reported", data: { usage: first ?? NO_USAGE, ...known } });
    builder.append({
      type: "usage.reported",
      data: { usage: second ?? NO_USAGE, ...known, revised: first },
    });
    const { requests } = await projectCache(listSource(builder.history().events));
    expect(requests.map(({ reported }) => reported?.input)).toEqual([120_000]);
  });

  test("a request beside the conversation is counted apart", async () => {
    const builder = build(start(CLAUDE), user("hi"), so);
    const known = { contextWindow: null, request: null };
    const usage = usageOf({ minute: 0, read: 100 });
    const aside = { model: null };
    for (const more of [{ aside }, { aside, revised: usage }, { aside }, {}]) {
      builder.append({ type: "usage.reported", data: { usage, ...known, ...more } });
    }
    const { requests, totals } = await projectCache(listSource(builder.history().events));
    expect([requests.length, totals.asides, totals.input]).toEqual([1, 2, usage.input]);
  });
});
