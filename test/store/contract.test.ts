import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";
import { type FaultPlan, faultyFileSystem } from "../../src/testing/faulty-file-system.js";
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
  const openFailing = (write: number) => {
    let writes = 0;
    const plan: FaultPlan = ({ operation, path }) => {
      if (path.includes(".lease/")) return null; // a full disk does not keep a lease from being taken
      if (operation !== "write" || ++writes !== write) return null;
      return { kind: "tear", code: "ENOSPC", share: 0.5 };
    };
    const home = join(folder, String(homes++));
    return jsonlStore({ home, durability: "none", fileSystem: faultyFileSystem(plan) });
  };
  for (const { name, run } of storeContract(open, { openFailing })) test(name, run);
});
