import fc from "fast-check";
import { expect, test } from "vitest";
import { projectHeading } from "../../../src/projections/transcript/project-heading.js";
import { projectTranscript } from "../../../src/projections/transcript/project-transcript.js";
import { threadHeading } from "../../../src/projections/transcript/transcript-words.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";
import { decode, meta, rolledBack, user } from "../../dialects/codex/lines.js";

const weights = { user: 8, rename: 3, "roll-back": 6, redo: 4, "foreign-line": 4 };

test("the heading is that of the transcript", async () => {
  const drawn = fc.oneof(
    histories({ weights }).map(({ events }) => Promise.resolve(events)),
    codexRollout().map((lines) => decode(lines)),
  );
  await fc.assert(
    fc.asyncProperty(drawn, async (events) => {
      const source = listSource(await events);
      expect(await projectHeading(source)).toBe(threadHeading(await projectTranscript(source)));
    }),
    { numRuns: 200 },
  );
});

test("a turn that a foreign rollback took names nothing", async () => {
  const lines = [meta, user("one"), rolledBack(1), user("two")];
  expect(await projectHeading(listSource(await decode(lines)))).toBe("two");
});
