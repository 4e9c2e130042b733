import { readFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { forkThread } from "../../../src/store/fork-thread.js";
import { nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { findRollout, leaseFolder } from "../../../src/store/jsonl/home.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { contractId, newThread } from "../../../src/testing/store-contract/contract-case.js";
import { temporaryHome } from "./home.js";

test("law 10: a fork is not detached by one whose lease was taken over meanwhile", async () => {
  const home = temporaryHome();
  const [parentId, threadId] = [contractId(1), contractId(2)];
  const store = jsonlStore({ home, durability: "none" });
  await newThread(store, parentId, [2, 3]);
  const place = { parentId, offset: 3, threadId };
  await forkThread(store, { ...place, eventId: contractId(9), at: "2026-04-01T12:00:00.000Z" });
  await store.close();
  const path = findRollout({ fileSystem: nodeFileSystem, home }, threadId) ?? "";
  const before = readFileSync(path);
  const write = (file: number, bytes: Uint8Array): number => {
    if (bytes.length > before.length) rmSync(leaseFolder(path), { recursive: true, force: true });
    return nodeFileSystem.write(file, bytes);
  };
  const robbed = jsonlStore({ home, fileSystem: { ...nodeFileSystem, write } });
  await expect(robbed.detach(threadId)).rejects.toMatchObject({ code: "fenced" });
  expect(readFileSync(path).equals(before)).toBe(true);
  await robbed.close();
});
