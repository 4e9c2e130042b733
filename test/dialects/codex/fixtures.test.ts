import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import type { ForeignDamage } from "../../../src/dialects/shared/damage.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { RefoldError } from "../../../src/errors.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { refOffset } from "../../../src/reducers/item-refs.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { statesOf } from "./lines.js";

const bytesOf = (name: string): Buffer => readFileSync(`fixtures/${name}`);

async function stateOf(name: string) {
  const rollout = await openRollout(memoryBytes(bytesOf(name)), codexForm);
  const events = (await collect(rollout.source.read())).filter(isKnownEvent);
  const state = (await statesOf(events)).at(-1);
  return { events, state, damage: rollout.damage() };
}

test("the clean session has two turns, its usage, and a baseline of its last turn", async () => {
  const { state, damage } = await stateOf("clean.jsonl");
  expect(damage).toEqual([]);
  expect(state?.turns).toMatchObject({ userTurns: 2, completed: 2, running: null });
  expect(state?.usage).toMatchObject({ last: { total: 6973 }, contextWindow: 258400 });
  expect(state?.baseline).toMatchObject({ mode: "observed", envelope: { effort: "low" } });
  expect(state?.thread?.instructions?.text).toMatch(/^You are a coding agent/);
});

test("the compressed session gives the same events as the plain one", async () => {
  const { events } = await stateOf("clean.jsonl.zst");
  expect(events).toEqual((await stateOf("clean.jsonl")).events);
});

test("the session with turns has a checkpoint, and nothing is left of what was taken back", async () => {
  const { events, state } = await stateOf("turns.jsonl");
  expect(state?.checkpoint).toMatchObject({ windowNumber: 1, trigger: "foreign" });
  const rollback = events.find(({ type }) => type === "history.rolled-back");
  const at = rollback?.offset ?? 0;
  const to = rollback?.type === "history.rolled-back" ? rollback.data.to : at;
  const offsets = (state?.ledger.entries.toArray() ?? []).map(({ ref }) => refOffset(ref));
  expect(at - to).toBeGreaterThan(3);
  expect(offsets.filter((offset) => offset > to && offset < at)).toEqual([]);
});

test("of the session with pictures each is kept once", async () => {
  const blobs = new MemoryBlobs();
  await collect(decodeKept(memoryBytes(bytesOf("images.jsonl")), codexForm, { blobs }));
  const isPicture = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes("PNG");
  expect([...blobs.contents.values()].filter(isPicture)).toHaveLength(2);
});

test("the bare session is read without times of its own", async () => {
  const { events, state } = await stateOf("bare-2025.jsonl");
  expect(new Set(events.map(({ at }) => at)).size).toBe(1);
  expect(state?.turns.userTurns).toBeGreaterThan(0);
});

test("all five ways of damage are reported with their place", async () => {
  const { damage } = await stateOf("damaged.jsonl");
  const reasons = new Set(damage.map(({ reason }) => reason));
  expect(reasons).toEqual(new Set(["torn", "nul", "interleaved", "glued", "encoding"]));
});

test("noise: whatever happens to a file, it is written again as it was, or refused", async () => {
  const files = ["clean.jsonl", "turns.jsonl", "images.jsonl", "bare-2025.jsonl"].map(bytesOf);
  const edit = fc.record({
    at: fc.nat(1 << 15),
    kind: fc.constantFrom("flip", "insert", "delete"),
    byte: fc.oneof(fc.constantFrom(0, 10, 13, 34, 92, 123, 125, 255), fc.nat(255)),
    length: fc.integer({ min: 1, max: 400 }),
  });
  const property = fc.asyncProperty(
    fc.constantFrom(...files),
    fc.array(edit, { minLength: 1, maxLength: 4 }),
    async (file, edits) => {
      const noisy = edits.reduce(damaged, file);
      const found: ForeignDamage[] = [];
      const blobs = new MemoryBlobs();
      const onDamage = (one: ForeignDamage): void => void found.push(one);
      try {
        const kept = decodeKept(memoryBytes(noisy, 999), codexForm, { blobs, onDamage });
        const written = encodeKept(await collect(kept), codexForm, blobs);
        expect(Buffer.concat(await collect(written)).equals(noisy)).toBe(true);
      } catch (error) {
        if (!(error instanceof RefoldError)) throw error;
        expect(["not-a-rollout", "empty-file", "mixed-dialects"]).toContain(error.code);
      }
      for (const { byte, bytes } of found) expect(byte + bytes).toBeLessThanOrEqual(noisy.length);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

interface Edit {
  readonly at: number;
  readonly kind: string;
  readonly byte: number;
  readonly length: number;
}

function damaged(bytes: Buffer, { at, kind, byte, length }: Edit): Buffer {
  const place = at % bytes.length;
  const before = bytes.subarray(0, place);
  const one = Buffer.from([byte]);
  if (kind === "flip") return Buffer.concat([before, one, bytes.subarray(place + 1)]);
  if (kind === "insert") return Buffer.concat([before, one, bytes.subarray(place)]);
  return Buffer.concat([before, bytes.subarray(place + length)]);
}
