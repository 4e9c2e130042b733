import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact, RefoldEvent } from "../../src/events/event.js";
import { foldEvent, initialState } from "../../src/reducers/reduce.js";
import type { ThreadState } from "../../src/reducers/thread-state.js";
import { planInjection } from "../../src/runtime/fragments/plan-injection.js";
import { fragmentRegistry } from "../../src/runtime/fragments/registry.js";
import { sealEnvelope, type TurnContext } from "../../src/runtime/fragments/turn-context.js";
import { message, recordedItem } from "../../src/testing/render-lines.js";

const ID = "01KAAAAAAAAAAAAAAAAAAAAAAA";
const AT = "2026-04-01T12:00:00.000Z";
const registry = fragmentRegistry();

describe("what the ledger says last about each fact is what the turn's envelope says", () => {
  test("for any sequence of envelopes, compactions, trims and rollbacks", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let history: ThreadState[] = [started()];
        for (const one of steps) {
          history = take(history, one);
          if (one.kind === "turn") expectTold(newest(history), one.context);
        }
      }),
    );
  });

  test("and an envelope that did not change costs no tokens", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), context, (steps, last) => {
        const history = [...steps, { kind: "turn", context: last } as const].reduce(take, [
          started(),
        ]);
        expect(inject(newest(history), last)).toMatchObject({
          mode: "diff",
          items: [],
          fragments: [],
        });
      }),
    );
  });
});

describe("an injection", () => {
  test("tells everything in the documented order, then only what changed, the model switch first", () => {
    const all: TurnContext = {
      ...{
        model: "m1",
        cwd: "/srv",
        approvalPolicy: "never",
        developerInstructions: "dev",
        memory: "mem",
      },
      ...{
        collaborationMode: { mode: "pair", instructions: "ask" },
        realtimeActive: true,
        personality: "calm",
      },
      ...{
        apps: [],
        skills: [],
        plugins: [],
        agentsFiles: [{ path: "/srv/AGENTS.md", directory: "/srv", text: "rules" }],
      },
    };
    const first = turn(started(), all);
    expect(openings(first, 0)).toEqual([
      ...["<permissions", "<developer_instructions>", "<memory_summary>", "<collaboration_mode>"],
      ...[
        "<realtime_conversation>",
        "<personality_spec>",
        "<available_apps>",
        "<available_skills>",
        "<available_plugins>",
      ],
    ]);
    expect(openings(first, 1)).toEqual(["#", "<environment_context>"]);
    const { items } = inject(first, { ...all, model: "m2", personality: "brisk", cwd: "/var" });
    expect(JSON.stringify(items)).toMatch(
      /<model_switch>.*<personality_spec>.*brisk.*<environment_context>.*\/var/,
    );
    expect(JSON.stringify(items)).not.toMatch(/permissions|memory|AGENTS/);
  });

  test("takes back what an earlier item still says and the turn no longer does", () => {
    const first = turn(started(), {
      model: "m1",
      personality: "calm",
      cwd: "/srv",
      timezone: "Europe/Oslo",
    });
    const injection = inject(first, { model: "m1", cwd: "/srv" });
    expect(injection.mode).toBe("full");
    expect(JSON.stringify(injection.items)).toContain(
      "No particular personality is asked for any more.",
    );
    expect(JSON.stringify(injection.items)).toContain("<timezone>none</timezone>");
    const told = injection.fragments.map(({ fact }) => fact);
    expect(told).toEqual(expect.arrayContaining(["personality", "timezone"]));
  });

  test("takes nothing back that only a user's own words seem to say", () => {
    const words = "<personality_spec>\nBe calm.\n</personality_spec>";
    const { fragments: told } = inject(started(), { model: "m1", personality: "calm" });
    expect(told.map(({ fact }) => fact)).toContain("personality");
    for (const origin of ["user", "tool", "runtime"] as const) {
      const data = recordedItem(message("developer", words), origin);
      const state = fold(started(), [{ type: "item.recorded", data }]);
      const { fragments } = inject(state, { model: "m1" });
      const facts = fragments.map(({ fact }) => fact);
      expect(facts.includes("personality"), origin).toBe(origin === "runtime");
    }
  });

  test("counts a text's tokens once, however many facts it tells", () => {
    const facts = { model: "m1", cwd: "/srv", timezone: "UTC", approvalPolicy: "never" };
    const { fragments } = inject(started(), facts);
    const environment = fragments.filter(({ kind }) => kind === "environment");
    expect(environment.length).toBeGreaterThan(1);
    expect(environment.filter(({ tokens }) => tokens > 0)).toHaveLength(1);
  });

  test("tells everything where a baseline was only observed, also when nothing changed", () => {
    const facts = { model: "m1", cwd: "/srv" };
    const { baseline, ...state } = turn(started(), facts);
    expect(baseline).not.toBeNull();
    const observed = baseline && { ...baseline, mode: "observed" as const, toldBy: {} };
    expect(inject({ ...state, baseline }, facts)).toMatchObject({ mode: "diff", items: [] });
    expect(inject({ ...state, baseline: observed }, facts).mode).toBe("full");
  });
});

type Step =
  | { readonly kind: "turn"; readonly context: TurnContext }
  | { readonly kind: "compact" }
  | { readonly kind: "trim" | "roll-back"; readonly pick: number };

