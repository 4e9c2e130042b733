import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RequestOptions } from "../../../src/projections/providers/provider.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { changeInPlace } from "../../change-in-place.js";
import { anthropicBetaApi, apis } from "./apis.js";
import { oddEntries, oddTools, promptOf } from "./prompts.js";

const settings: fc.Arbitrary<RequestOptions> = fc.record(
  {
    maxTokens: fc.constantFrom(500, 4096, 32_000),
    reasoning: fc.record(
      {
        effort: fc.constantFrom("none", "minimal", "low", "medium", "high", "xhigh", "odd"),
        budgetTokens: fc.constantFrom(10, 2000),
        summary: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    reasoningHistory: fc.constantFrom("keep" as const, "drop" as const),
    parallelToolCalls: fc.boolean(),
    toolChoice: fc.constantFrom(
      ...(["auto", "none", "required"] as const),
      ...["shell", "harbour__shell"].map((tool) => ({ tool })),
    ),
    outputSchema: fc.constantFrom(null, { type: "object" }),
    cache: fc.constantFrom<NonNullable<RequestOptions["cache"]>[]>(
      ...[{}, { marks: "1h" as const }, { marks: "none" as const }, { key: "thread" }],
    ),
  },
  { requiredKeys: [] },
);
const instructions = fc.constantFrom("", " ", "Be brief.", "half \udc00");

describe.each([...apis, anthropicBetaApi])("$name", (api) => {
  const cases = fc.record({
    entries: oddEntries,
    tools: oddTools,
    instructions,
    outputSchema: fc.constantFrom(undefined, { type: "object", properties: {} }),
    options: settings,
    model: fc.constantFrom(...api.models, "half \udc00"),
  });

  test("law 6: every history, however odd, gives a body that the API's written rules allow", () => {
    const property = fc.property(cases, ({ entries, options, model, ...parts }) => {
      const { wire } = api.request(promptOf(entries, parts), { ...options, model });
      expect(api.check(wire, model)).toEqual([]);
    });
    fc.assert(property, { numRuns: 600 });
  });

  test("a longest answer that is no number of tokens is refused", () => {
    const [model = ""] = api.models;
    for (const maxTokens of [NaN, -5, 0.5, Infinity]) {
      const request = () => api.request(promptOf([]), { model, maxTokens });
      expect(request).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    }
  });

  test("law 6: so does every thread that can exist, for every model", () => {
    const often = { images: 10, "parallel-calls": 10 };
    const property = fc.property(histories({ weights: often }), ({ events }) => {
      const state = replayEvents(events);
      for (const model of api.models) {
        const prompt = projectPrompt(state, { model });
        const { wire } = api.request(prompt, { missingBlobs: "placeholder" });
        expect(api.check(wire, model)).toEqual([]);
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  test("nothing goes in silence: every item is in a message or in a repair", () => {
    const property = fc.property(cases, ({ entries, options, model, ...parts }) => {
      const { body, origins, instructionOrigins, repairs } = api.request(promptOf(entries, parts), {
        ...options,
        model,
      });
      expect(origins.length).toBe(api.messages(body).length);
      const said = [...origins.flat(), ...instructionOrigins];
      const named = new Set([...said, ...repairs.map(({ ref }) => ref)]);
      for (const [index] of entries.entries()) expect(named).toContain(10 + index);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test("serializing is pure: the prompt is untouched, and the same again gives the same", () => {
    const property = fc.property(cases, ({ entries, options, model, ...parts }) => {
      const prompt = promptOf(entries, parts);
      const before = JSON.stringify(prompt);
      const first = api.request(prompt, { ...options, model });
      expect(JSON.stringify(prompt)).toBe(before);
      expect(api.request(prompt, { ...options, model })).toEqual(first);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test("a body is its caller's to change: the prompt and the next body stay as they were", () => {
    const property = fc.property(cases, ({ entries, options, model, ...parts }) => {
      const prompt = promptOf(entries, parts);
      const settings = { ...options, model };
      const before = JSON.stringify([prompt, settings]);
      const first = api.request(prompt, settings);
      const body = JSON.stringify(first.body);
      changeInPlace(first.body);
      expect(JSON.stringify([prompt, settings])).toBe(before);
      expect(JSON.stringify(api.request(prompt, settings).body)).toBe(body);
    });
    fc.assert(property, { numRuns: 200 });
  });
});
