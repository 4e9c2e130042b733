import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { blobPath } from "../../../src/store/jsonl/blobs.js";
import {
  collectGarbage,
  namedBlobs,
  removeBlob,
} from "../../../src/store/jsonl/collect-garbage.js";
import { type FileSystem, nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { jsonlStore, type JsonlStoreOptions } from "../../../src/store/jsonl/jsonl-store.js";
import { temporaryHome } from "./home.js";
import { sampleThread } from "./sample-thread.js";
import { systemError, watchedFileSystem } from "./watched-file-system.js";

const text = (content: string): Buffer => Buffer.from(content);
const NO_BLOB = `sha256-${"0".repeat(64)}`;

function openStore(options: JsonlStoreOptions = {}) {
  const store = jsonlStore({ home: temporaryHome(), ...options });
  onTestFinished(() => store.close());
  return store;
}

function filesIn(home: string): string[] {
  const entries = readdirSync(join(home, "blobs"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** A thread of two events, the second of which names blobs. */
async function storeNaming(store: ReturnType<typeof openStore>, hashes: readonly string[]) {
  const thread = sampleThread();
  await store.append(thread.threadId, 0, [
    thread.started(),
    thread.notice(1, `see ${hashes.join(" and ")}`),
  ]);
  return thread;
}

/** Makes a blob look as if it was stored long ago. */
function age(home: string, hash: string): void {
  utimesSync(blobPath(home, hash), 1_000_000, 1_000_000);
}

describe("a blob", () => {
  test("is read as it was stored, whatever its bytes", async () => {
    const store = openStore({ durability: "none" });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        const hash = await store.blobs.put(bytes);
        expect(Buffer.from(await store.blobs.get(hash))).toEqual(Buffer.from(bytes));
        expect(await store.blobs.has(hash)).toBe(true);
      }),
    );
  });

  test("stands in its owner's folder, once per content, under its hash", async () => {
    const store = openStore();
    const hash = await store.blobs.put(text("picture"));
    expect(await store.blobs.put(text("picture"))).toBe(hash);
    const digits = hash.slice("sha256-".length);
    const path = join(store.home, "blobs/sha256", digits.slice(0, 2), digits);
    expect(readFileSync(path, "utf8")).toBe("picture");
    expect(filesIn(store.home)).toEqual([digits]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  test("is durable, with the folders that name it, before put returns", async () => {
    const fileSystem = watchedFileSystem();
    const store = openStore({ fileSystem });
    await store.blobs.put(text("picture"));
    const calls = fileSystem.taken();
    expect(calls.indexOf("syncData")).toBeLessThan(calls.indexOf("rename"));
    expect(calls.lastIndexOf("syncFolder")).toBeGreaterThan(calls.indexOf("rename"));
    await store.blobs.put(text("picture"));
    expect(fileSystem.taken()).not.toContain("write");
  });

  test("that is not there is missing", async () => {
    const store = openStore();
    expect(await store.blobs.has(NO_BLOB)).toBe(false);
    await expect(store.blobs.get(NO_BLOB)).rejects.toMatchObject({
      code: "blob-missing",
      details: { hash: NO_BLOB },
    });
  });

  test("whose bytes were changed is corrupt, and storing it again heals it", async () => {
    const store = openStore();
    const hash = await store.blobs.put(text("picture"));
    appendFileSync(blobPath(store.home, hash), "!");
    await expect(store.blobs.get(hash)).rejects.toMatchObject({
      code: "blob-corrupt",
      details: { hash },
    });
    await store.blobs.put(text("picture"));
    expect(Buffer.from(await store.blobs.get(hash)).toString()).toBe("picture");
  });

  test("is asked for by its name only, never by a path", async () => {
    const store = openStore();
    for (const name of ["../../etc/passwd", "sha256-../../x", "", NO_BLOB.toUpperCase()]) {
      await expect(store.blobs.get(name)).rejects.toMatchObject({ code: "invalid-argument" });
      await expect(store.blobs.has(name)).rejects.toMatchObject({ code: "invalid-argument" });
    }
  });

  test("for which there is no room leaves nothing after", async () => {
    const write = (file: number, bytes: Uint8Array): number => {
      nodeFileSystem.write(file, bytes.subarray(0, 2));
      throw systemError("ENOSPC");
    };
    const store = openStore({ fileSystem: { ...nodeFileSystem, write } });
    await expect(store.blobs.put(text("picture"))).rejects.toMatchObject({ code: "disk-full" });
    expect(filesIn(store.home)).toEqual([]);
  });

  test("is not to be had from a store that was closed", async () => {
    const store = openStore();
    await store.close();
    await expect(store.blobs.put(text("x"))).rejects.toMatchObject({ code: "store-closed" });
    await expect(store.blobs.get(NO_BLOB)).rejects.toMatchObject({ code: "store-closed" });
  });
});

describe("the names of blobs in a file", () => {
  test("are found wherever they stand, also across the chunks in which the file is read", () => {
    const path = join(temporaryHome(), "log");
    const hashes = ["a", "b", "c"].map((digit) => `sha256-${digit.repeat(64)}`);
    const chunk = 1024 * 1024;
    const gap = "x".repeat(chunk - 100);
    writeFileSync(path, `${hashes.join(`"${gap}`)} sha256-tooshort sha256-${"g".repeat(64)}`);
    expect([...new Set(namedBlobs(path))]).toEqual(hashes);
  });

  test("are found in chunks of any size", () => {
    const path = join(temporaryHome(), "log");
    const hash = `sha256-${"5e".repeat(32)}`;
    writeFileSync(path, `${"x".repeat(40)}${hash}${"y".repeat(40)}`);
    for (let size = 1; size < 60; size += 1) {
      const read: FileSystem["read"] = (file, into, position) =>
        nodeFileSystem.read(file, into.subarray(0, size), position);
      expect([...namedBlobs(path, { ...nodeFileSystem, read })][0]).toBe(hash);
    }
  });
});

test("a blob whose bytes changed on the disk is whole again once the same content is stored", async () => {
  const { blobs, home } = openStore();
  const hash = await blobs.put(text("the tide"));
  writeFileSync(blobPath(home, hash), "the tidf");
  await expect(blobs.get(hash)).rejects.toMatchObject({ code: "blob-corrupt" });
  expect(await blobs.put(text("the tide"))).toBe(hash);
  expect(Buffer.from(await blobs.get(hash)).toString()).toBe("the tide");
});

describe("garbage collection", () => {
  test("removes old blobs that nobody names, and no others", async () => {
    const store = openStore();
    const named = await store.blobs.put(text("named"));
    const garbage = await store.blobs.put(text("garbage"));
    const young = await store.blobs.put(text("young"));
    await storeNaming(store, [named]);
    age(store.home, named);
    age(store.home, garbage);
    const expected = {
      removed: [{ hash: garbage, sizeBytes: 7 }],
      leftovers: [],
      unreadable: [],
      keptBlobs: 2,
    };
    expect(await collectGarbage({ home: store.home, dryRun: true })).toEqual({
      ...expected,
      dryRun: true,
    });
    expect(await store.blobs.has(garbage)).toBe(true);
    expect(await collectGarbage({ home: store.home })).toEqual({ ...expected, dryRun: false });
    const left = await Promise.all([named, garbage, young].map((hash) => store.blobs.has(hash)));
    expect(left).toEqual([true, false, true]);
    expect(readdirSync(store.home).sort()).toEqual(["blobs", "threads"]);
  });

  test("spares a blob that was stored again lately", async () => {
    const store = openStore();
    const hash = await store.blobs.put(text("again"));
    age(store.home, hash);
    await store.blobs.put(text("again"));
    expect((await collectGarbage({ home: store.home })).removed).toEqual([]);
  });

  test("spares what a torn copy names", async () => {
    const store = openStore();
    const hash = await store.blobs.put(text("torn"));
    age(store.home, hash);
    const thread = await storeNaming(store, []);
    const day = join(store.home, "threads/2026/04/01");
    writeFileSync(join(day, `${thread.threadId}.jsonl.torn-20260401T120000000Z`), hash);
    expect((await collectGarbage({ home: store.home })).removed).toEqual([]);
  });

  test("tidies up what crashes left: half-written blobs, and removals that were cut short", async () => {
    const store = openStore();
    const hash = await store.blobs.put(text("named"));
    await storeNaming(store, [hash]);
    const path = blobPath(store.home, hash);
    nodeFileSystem.rename(path, `${path}.doomed`);
    writeFileSync(`${path}.123456.new`, "half");
    utimesSync(`${path}.123456.new`, 1_000_000, 1_000_000);
    const { leftovers, removed } = await collectGarbage({ home: store.home });
    expect([leftovers, removed]).toEqual([[`${path}.123456.new`], []]);
    expect(filesIn(store.home)).toEqual([hash.slice("sha256-".length)]);
  });

  test("leaves alone what is none of ours, be it ever so old", async () => {
    const store = openStore();
    const hash = await store.blobs.put(text("garbage"));
    age(store.home, hash);
    const folder = dirname(blobPath(store.home, hash));
    const others = [join(folder, ".DS_Store"), join(dirname(folder), ".DS_Store")];
    for (const path of others) {
      writeFileSync(path, "of the system's own file viewer");
      utimesSync(path, 1_000_000, 1_000_000);
    }
    const { leftovers, removed } = await collectGarbage({ home: store.home });
    expect([leftovers, removed.map((blob) => blob.hash)]).toEqual([[], [hash]]);
    expect(others.every((path) => existsSync(path))).toBe(true);
  });

  test("is done by one process at a time", async () => {
    const store = openStore();
    const folder = join(store.home, "garbage.lease");
    mkdirSync(folder, { recursive: true });
    const holder = { host: "elsewhere", boot: "?", pidNamespace: null, pid: 1, startTime: null };
    const path = join(folder, "feed");
    writeFileSync(path, JSON.stringify({ ...holder, since: "then", token: "feed" }));
    const beating = setInterval(() => utimesSync(path, new Date(), new Date()), 20);
    onTestFinished(() => clearInterval(beating));
    await expect(collectGarbage({ home: store.home })).rejects.toMatchObject({
      code: "lease-held",
      details: { holder: { host: "elsewhere" } },
    });
  });

  test("spares a blob that is stored again in the very moment of its removal", async () => {
    const { home, blobs } = openStore();
    const hash = await blobs.put(text("wanted again"));
    age(home, hash);
    const rename = (from: string, to: string): void => {
      nodeFileSystem.touch(from);
      nodeFileSystem.rename(from, to);
    };
    const place = { fileSystem: { ...nodeFileSystem, rename }, home };
    expect(removeBlob(place, hash, (storedMs) => storedMs < 2_000_000_000)).toBe(false);
    expect(await blobs.has(hash)).toBe(true);
    age(home, hash);
    const plain = { fileSystem: nodeFileSystem, home };
    expect(removeBlob(plain, hash, (storedMs) => storedMs < 2_000_000_000)).toBe(true);
    expect(filesIn(home)).toEqual([]);
  });

  test("of a home without anything removes nothing", async () => {
    const home = join(temporaryHome(), "none");
    expect(await collectGarbage({ home })).toMatchObject({ removed: [], keptBlobs: 0 });
  });
});

describe("deleting a thread", () => {
  test("deletes the blobs that nobody else names, its torn copies, and all else beside it", async () => {
    const store = openStore();
    const shared = await store.blobs.put(text("shared"));
    const own = await store.blobs.put(text("own"));
    const thread = await storeNaming(store, [shared, own]);
    await storeNaming(store, [shared]);
    const day = join(store.home, "threads/2026/04/01");
    writeFileSync(join(day, `${thread.threadId}.jsonl.torn-20260401T120000000Z`), "torn");
    writeFileSync(join(day, `${thread.threadId}.index`), "derived");
    await store.delete(thread.threadId);
    expect([await store.blobs.has(shared), await store.blobs.has(own)]).toEqual([true, false]);
    expect(readdirSync(day).filter((name) => name.startsWith(thread.threadId))).toEqual([]);
    await expect(store.head(thread.threadId)).rejects.toMatchObject({ code: "thread-not-found" });
  });

  test("leaves a blob to garbage collection that was stored again since", async () => {
    const store = openStore();
    const hash = await store.blobs.put(text("about to be named again"));
    const thread = await storeNaming(store, [hash]);
    const later = new Date(Date.now() + 10_000);
    utimesSync(blobPath(store.home, hash), later, later);
    await store.delete(thread.threadId);
    expect(await store.blobs.has(hash)).toBe(true);
  });

  test("is refused while another store writes to it", async () => {
    const writing = openStore();
    const thread = await storeNaming(writing, []);
    const other = openStore({ home: writing.home });
    await expect(other.delete(thread.threadId)).rejects.toMatchObject({ code: "lease-held" });
    expect(await writing.head(thread.threadId)).toBe(2);
    await writing.close();
    await other.delete(thread.threadId);
    expect(existsSync(join(writing.home, "threads/2026/04/01", `${thread.threadId}.jsonl`))).toBe(
      false,
    );
  });
});

test("law 3: a blob that another store left unsynced is durable once it is put again", async () => {
  const home = temporaryHome();
  await openStore({ home, durability: "none" }).blobs.put(text("a picture"));
  const fileSystem = watchedFileSystem();
  const store = openStore({ home, fileSystem });
  fileSystem.taken();
  await store.blobs.put(text("a picture"));
  expect(fileSystem.taken()).toEqual(expect.arrayContaining(["syncData", "syncFolder"]));
  await store.blobs.put(text("a picture"));
  expect(fileSystem.taken()).not.toContain("syncData");
});
