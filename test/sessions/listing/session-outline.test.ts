import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listThreads } from "../../../src/sessions/listing/list-threads.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { statesByDefinition } from "../../../src/testing/definition.js";
import { writeLines } from "../../cli/stats/counting.js";
import { answer, decode, meta, rolledBack, user } from "../../dialects/codex/lines.js";
import { temporaryHome } from "../../store/jsonl/home.js";

/** What a list says of a session that is named. */
async function listedOf(lines: readonly object[]) {
  const home = temporaryHome();
  const path = writeLines(join(home, "session.jsonl"), lines);
  const [listed] = await listThreads({ home, paths: [path] });
  return listed;
}

test("turns that a rollback took are not counted where no line says that a turn begins", async () => {
  const lines = [meta, user("one"), answer("a"), user("two"), answer("b"), rolledBack(1)];
  expect(await listedOf(lines)).toMatchObject({ turns: 1 });
});

test.each(["never", "mixed"] as const)(
  "a session that is named has the turns that its state counts, lifecycle lines: %s",
  async (lifecycle) => {
    const property = fc.asyncProperty(codexRollout({ lifecycle }), async (lines) => {
      const state = statesByDefinition(await decode(lines)).at(-1);
      expect((await listedOf(lines))?.turns).toBe(state?.turns.userTurns);
    });
    await fc.assert(property, { numRuns: 60 });
  },
);
