import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TurnContext } from "../../src/runtime/fragments/turn-context.js";
import {
  fitCatalogue,
  renderCatalogue,
  skillsCatalogue,
} from "../../src/runtime/fragments/skills-catalogue.js";
import { findModel } from "../../src/models/find-model.js";

/** What is said where not one of the skills below has room. */
const FRAME_LENGTH = renderCatalogue([
  "(40 more without room here; descriptions are left out.)",
]).length;

describe("the skills catalogue", () => {
  const skills = Array.from({ length: 40 }, (_, index) => ({
    name: `skill-${index}`,
    description: "d".repeat(300),
    path: `/skills/${index}/SKILL.md`,
  }));

  test("keeps within 2 % of the window, or 8,000 characters when it is unknown", () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 1000, max: 400_000 })), (window) => {
        const text = renderCatalogue(fitCatalogue(skills, window).lines);
        const room = window === null ? 8000 : Math.floor((window * 2) / 100) * 4;
        expect(text.length).toBeLessThanOrEqual(Math.max(room, FRAME_LENGTH));
      }),
    );
  });

  test("fills its 8,000 characters to the last, astral ones counted as one", () => {
    const described = (description: string) => [{ name: "one", description, path: "/one" }];
    const isWhole = (description: string) =>
      fitCatalogue(described(description), null).descriptionLimit === null;
    const frame = renderCatalogue(fitCatalogue(described("x"), null).lines).length - 1;
    const rest = 8000 - frame;
    expect([isWhole("x".repeat(rest)), isWhole("x".repeat(rest + 1))]).toEqual([true, false]);
    expect([isWhole("😀".repeat(rest)), isWhole("😀".repeat(rest + 1))]).toEqual([true, false]);
  });

  test("takes the window that the model is known to have, where the turn names none", () => {
    const everything = { changed: null, withdrawn: new Set<string>(), previousTurn: null };
    const told = (about: Omit<TurnContext, "skills">) =>
      skillsCatalogue.render({ ...everything, context: { ...about, skills } });
    const { contextWindow } = findModel("claude-haiku-4-5").model;
    expect(contextWindow).not.toBeNull();
    const known = renderCatalogue(fitCatalogue(skills, contextWindow).lines);
    expect(known.length).toBeGreaterThan(8000);
    expect(told({ model: "claude-haiku-4-5" })).toBe(known);
    expect(told({ model: "nobody-knows-it" })).toBe(
      renderCatalogue(fitCatalogue(skills, null).lines),
    );
    expect(told({ model: "claude-haiku-4-5", contextWindow: 20_000 })).toBe(
      renderCatalogue(fitCatalogue(skills, 20_000).lines),
    );
  });

  test("shortens descriptions before it drops a skill, and says so", () => {
    const shortened = fitCatalogue(skills, null);
    expect(shortened).toMatchObject({ descriptionLimit: 100, dropped: [] });
    expect(shortened.lines.at(-1)).toContain("shortened");
    const dropped = fitCatalogue(skills, 5000);
    expect(dropped.dropped.length).toBeGreaterThan(0);
    expect(dropped.lines.at(-1)).toContain(`${dropped.dropped.length} more`);
  });
});
