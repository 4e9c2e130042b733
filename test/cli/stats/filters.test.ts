import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { countRawCodex } from "../../dialects/codex/raw-counts.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { recordedSessions } from "../recorded-sessions.js";
import { statsOf, statsWith, writeLines } from "./counting.js";

test("since: what is counted and what came before are the whole", async () => {
  const property = fc.asyncProperty(
    codexRollout({ lifecycle: "always" }),
    fc.nat(),
    async (lines, pick) => {
      const path = writeLines(join(temporaryHome(), "session.jsonl"), lines);
      const first = pick % lines.length;
      const since = lines[first]?.timestamp ?? "";
      const report = await statsWith({ since }, [path]);
      const raw = (some: readonly object[]) =>
        countRawCodex(some.map((line) => JSON.stringify(line)).join("\n"));
      expect(report.events).toBe(lines.length - first);
      expect(report.tokens.total).toBe(raw(lines).total - raw(lines.slice(0, first)).total);
    },
  );
  await fc.assert(property, { numRuns: 50 });
});

test("model: the work of each model adds up to all work that has one", async () => {
  for (const { path } of recordedSessions()) {
    const whole = await statsOf(path);
    for (const { model, total, requests } of whole.models) {
      if (model === "unknown") continue;
      const { tokens, models } = await statsWith({ model }, [path]);
      const longer = whole.models.filter((one) => one.model.startsWith(model));
      expect(tokens.total).toBe(longer.reduce((sum, one) => sum + one.total, 0));
      expect(models.find((one) => one.model === model)).toMatchObject({ total, requests });
    }
  }
});
