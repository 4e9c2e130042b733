import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { contractId, fork, newThread } from "../../../src/testing/store-contract/contract-case.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { recordedSessions } from "../recorded-sessions.js";
import { callRefold } from "../run-refold.js";
import { statsOf } from "./counting.js";

const CLEAN = recordedSessions().find(({ name }) => name === "clean.jsonl")?.path ?? "";
const CLEAN_ULID = "01KN6MM6TRFAHVDH0DBT7K39Y9";

test("an archived thread counts what it counted before, and once beside its plain copy", async () => {
  const home = temporaryHome();
  await callRefold(["import", CLEAN], { home });
  const { largest: before, ...plain } = await statsOf(home);
  expect((await callRefold(["archive", CLEAN_ULID], { home })).code).toBe(0);
  const { largest, ...archived } = await statsOf(home);
  expect(archived).toEqual(plain);
  expect(archived.tokens.total).toBeGreaterThan(0);
  expect(largest.map(({ name }) => name)).toEqual(before.map(({ name }) => `${name}.gz`));
  expect((await statsOf(home, CLEAN)).tokens).toEqual(plain.tokens);
});

test("of a bundle every thread counts, once beside the home that it came from", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  await newThread(store, contractId(1), [10]);
  await fork(store, { from: contractId(1), at: 5, as: contractId(2) });
  await store.close();
  const bundle = join(temporaryHome(), "forked.refold");
  const words = ["export", contractId(2), "--format", "bundle", "-o", bundle];
  expect((await callRefold(words, { home })).code).toBe(0);
  const [stored, bundled] = [await statsOf(home), await statsOf(bundle)];
  expect(bundled).toEqual({
    ...stored,
    largest: stored.largest.map((thread) => ({ ...thread, name: bundle })),
  });
  const both = await statsOf(home, bundle);
  expect([both.threads, both.events, both.copiedEvents]).toEqual([2, 11, 11]);
});
