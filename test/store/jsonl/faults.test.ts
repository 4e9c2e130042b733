import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sum } from "../../../src/projections/figures.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { faultyFileSystem, randomFaults } from "../../../src/testing/faulty-file-system.js";
import { storeContract } from "../../../src/testing/store-contract/store-contract.js";
import { type FaultSummary, runFaultCases } from "../../torture/faults.js";
import { seededRandom } from "./sample-log.js";
import { sampleThread } from "./sample-thread.js";

describe("laws 3 and 10: a failing disk loses nothing acknowledged, and every failure is typed", () => {
  const CASES = 10;
  const summaries: FaultSummary[] = [];
  // Each syncs often: on a busy disk all of them at a stroke take longer than a test may.
  test.each([1, 11, 21, 31, 41, 51])("in the cases from %i on", async (from) => {
    summaries.push(await runFaultCases(from, CASES));
    expect(summaries.at(-1)?.cases).toBe(CASES);
  });

  test("in all of which disks failed often enough, and in every way", () => {
    expect(sum(summaries.map(({ faults }) => faults))).toBeGreaterThan(60);
    expect(sum(summaries.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(200);
    const codes = summaries.flatMap(({ refused }) => [...refused.keys()]);
    expect(codes).toEqual(expect.arrayContaining(["disk-full", "read-failed", "write-failed"]));
  });
});

test("a batch whose write cannot be checked is taken back, and may be appended again", async () => {
  const home = mkdtempSync(join(tmpdir(), "refold-check-"));
  let writes = 0;
  let looks = 0;
  const fileSystem = faultyFileSystem(({ operation, path }) => {
    const isWrite = operation === "write" && path.endsWith(".jsonl");
    if (isWrite && ++writes === 2) return { kind: "delay", delayMs: 50 }; // then the lease is looked at
    const isBehindSlowWrite = operation === "sizeBytes" && writes === 2;
    return isBehindSlowWrite && ++looks === 1 ? { kind: "fail", code: "EIO" } : null;
  });
  const thread = sampleThread();
  const store = jsonlStore({ home, fileSystem });
  expect(await store.append(thread.threadId, 0, [thread.started()])).toBe(1);
  const again = () => store.append(thread.threadId, 1, thread.notices(1, 2));
  await expect(again()).rejects.toMatchObject({ code: "write-failed" });
  expect(await store.head(thread.threadId)).toBe(1);
  expect(await again()).toBe(3);
  await store.close();
  rmSync(home, { recursive: true });
});

describe("a disk that reads and writes less than it is asked to", () => {
  let folder = "";
  let homes = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "refold-short-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const open = () => {
    const faults = [0, 0.3, 0.9].map((share) => ({ kind: "shorten" as const, share }));
    const plan = randomFaults({ share: 0.3, faults, random: seededRandom(homes) });
    const home = join(folder, String(homes++));
    return jsonlStore({ home, durability: "none", fileSystem: faultyFileSystem(plan) });
  };
  for (const { name, run } of storeContract(open)) test(name, run);
});
