import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TurnContext } from "../../src/runtime/fragments/turn-context.js";
import {
  APPS,
  catalogueFragment,
  fitCatalogue,
  fitMemory,
  memorySummary,
  PLUGINS,
  renderCatalogue,
  SKILLS,
} from "../../src/runtime/fragments/catalogue.js";
import { findModel } from "../../src/models/find-model.js";
import { openThread } from "../../src/runtime/open-thread.js";
import { memoryStore } from "../../src/store/memory.js";
import { eventsOf } from "./turns-in-memory.js";

const windows = fc.option(fc.integer({ min: 1000, max: 400_000 }));

/** In characters of ASCII. */
function roomOf(window: number | null): number {
  return window === null ? 8000 : Math.floor((window * 2) / 100) * 4;
}

const everything = { changed: null, withdrawn: new Set<string>(), previousTurn: null };

describe.each([APPS, PLUGINS, SKILLS])("the catalogue of $kind", (catalogue) => {
  const list = Array.from({ length: 40 }, (_, index) => ({
    name: `${catalogue.kind}-${index}`,
    description: "d".repeat(300),
    path: `/${catalogue.kind}/${index}/SKILL.md`,
  }));
  const fit = (listed: typeof list, window: number | null) =>
    fitCatalogue(catalogue, listed, window);
  const render = (lines: readonly string[]) => renderCatalogue(catalogue, lines);
  /** What is said where not one of them has room. */
  const frameLength = render(["(40 more without room here; descriptions are left out.)"]).length;

  test("keeps within 2 % of the window, or 8,000 characters when it is unknown", () => {
    const property = fc.property(windows, (window) => {
      const text = render(fit(list, window).lines);
      expect(text.length).toBeLessThanOrEqual(Math.max(roomOf(window), frameLength));
    });
    fc.assert(property);
  });

  test("fills its 8,000 characters to the last, astral ones counted as one", () => {
    const described = (description: string) => [{ name: "one", description, path: "/one" }];
    const isWhole = (description: string) =>
      fit(described(description), null).descriptionLimit === null;
    const frame = render(fit(described("x"), null).lines).length - 1;
    const rest = 8000 - frame;
    expect([isWhole("x".repeat(rest)), isWhole("x".repeat(rest + 1))]).toEqual([true, false]);
    expect([isWhole("😀".repeat(rest)), isWhole("😀".repeat(rest + 1))]).toEqual([true, false]);
  });

  test("takes the window that the model is known to have, where the turn names none", () => {
    const told = (about: TurnContext) =>
      catalogueFragment(catalogue).render({
        ...everything,
        context: { ...about, [catalogue.kind]: list },
      });
    const { contextWindow } = findModel("claude-haiku-4-5").model;
    expect(contextWindow).not.toBeNull();
    const known = render(fit(list, contextWindow).lines);
    expect(known.length).toBeGreaterThan(8000);
    expect(told({ model: "claude-haiku-4-5" })).toBe(known);
    expect(told({ model: "nobody-knows-it" })).toBe(render(fit(list, null).lines));
    expect(told({ model: "claude-haiku-4-5", contextWindow: 20_000 })).toBe(
      render(fit(list, 20_000).lines),
    );
  });

  test("shortens descriptions before it drops an entry, and says so", () => {
    const shortened = fit(list, null);
    expect(shortened).toMatchObject({ descriptionLimit: 100, dropped: [] });
    expect(shortened.lines.at(-1)).toContain("shortened");
    const dropped = fit(list, 5000);
    expect(dropped.dropped.length).toBeGreaterThan(0);
    expect(dropped.lines.at(-1)).toContain(`${dropped.dropped.length} more`);
  });

  test("names in a notice what it left out, once for each telling", async () => {
    const thread = await openThread({ store: memoryStore() });
    const context = { model: "m", [catalogue.kind]: list };
    for (const contextWindow of [400_000, 5000, 5000]) {
      await (await thread.startTurn({ ...context, contextWindow })).complete();
    }
    expect(await eventsOf(thread, "notice.logged")).toEqual([]); // the same list was told before
    const more = [...list, { name: "last", description: "d", path: "/last" }];
    const turn = await thread.startTurn({
      ...context,
      contextWindow: 5000,
      [catalogue.kind]: more,
    });
    await turn.complete();
    const { dropped } = fit(more, 5000);
    const [notice] = await eventsOf(thread, "notice.logged");
    expect(notice?.data).toMatchObject({ level: "warning", kind: "context-left-out" });
    const counts = `${dropped.length} of ${more.length} ${catalogue.kind}`;
    expect(notice?.data.message).toContain(`${counts} (${dropped.join(", ")})`);
  });
});

describe("the memory", () => {
  const memories = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.nat(20_000).map((length) => "remembered ".repeat(length).slice(0, length)),
  );
  const context = (memory: string, contextWindow: number | null) => ({
    model: "nobody-knows-it",
    memory,
    ...(contextWindow !== null && { contextWindow }),
  });

  test("keeps within 2 % of the window, or 8,000 characters, and says what is left out", () => {
    const property = fc.property(memories, windows, (memory, window) => {
      const text = memorySummary.render({ ...everything, context: context(memory, window) }) ?? "";
      const frame = "<memory_summary>\n…20000 tokens truncated…\n</memory_summary>".length;
      expect(text.length).toBeLessThanOrEqual(Math.max(roomOf(window), frame + 8));
      const isWhole = fitMemory(memory, window) === memory;
      expect(text.includes(" tokens truncated…")).toBe(!isWhole);
      const left = memorySummary.leftOut?.(context(memory, window)) ?? null;
      expect(left === null).toBe(isWhole);
    });
    fc.assert(property);
  });

  test("is told as it is where it has room", () => {
    expect(fitMemory("x".repeat(7900), null)).toHaveLength(7900);
    expect(fitMemory("x".repeat(8000), null)).toMatch(/^x+…\d+ tokens truncated…x+$/);
  });
});
