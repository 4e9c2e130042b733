import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countItemBytes } from "../../../src/events/item-bytes.js";
import type { Item } from "../../../src/events/item.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import type { Prompt } from "../../../src/projections/prompt/prompt.js";
import { entryOf, ledgerEntries, stateOf } from "../ledger-arbitrary.js";
import { promptByDefinition } from "./prompt-by-definition.js";
import { call, output, targets, textOnly } from "./targets.js";

function itemsOf(prompt: Prompt): readonly Item[] {
  return prompt.items.toArray().map(({ item }) => item);
}

function imagesIn(item: Item): readonly unknown[] {
  const isOutput = item.type === "function_call_output" || item.type === "custom_tool_call_output";
  const parts = item.type === "message" ? item.content : isOutput ? item.output : [];
  return typeof parts === "string" ? [] : parts.filter(({ type }) => type === "input_image");
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}

describe("projectPrompt", () => {
  test("the items are those of the written rules, step by step", () => {
    fc.assert(
      fc.property(ledgerEntries(), targets, (entries, target) => {
        const prompt = projectPrompt(stateOf(entries), target);
        const items = entries.map(({ item }) => item);
        expect(itemsOf(prompt)).toEqual(
          promptByDefinition(items, target.modalities?.includes("image") ?? true),
        );
      }),
      { numRuns: 500 },
    );
  });

  test("law 6: every call with an id has an output, every output a call", () => {
    fc.assert(
      fc.property(ledgerEntries(), (entries) => {
        const items = itemsOf(projectPrompt(stateOf(entries)));
        const ids = (suffix: RegExp) =>
          new Set(
            items.flatMap((item) =>
              suffix.test(item.type) && "call_id" in item && typeof item.call_id === "string"
                ? item.type === "tool_search_output" && item.execution === "server"
                  ? []
                  : [`${familyOf(item.type)} ${item.call_id}`]
                : [],
            ),
          );
        const answered = ids(/_output$/);
        const called = ids(/_call$/);
        for (const id of answered) expect(called).toContain(id);
        const serverOutputs = items.flatMap((item) =>
          item.type === "tool_search_output" && typeof item.call_id === "string"
            ? [`tool_search ${item.call_id}`]
            : [],
        );
        for (const id of called) expect([...answered, ...serverOutputs]).toContain(id);
      }),
    );
  });

  test("projecting a projection changes nothing", () => {
    fc.assert(
      fc.property(ledgerEntries(), targets, (entries, target) => {
        const once = projectPrompt(stateOf(entries), target);
        const again = projectPrompt(
          stateOf(
            once.items.toArray().map((part, index) => entryOf(part.item, index, part.failed)),
          ),
          target,
        );
        expect(itemsOf(again)).toEqual(itemsOf(once));
        expect(again.repairs.length).toBe(0);
        expect(again.tokens).toBe(once.tokens);
      }),
    );
  });

  test("the state may be frozen, and is what it was", () => {
    fc.assert(
      fc.property(ledgerEntries(), targets, (entries, target) => {
        const state = stateOf(entries);
        const before = JSON.stringify(state);
        deepFreeze(entries);
        deepFreeze(state);
        projectPrompt(state, target);
        expect(JSON.stringify(state)).toBe(before);
      }),
    );
  });

  test("every difference from the ledger is a repair with the item's ref", () => {
    fc.assert(
      fc.property(ledgerEntries(), targets, (entries, target) => {
        const prompt = projectPrompt(stateOf(entries), target);
        const shown = new Map(
          prompt.items
            .toArray()
            .filter(({ inserted }) => !inserted)
            .map(({ ref, item }) => [ref, item]),
        );
        const changed = entries.filter(({ ref, item }) => shown.get(ref) !== item);
        const inserted = prompt.items.toArray().filter((part) => part.inserted);
        const repaired = new Set(prompt.repairs.toArray().map(({ ref }) => ref));
        const concerned = new Set([...changed, ...inserted].map(({ ref }) => ref));
        expect(repaired).toEqual(concerned);
      }),
    );
  });

  test("each image that a model cannot see is a repair of its own", () => {
    fc.assert(
      fc.property(ledgerEntries(), (entries) => {
        const { repairs, items } = projectPrompt(stateOf(entries), textOnly);
        const hidden = repairs.toArray().filter(({ kind }) => kind === "image-replaced");
        const shown = new Set(items.toArray().map(({ ref }) => ref));
        const images = entries.flatMap(({ ref, item }) =>
          shown.has(ref) ? imagesIn(item).map(() => ref) : [],
        );
        expect(hidden.map(({ ref }) => ref)).toEqual(images);
      }),
    );
  });

  test("tokens are instructions and items as they stand, rounded up one by one", () => {
    fc.assert(
      fc.property(ledgerEntries(), targets, (entries, target) => {
        const prompt = projectPrompt(stateOf(entries), target);
        const sum = itemsOf(prompt).reduce(
          (tokens, item) => tokens + Math.ceil(countItemBytes(item) / 4),
          0,
        );
        expect(prompt.tokens).toBe(sum);
      }),
    );
  });

  test("each unanswered call gets its own output right after it, also when ids repeat", () => {
    const prompt = projectPrompt(stateOf([entryOf(call, 1), entryOf(call, 2)]));
    const aborted = { type: "function_call_output", call_id: "x", output: "aborted" };
    expect(itemsOf(prompt)).toEqual([call, aborted, call, aborted]);
    expect(prompt.items.toArray().map(({ ref }) => ref)).toEqual([1, 1, 2, 2]);
    expect(prompt.repairs.toArray().map(({ kind, ref }) => [kind, ref])).toEqual([
      ["output-inserted", 1],
      ["output-inserted", 2],
    ]);
  });

  test("items kept through an edit of the history are marked, later ones are not", () => {
    const state = stateOf([entryOf(call, 1), entryOf(output, 2), entryOf(call, 3)]);
    const edited = { ...state, ledger: { ...state.ledger, editedBefore: 2 } };
    const marks = projectPrompt(edited).items.toArray();
    expect(marks.map(({ behindEdit }) => behindEdit)).toEqual([true, true, false]);
  });

  test("strict refuses a repair, but not a snapshot left out", () => {
    const snapshot: Item = { type: "ghost_snapshot", ghost_commit: {} };
    const strict = (items: readonly Item[]) => () =>
      projectPrompt(
        stateOf(items.map((item, index) => entryOf(item, index))),
        {},
        { strict: true },
      );
    expect(strict([call, output, snapshot])).not.toThrow();
    expect(strict([call])).toThrow(expect.objectContaining({ code: "prompt-needs-repair" }));
    expect(strict([output])).toThrow(expect.objectContaining({ code: "prompt-needs-repair" }));
  });

  test("fragments of the request stand last, and belong to no item of the ledger", () => {
    const fragments = [
      { kind: "hint", lifetime: "prompt", role: "developer", text: "be brief" } as const,
    ];
    const prompt = projectPrompt(stateOf([entryOf(output, 1)]), {}, { fragments });
    const last = prompt.items.at(-1);
    expect(last?.ref).toBeNull();
    expect(last?.item).toMatchObject({ role: "developer", content: [{ text: "be brief" }] });
  });

  test("what a target leaves open comes from the turn, then from the model, then from defaults", () => {
    const running = {
      turn: "01AAAAAAAAAAAAAAAAAAAAAAAA",
      foreignId: null,
      startedAt: 1,
      hasBoundary: true,
      envelope: {
        model: "gpt-5.2",
        provider: "mine",
        modalities: ["text" as const],
        contextWindow: 5000,
        outputSchema: { type: "object" },
      },
    };
    const state = stateOf([]);
    const turn = { ...state, turns: { ...state.turns, running } };
    expect(projectPrompt(turn).target).toMatchObject({
      provider: "mine",
      model: "gpt-5.2",
      modalities: ["text"],
      contextWindow: 5000,
      maxOutputTokens: 128_000,
    });
    expect(projectPrompt(turn).outputSchema).toEqual({ type: "object" });
    expect(projectPrompt(turn, { outputSchema: null }).outputSchema).toBeUndefined();
    expect(projectPrompt(turn, { model: "claude-opus-4-6" }).target).toMatchObject({
      provider: "anthropic",
      modalities: ["text", "image"],
      contextWindow: 1_000_000,
    });
    const unknown = projectPrompt(turn, { model: "nobody-knows-1" }).target;
    expect(unknown).toMatchObject({ modalities: ["text", "image"], contextWindow: null });
    expect(unknown.modelNotice).toContain("nobody-knows-1");
  });
});

function familyOf(type: string): string {
  if (type.startsWith("custom")) return "custom";
  return type.startsWith("tool_search") ? "tool_search" : "function";
}
