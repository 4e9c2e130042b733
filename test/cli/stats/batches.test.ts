import { execFile } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countBatch,
  countBatches,
  countHere,
  type FilesTally,
} from "../../../src/cli/stats/count-batches.js";
import { statsReport } from "../../../src/projections/stats/stats-report.js";
import { findSessionFiles } from "../../../src/sessions/session-files.js";
import { bundled } from "../../bundled.js";
import { claudeCodeTranscript } from "../../dialects/claude-code/transcript-arbitrary.js";
import { piSession } from "../../dialects/pi/session-arbitrary.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { writeLines } from "./counting.js";

const session = fc.oneof(piSession({ maxSteps: 8 }), claudeCodeTranscript());
/** Some lines of one of the sessions, or a file that cannot be read. */
const file = fc.record({
  of: fc.nat(2),
  from: fc.nat(12),
  count: fc.nat(30),
  state: fc.constantFrom("whole", "whole", "whole", "damaged", "gone", "foreign"),
});
const limits = fc.record({
  files: fc.integer({ min: 1, max: 6 }),
  bytes: fc.integer({ min: 1, max: 20_000 }),
});

test("whatever the batches and whichever is done first, all is counted as by one", async () => {
  const property = fc.asyncProperty(
    fc.array(session, { minLength: 3, maxLength: 3 }),
    fc.array(file, { minLength: 1, maxLength: 9 }),
    fc.record({ limits, ahead: fc.integer({ min: 1, max: 5 }) }),
    fc.scheduler(),
    async (sessions, files, options, scheduler) => {
      const folder = temporaryHome();
      files.forEach((one, index) => {
        const lines = sessions[one.of] ?? [];
        const path = join(folder, `${index}.jsonl`);
        writeLines(path, [...lines.slice(0, 1), ...lines.slice(1 + one.from).slice(0, one.count)]);
        if (one.state === "damaged") appendFileSync(path, "{ this is cut\n");
        if (one.state === "foreign") writeFileSync(path, '{"what":"is this"}\n');
      });
      const { files: found } = findSessionFiles([folder]);
      for (const { path } of found) {
        if (files[Number(path.at(-"0.jsonl".length))]?.state === "gone") rmSync(path);
      }
      const told: string[] = [];
      const onFile = ({ path }: { readonly path: string }): void => void told.push(path);
      const count = scheduler.scheduleFunction(async (task: Parameters<typeof countBatch>[0]) =>
        structuredClone(await countBatch(structuredClone(task))),
      );
      const counting = countBatches(found, count, { ...options, options: {}, onFile });
      const batched = await scheduler.waitFor(counting);
      const alone = await countHere(found, {});
      expect(wordsOf(batched)).toEqual(wordsOf(alone));
      expect(told).toEqual(found.map(({ path }) => path));
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

test("a thread that breaks down is an error, and nobody waits for it", async () => {
  const folder = temporaryHome();
  const script = join(folder, "count.mjs");
  const path = writeLines(join(folder, "one.jsonl"), [{ type: "session", version: 3 }]);
  const module = await bundled({
    "count-batches": "src/cli/stats/count-batches.ts",
    "count-worker": "src/cli/stats/count-worker.ts",
  });
  writeFileSync(
    script,
    `import { countInThreads, openThreads } from ${JSON.stringify(module("count-batches"))};
    const pool = openThreads(2);
    const files = [{ path: ${JSON.stringify(path)}, sizeBytes: 1 }];
    const wish = { options: null }; // which no caller can write: a defect
    await countInThreads(pool, files, wish).catch(({ name }) => console.log(name));
    await pool.destroy();`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(stdout).toBe("TypeError\n");
});

function wordsOf({ tally, files, unread, damaged }: FilesTally) {
  return { report: statsReport(tally), models: tally.models, files, unread, damaged };
}
