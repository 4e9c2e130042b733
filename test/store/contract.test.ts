import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";
import { storeContract } from "../../src/testing/store-contract/store-contract.js";

describe("memoryStore", () => {
  for (const { name, run } of storeContract(memoryStore)) test(name, run);
});

describe("jsonlStore", () => {
  let folder = "";
  let homes = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "refold-contract-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const open = () => jsonlStore({ home: join(folder, String(homes++)), durability: "none" });
  for (const { name, run } of storeContract(open)) test(name, run);
});
