import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readLines } from "../../../src/sessions/listing/listed-lines.js";
import { CodexOutline } from "../../../src/sessions/listing/codex-outline.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { statesByDefinition } from "../../../src/testing/definition.js";
import { statsOf, writeLines } from "../../cli/stats/counting.js";
import { temporaryHome } from "../../store/jsonl/home.js";
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

const counts = fc.record({ input_tokens: fc.nat(3), output_tokens: fc.nat(2) });
const reports = fc.array(fc.record({ place: fc.nat(), last: counts, totals: fc.option(counts) }), {
  maxLength: 6,
});

/** Reports anywhere among the lines; totals grow, stay, or begin anew. */
function withReports(
  lines: readonly object[],
  added: readonly { place: number; last: Counts; totals: Counts | null }[],
): readonly object[] {
  const all = [...lines];
  for (const { place, last, totals } of added) {
    const total_token_usage = totals && { ...totals, total_tokens: tokensOf(totals) };
    const last_token_usage = { ...last, total_tokens: tokensOf(last) };
    const info = { last_token_usage, ...(total_token_usage && { total_token_usage }) };
    const report = { timestamp: AT, type: "event_msg", payload: { type: "token_count", info } };
    all.splice(1 + (place % all.length), 0, report);
  }
  return all;
}

type Counts = Readonly<{ input_tokens: number; output_tokens: number }>;

function tokensOf({ input_tokens, output_tokens }: Counts): number {
  return input_tokens + output_tokens;
}

test("a list of Codex sessions counts what stats counts, wherever running totals begin anew", async () => {
  const folder = temporaryHome();
  const property = fc.asyncProperty(
    codexRollout(),
    reports,
    fc.boolean(),
    async (rollout, added, isFork) => {
      const lines = withReports(rollout, added);
      const meta = { id: "019c0000-0000-7000-8000-0000000000ff", forked_from_id: "x" };
      const fork = { timestamp: AT, type: "session_meta", payload: meta };
      const own = { ...withReports([fork], added)[1], timestamp: "2026-03-01T10:00:09.000Z" };
      const path = join(folder, "rollout.jsonl");
      writeLines(path, isFork ? [fork, ...lines, own] : lines);
      const outline = new CodexOutline();
      await readLines(path, (line) => outline.push(line));
      const { tokens } = await statsOf(path);
      const cost = tokens.total === 0 && !isFork ? null : tokens.cost; // nothing was reported
      expect(outline.facts(AT)).toMatchObject({ tokens: tokens.total, cost });
    },
  );
  await fc.assert(property, { numRuns: 150 });
});
