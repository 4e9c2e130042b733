import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openForeign } from "../../../src/dialects/dialects.js";
import { runsOf } from "../../../src/events/event-source.js";
import type { LogEvent } from "../../../src/events/event.js";
import { collect, memoryBytes } from "./memory-bytes.js";

const NAMES = ["turns.jsonl", "damaged.jsonl", "claude-code.jsonl", "pi-tree.jsonl"];

test("a session's runs are its events, and tell of the same damage, whatever the range", async () => {
  const offset = fc.option(fc.nat(60), { nil: undefined });
  const property = fc.asyncProperty(
    fc.constantFrom(...NAMES),
    fc.integer({ min: 100, max: 1 << 16 }),
    fc.record({ from: offset, to: offset }),
    async (name, chunkBytes, { from, to }) => {
      const bytes = memoryBytes(readFileSync(`fixtures/${name}`), chunkBytes);
      const { rollout } = await openForeign(bytes);
      const { rollout: other } = await openForeign(bytes);
      const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      const runs = await collect(runsOf(rollout.source, range));
      expect(runs.every((run) => run.length > 0)).toBe(true);
      expect(runs.flat()).toEqual(await collect(other.source.read(range)));
      expect(rollout.damage()).toEqual(other.damage());
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

test("what stands before the line of another dialect is given before the refusal", async () => {
  const own = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{}}\n';
  const other = '{"type":"session","version":3,"id":"p","cwd":"/"}\n';
  const { rollout } = await openForeign(memoryBytes(own + own + other + own));
  const given: LogEvent[] = [];
  const reading = (async () => {
    for await (const run of runsOf(rollout.source)) given.push(...run);
  })();
  await expect(reading).rejects.toMatchObject({ code: "mixed-dialects", details: { line: 3 } });
  expect(given.map(({ offset }) => offset)).toEqual([0, 1]);
});
