import fc from "fast-check";
import { expect, test } from "vitest";
import { CodexOutline } from "../../../src/sessions/listing/codex-outline.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { statesByDefinition } from "../../../src/testing/definition.js";
import { decode } from "../../dialects/codex/lines.js";

const AT = "2026-03-01T10:00:00.000Z";

test.each(["always", "never", "mixed"] as const)(
  "a list of Codex sessions counts the turns that the state counts, lifecycle lines: %s",
  async (lifecycle) => {
    const property = fc.asyncProperty(codexRollout({ lifecycle }), async (lines) => {
      const outline = new CodexOutline();
      for (const line of lines) outline.push(Buffer.from(JSON.stringify(line)));
      const turns = outline.facts(AT)?.turns ?? null;
      const state = statesByDefinition(await decode(lines)).at(-1);
      if (turns !== null) expect(turns).toBe(state?.turns.userTurns);
    });
    await fc.assert(property, { numRuns: 200 });
  },
);