const word = fc.constantFrom("one", "two", "three & <four>");
const context: fc.Arbitrary<TurnContext> = fc.record(
  {
    model: fc.constantFrom("m1", "m2"),
    cwd: fc.constantFrom("/srv", "/var <x>"),
    timezone: fc.constantFrom("Europe/Oslo", "UTC"),
    network: word,
    approvalPolicy: fc.constantFrom("never", "on-request"),
    sandboxPolicy: fc.record({ mode: fc.constantFrom("read-only", "workspace-write") }),
    personality: word,
    memory: word,
    realtimeActive: fc.boolean(),
    apps: fc.array(fc.record({ name: word }), { maxLength: 2 }),
    agentsFiles: fc.array(fc.record({ path: word, directory: word, text: word }), { maxLength: 1 }),
  },
  { requiredKeys: ["model"] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("turn" as const), context }) },
  { weight: 1, arbitrary: fc.constant({ kind: "compact" } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("trim" as const, "roll-back" as const),
      pick: fc.nat(),
    }),
  },
);

/** States of the surviving history, the newest last. */
function take(history: ThreadState[], one: Step): ThreadState[] {
  const state = newest(history);
  if (one.kind === "turn") return [...history, turn(state, one.context)];
  if (one.kind === "roll-back") return history.slice(0, 1 + (one.pick % history.length));
  if (one.kind === "compact") return [...history, fold(state, [compaction(state)])];
  const entry = state.ledger.entries.at(one.pick % Math.max(1, state.ledger.entries.length));
  if (entry === undefined) return history;
  const historyVersion = state.log.historyVersion + 1;
  const data = {
    refs: [entry.ref],
    strategy: "test",
    reason: "test",
    clearsBaseline: false,
    historyVersion,
  };
  return [...history, fold(state, [{ type: "history.trimmed", data }])];
}

function newest(history: readonly ThreadState[]): ThreadState {
  return history.at(-1) ?? initialState;
}

function started(): ThreadState {
  const source = { dialect: "refold", version: null };
  const data = { threadId: ID, cwd: null, source, memoryMode: null, title: null };
  return fold(initialState, [{ type: "thread.started", data }]);
}

function inject(state: ThreadState, facts: TurnContext): ReturnType<typeof planInjection> {
  const { baseline, turns, ledger } = state;
  const envelope = sealEnvelope(facts);
  return planInjection({
    context: facts,
    envelope,
    baseline,
    previousTurn: turns.previous,
    ledger: ledger.entries,
    registry,
  });
}

function turn(state: ThreadState, facts: TurnContext): ThreadState {
  const item = {
    type: "message" as const,
    role: "user",
    content: [{ type: "input_text" as const, text: "go on" }],
  };
  return fold(state, [
    { type: "turn.started", data: { envelope: sealEnvelope(facts) } },
    { type: "context.injected", data: inject(state, facts) },
    { type: "item.recorded", data: { item, origin: "user", countedBytes: 80 } },
    { type: "turn.completed", data: { reason: null, durationMs: null } },
  ]);
}

function compaction(state: ThreadState): Fact {
  return {
    type: "history.compacted",
    data: {
      ...{
        trigger: "manual",
        reason: null,
        summary: null,
        replacement: [],
        placement: "none",
        replaced: null,
      },
      ...{ tokensBefore: null, tokensAfter: null, trimmed: [], windowNumber: 1 },
      historyVersion: state.log.historyVersion + 1,
    },
  };
}

function fold(state: ThreadState, facts: readonly Fact[]): ThreadState {
  return facts.reduce((before, fact) => {
    const event: RefoldEvent = { offset: before.log.head, id: ID, at: AT, turn: ID, ...fact };
    return foldEvent(before, event);
  }, state);
}

/** What each kind of fragment says, line by line, the last telling of each. */
function expectTold(state: ThreadState, facts: TurnContext): void {
  const texts = runtimeTexts(state);
  for (const fragment of registry.session.filter(({ kind }) => kind !== "model-switch")) {
    const told = texts.filter((text) => fragment.recognise(text));
    const wanted = fragment.render({
      context: facts,
      changed: null,
      withdrawn: new Set(),
      previousTurn: null,
    });
    if (fragment.kind === "environment") {
      expect(elements(told)).toEqual(elements(wanted === null ? [] : [wanted]));
    } else expect(withoutWithdrawals(told.at(-1))).toEqual(withoutWithdrawals(wanted ?? undefined));
  }
}

function runtimeTexts(state: ThreadState): string[] {
  return state.ledger.entries.toArray().flatMap(({ item, origin }) => {
    if (item.type !== "message" || origin !== "runtime") return [];
    return item.content.flatMap((part) => (part.type === "input_text" ? part.text : []));
  });
}

/** The elements of environment fragments, each with the value that was told last. */
function elements(texts: readonly string[]): Record<string, string> {
  const found = [...texts.join("\n").matchAll(/^ {2}<(\w+)>(.*)<\/\1>$/gm)];
  const last = Object.fromEntries(found.map(([, name = "", value = ""]) => [name, value]));
  return Object.fromEntries(Object.entries(last).filter(([, value]) => value !== "none"));
}

/** The lines that state something; tags and withdrawals apart. */
function withoutWithdrawals(text: string | undefined): string[] {
  const gone =
    /any more\.$|no longer hold\.$|^No apps are connected|out of account\.$|^No live conversation/;
  return (text ?? "")
    .split("\n")
    .filter(
      (line) =>
        line !== "" && !line.startsWith("<") && !gone.test(line) && !line.startsWith("# AGENTS"),
    );
}

function openings(state: ThreadState, index: number): string[] {
  const item = state.ledger.entries.at(index)?.item;
  if (item?.type !== "message") return [];
  return item.content.flatMap((part) =>
    part.type === "input_text" ? (/^\S+/.exec(part.text)?.[0] ?? "") : [],
  );
}
