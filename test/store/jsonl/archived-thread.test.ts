import { RefoldError } from "../../../src/errors.js";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { listThreads } from "../../../src/sessions/listing/list-threads.js";
import { forkThread } from "../../../src/store/fork-thread.js";
import { collectGarbage } from "../../../src/store/jsonl/collect-garbage.js";
import { type FileSystem, nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { jsonlStore, type JsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import {
  collect,
  contractId,
  newThread,
  notice,
  notices,
} from "../../../src/testing/store-contract/contract-case.js";
import { storeContract } from "../../../src/testing/store-contract/store-contract.js";
import { expectSame } from "../../expect-same.js";
import { temporaryHome } from "./home.js";
import { systemError } from "./watched-file-system.js";

const id = contractId(1);
const forkId = contractId(2);

describe("a store that archives a thread after each change", () => {
  for (const { name, run } of storeContract(archivingStore)) test(name, run);
});

test("unarchiving gives the same bytes, and the same time", async () => {
  const { store, rollout } = await archivable([3, 1, 400]);
  const bytes = readFileSync(rollout);
  const modifiedMs = statSync(rollout).mtimeMs;
  const archived = await store.archive(id);
  expect(archived).toMatchObject({ logBytes: bytes.length, isChanged: true });
  expect(archived.archiveBytes).toBeLessThan(bytes.length / 3);
  expect(existsSync(rollout)).toBe(false);
  expect(statSync(`${rollout}.gz`).mode & 0o777).toBe(0o600);
  expect(await store.archive(id)).toMatchObject({ isChanged: false });
  expect(await store.unarchive(id)).toMatchObject({ isChanged: true });
  expect(readFileSync(rollout).equals(bytes)).toBe(true);
  expect(statSync(rollout).mtimeMs).toBeCloseTo(modifiedMs, 0);
  expect(readdirSync(join(rollout, ".."))).toEqual([`${id}.jsonl`]);
  await store.close();
});

test("what the system refuses while a thread is archived is told as the store's failures are", async () => {
  const { store, rollout } = await archivable([3]);
  const { home } = store;
  await store.close();
  const open: FileSystem["open"] = (path, mode) => {
    if (path === rollout && mode === "read") throw systemError("EACCES");
    return nodeFileSystem.open(path, mode);
  };
  const refused = jsonlStore({ home, fileSystem: { ...nodeFileSystem, open } });
  await expect(refused.archive(id)).rejects.toBeInstanceOf(RefoldError);
  await refused.close();
});

test("zcat prints an archive's log", async () => {
  const { store, rollout } = await archivable([1, 2000]);
  const bytes = readFileSync(rollout);
  await store.archive(id);
  const printed = await promisify(execFile)("gzip", ["-dc", `${rollout}.gz`], {
    encoding: "buffer",
    maxBuffer: 1 << 26,
  });
  expect(printed.stdout.equals(bytes)).toBe(true);
  await store.close();
});

test("a thread that somebody writes to is not archived", async () => {
  const { store, home } = await archivable([1]);
  await store.append(id, 1, [notice(1)]);
  const other = jsonlStore({ home });
  await expect(other.archive(id)).rejects.toMatchObject({ code: "lease-held" });
  await other.close();
  expect(await store.archive(id)).toMatchObject({ isChanged: true }); // its own lease it gives up
  await store.close();
});

test("a torn tail is set aside before a thread is archived", async () => {
  const { store, rollout } = await archivable([2, 2]);
  truncateSync(rollout, statSync(rollout).size - 5);
  await store.archive(id);
  expect(store.tornTails).toHaveLength(1);
  expect(await store.head(id)).toBe(2);
  await store.close();
});

test("an archive that lost something is not unarchived, nor written to", async () => {
  const { store, rollout } = await archivable([1, 4000]);
  await store.archive(id);
  truncateSync(`${rollout}.gz`, statSync(`${rollout}.gz`).size - 2000);
  const damaged = { code: "archive-damaged" };
  await expect(store.unarchive(id)).rejects.toMatchObject(damaged);
  await expect(store.append(id, 4001, [notice(4001)])).rejects.toMatchObject(damaged);
  await expect(collect(store.read(id))).rejects.toMatchObject({ code: "damaged-log" });
  await expect(collect(store.readBackward(id))).rejects.toMatchObject({ code: "damaged-log" });
  const told: string[] = [];
  const kept = await collect(store.read(id, { onDamage: ({ reason }) => told.push(reason) }));
  expect(kept.length).toBeGreaterThan(0);
  expect(told).toContain("archive");
  for (let time = 0; time < 2; time++) {
    const [listed] = await listThreads({ home: store.home });
    expect(listed?.problem).toContain("the archive was cut short");
  }
  expect(existsSync(rollout)).toBe(false);
  await store.close();
});

test("an archive of which nothing is left is told of, holds back garbage collection, and can go", async () => {
  const { store, home, rollout } = await archivable([1, 4000]);
  await store.blobs.put(Buffer.from("unnamed"));
  age(home);
  await store.archive(id);
  for (const keptBytes of [100, 10, 0]) {
    truncateSync(`${rollout}.gz`, keptBytes);
    const damaged = { code: "archive-damaged" };
    await expect(collect(store.read(id))).rejects.toMatchObject(damaged);
    await expect(store.head(id)).rejects.toMatchObject(damaged);
    await expect(store.unarchive(id)).rejects.toMatchObject(damaged);
    expect(await collect(store.list())).toEqual([]);
    const { removed, unreadable } = await collectGarbage({ home });
    expect({ removed, unreadable }).toMatchObject({ removed: [], unreadable: [damaged] });
    const [listed] = await listThreads({ home });
    expect(listed).toMatchObject({ threadId: id, isArchived: true });
    expect(listed?.problem).toContain(`${rollout}.gz`);
  }
  await store.delete(id);
  expect(await listThreads({ home })).toEqual([]);
  await store.close();
});

test("what an archive names is no garbage; where one cannot be read nothing is", async () => {
  const { store, home, rollout } = await archivable([1]);
  const named = await store.blobs.put(Buffer.from("named"));
  const unnamed = await store.blobs.put(Buffer.from("unnamed"));
  await store.append(id, 1, [notice(1, named), ...notices(2, 4000)]);
  await store.archive(id);
  age(home);
  const dry = await collectGarbage({ home, dryRun: true });
  expect(dry.removed.map(({ hash }) => hash)).toEqual([unnamed]);
  const archive = `${rollout}.gz`;
  const whole = readFileSync(archive);
  truncateSync(archive, whole.length - 2000);
  const refused = await collectGarbage({ home });
  expect(refused).toMatchObject({ removed: [], keptBlobs: 2 });
  expect(refused.unreadable).toMatchObject([{ code: "archive-damaged" }]);
  await store.close();
});

test("deleting an archived thread deletes its archive, and the blobs that only it names", async () => {
  const { store, home, rollout } = await archivable([1]);
  const named = await store.blobs.put(Buffer.from("named"));
  age(home);
  await store.append(id, 1, [notice(1, named)]);
  await store.archive(id);
  await store.delete(id);
  expect(await store.blobs.has(named)).toBe(false);
  expect(readdirSync(join(rollout, ".."))).toEqual([]);
  expect(await collect(store.list())).toEqual([]);
  await store.close();
});

test("a fork reads through archived ancestors, and is detached from them", async () => {
  const { store } = await archivable([2, 3]);
  await store.archive(id);
  const place = { parentId: id, offset: 3, threadId: forkId };
  await forkThread(store, { ...place, eventId: contractId(803), at: "2026-04-01T12:00:00.000Z" });
  await store.archive(forkId);
  const parent = await collect(store.read(id));
  expect((await collect(store.read(forkId))).slice(0, 4)).toEqual(parent.slice(0, 4));
  await expect(store.delete(id)).rejects.toMatchObject({ code: "thread-has-forks" });
  await store.detach(forkId);
  await store.delete(id);
  expect((await collect(store.read(forkId))).slice(0, 4)).toEqual(parent.slice(0, 4));
  await store.close();
});

test("who follows a thread sees nothing of its being archived and unarchived", async () => {
  const { store, home } = await archivable([2]);
  const reader = jsonlStore({ home });
  const stop = new AbortController();
  const offsets: number[] = [];
  for await (const { offset } of reader.follow(id, { signal: stop.signal })) {
    offsets.push(offset);
    if (offset === 5) stop.abort();
    else if (offset > 0) {
      await store.archive(id);
      await store.append(id, offset + 1, [notice(offset + 1)]);
    }
  }
  expect(offsets).toEqual([0, 1, 2, 3, 4, 5]);
  await reader.close();
  await store.close();
});

test(
  "law 3: whenever archiving or unarchiving is killed, the thread is there once and whole",
  { timeout: 120_000 },
  async () => {
    const { store, home, rollout } = await archivable([1, 4000]);
    const bytes = readFileSync(rollout);
    const events = await collect(store.read(id));
    await store.close();
    for (let kill = 0; kill < 6; kill++) {
      await killWhileChanging(home, kill);
      const reader = jsonlStore({ home, durability: "none" });
      expectSame(await collect(reader.read(id)), events);
      expect((await collect(reader.list())).map(({ threadId }) => threadId)).toEqual([id]);
      await reader.unarchive(id);
      expect(readFileSync(rollout).equals(bytes)).toBe(true);
      // A lease that was being announced when its process was killed goes when it is old.
      const left = readdirSync(join(rollout, "..")).filter((name) => !name.endsWith(".lease"));
      expect(left).toEqual([`${id}.jsonl`]);
      await reader.close();
    }
  },
);

test("what a crash left beside a plain file is never read, and goes with the next write", async () => {
  const { store, rollout } = await archivable([2]);
  await store.archive(id);
  copyFileSync(`${rollout}.gz`, `${rollout}.kept`);
  await store.append(id, 2, [notice(2)]);
  await store.close();
  copyFileSync(`${rollout}.kept`, `${rollout}.gz`);
  const again = jsonlStore({ home: store.home });
  expect(await again.head(id)).toBe(3);
  expect(await again.append(id, 3, [notice(3)])).toBe(4);
  expect(existsSync(`${rollout}.gz`)).toBe(false);
  await again.close();
});

test("a deletion that is cut short leaves no archive that stands for the thread", async () => {
  const { store, rollout, home } = await archivable([2]);
  await store.archive(id);
  copyFileSync(`${rollout}.gz`, `${rollout}.kept`);
  await store.unarchive(id);
  await store.close();
  renameSync(`${rollout}.kept`, `${rollout}.gz`);
  const removed: string[] = [];
  const remove = (path: string): void => {
    removed.push(path);
    nodeFileSystem.remove(path);
  };
  const deleting = jsonlStore({ home, fileSystem: { ...nodeFileSystem, remove } });
  await deleting.delete(id);
  const forms = removed.filter((path) => path.startsWith(rollout) && !path.includes(".lease"));
  expect(forms).toEqual([`${rollout}.gz`, rollout]);
  await deleting.close();
});

function archivingStore(): JsonlStore {
  const store = jsonlStore({ home: temporaryHome(), durability: "none" });
  return {
    ...store,
    append: async (threadId, expectedHead, events) => {
      const head = await store.append(threadId, expectedHead, events);
      await store.archive(threadId);
      return head;
    },
    detach: async (threadId) => {
      await store.detach(threadId);
      await store.archive(threadId);
    },
  };
}

async function archivable(batchSizes: readonly number[]) {
  const home = temporaryHome();
  const store = jsonlStore({ home, durability: "none" });
  await newThread(store, id, batchSizes);
  return { store, home, rollout: join(home, "threads", "2026", "04", "01", `${id}.jsonl`) };
}

/** Makes every blob older than garbage collection spares. */
function age(home: string): void {
  const root = join(home, "blobs", "sha256");
  for (const folder of readdirSync(root)) {
    for (const name of readdirSync(join(root, folder))) {
      utimesSync(join(root, folder, name), 1_000_000, 1_000_000);
    }
  }
}

/** Kills a process that changes the thread's form for ever, sooner or later after some change. */
async function killWhileChanging(home: string, kill: number): Promise<void> {
  const script = join("test", "store", "jsonl", "archive", "crasher.mjs");
  const child = spawn(process.execPath, [script, home, id], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  for (let changes = 0; changes <= kill % 2; changes++) await once(child.stdout, "data");
  for (let turns = 0; turns < kill * 40; turns++) await setImmediate();
  child.kill("SIGKILL");
  await closed;
}
