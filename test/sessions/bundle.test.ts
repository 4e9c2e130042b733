import { isRefoldError } from "../../src/errors.js";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { replay } from "../../src/reducers/replay.js";
import { importBundle } from "../../src/sessions/bundle/import-bundle.js";
import { isBundle } from "../../src/sessions/bundle/open-bundle.js";
import { TAR_BLOCK_BYTES, TAR_END, tarEntry } from "../../src/sessions/bundle/tar.js";
import { bundleThread } from "../../src/sessions/bundle/write-bundle.js";
import { importFile } from "../../src/sessions/import-file.js";
import { openSession, recogniseFile } from "../../src/sessions/open-session.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { plainState } from "../../src/testing/definition.js";
import { collect, memoryBytes } from "../dialects/shared/memory-bytes.js";
import { storeHistory } from "../reducers/store-history.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { sampleThread } from "../store/jsonl/sample-thread.js";

const IMAGES = new URL("../../fixtures/images.jsonl", import.meta.url);

test("a bundle is taken in by its path, and never taken for another tool's session", async () => {
  const [home, other] = [temporaryHome(), temporaryHome()];
  const store = jsonlStore({ home });
  const { threadId } = await importFile(fileURLToPath(IMAGES), store);
  await store.close();
  const path = join(temporaryHome(), "thread.refold");
  writeFileSync(path, await bundled(home, threadId));
  const target = jsonlStore({ home: other });
  await expect(importFile(path, target)).rejects.toMatchObject({ code: "not-a-rollout" });
  expect(await target.has(threadId)).toBe(false);
  await target.close();
  expect(await importBundle(path, { home: other })).toMatchObject([
    { threadId, outcome: "imported" },
  ]);
});

test("a bundle in an empty home gives every rollout byte for byte, and the same state", async () => {
  const weights = { fork: 8 };
  const property = fc.asyncProperty(histories({ weights, maxLength: 25 }), async (history) => {
    const [home, other] = [temporaryHome(), temporaryHome()];
    const store = jsonlStore({ home, durability: "none" });
    const { threadId } = await storeHistory(store, history);
    await store.close();
    const bytes = await bundled(home, threadId);
    const results = await importBundle(memoryBytes(bytes), { home: other });
    expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => "imported"));
    expect(results.at(-1)?.threadId).toBe(threadId);
    expect(filesIn(other)).toEqual(filesIn(home));
    expect(await stateOf(other, threadId)).toStrictEqual(await stateOf(home, threadId));
    expect(await bundled(other, threadId)).toEqual(bytes);
    const again = await importBundle(memoryBytes(bytes), { home: other });
    expect(again.map(({ outcome, added }) => [outcome, added])).toEqual(
      again.map(() => ["unchanged", 0]),
    );
  });
  await fc.assert(property, { numRuns: 30 });
});

test("a bundle holds the blobs that its thread names", async () => {
  const { home, threadId } = await imagesHome();
  const other = temporaryHome();
  await importBundle(memoryBytes(await bundled(home, threadId)), { home: other });
  expect(filesIn(other, "blobs").length).toBeGreaterThan(1);
  expect(filesIn(other)).toEqual(filesIn(home));
});

test("blobs that a store lost are put back by the bundle that it had them from", async () => {
  const { home, threadId } = await imagesHome();
  const bytes = memoryBytes(await bundled(home, threadId));
  const other = temporaryHome();
  await importBundle(bytes, { home: other });
  rmSync(join(other, "blobs"), { recursive: true });
  expect(await importBundle(bytes, { home: other })).toMatchObject([{ outcome: "unchanged" }]);
  expect(filesIn(other)).toEqual(filesIn(home));
});

test("a bundle that leaves out a blob without saying so is refused, one that says so is not", async () => {
  const { home, threadId } = await imagesHome();
  const { manifest } = await bundleThread({ home, threadId, version: "1.0.0" });
  const rollout = gunzipSync(await bundled(home, threadId));
  const begin = rollout.indexOf('{"offset":0');
  const log = rollout.subarray(begin, begin + (manifest.threads[0]?.bytes ?? 0));
  const without = async (missingBlobs: readonly string[]) => {
    const text = Buffer.from(JSON.stringify({ ...manifest, blobs: [], missingBlobs }));
    const name = `threads/${threadId}.jsonl`;
    const parts = [
      ...(await collect(tarEntry({ name: "bundle.json", sizeBytes: text.length }, [text]))),
      ...(await collect(tarEntry({ name, sizeBytes: log.length }, [log]))),
      TAR_END,
    ];
    const target = temporaryHome();
    const bytes = memoryBytes(gzipSync(Buffer.concat(parts)));
    return importBundle(bytes, { home: target }).then(() => "imported", codeOf);
  };
  expect(await without([])).toBe("damaged-bundle");
  expect(await without(manifest.blobs.map(({ hash }) => hash))).toBe("imported");
});

test("a bundle whose bytes changed anywhere, or that is cut short, is refused, and stores nothing", async () => {
  const { home, threadId } = await imagesHome();
  const packed = await bundled(home, threadId);
  const plain = gunzipSync(packed);
  const target = temporaryHome();
  const damage = fc.record({ kind: fc.constantFrom("flip", "cut"), at: fc.nat(), bit: fc.nat(7) });
  const property = fc.asyncProperty(fc.boolean(), damage, async (isPacked, { kind, at, bit }) => {
    rmSync(target, { recursive: true });
    mkdirSync(target);
    const whole = Buffer.from(isPacked ? packed : plain);
    const place = at % (isPacked ? whole.length : whole.length - TAR_END.length);
    if (kind === "flip") whole.writeUInt8(whole.readUInt8(place) ^ (1 << bit), place);
    const bytes = kind === "flip" ? whole : whole.subarray(0, place);
    const outcome = await importBundle(memoryBytes(bytes), { home: target }).catch(codeOf);
    // What says when and by what a file was packed, and what fills blocks up, says nothing of the thread.
    if (Array.isArray(outcome)) expect(outcome).toMatchObject([{ threadId }]);
    else expect(outcome).toMatch(/^(damaged-bundle|needs-newer-version|truncated-archive)$/);
    if (!Array.isArray(outcome)) expect(filesIn(target)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 150 });
});

test("a bundle whose first header has any other bit is one still, and none of another tool's sessions", async () => {
  const { home, threadId } = await imagesHome();
  const plain = gunzipSync(await bundled(home, threadId));
  const firstHeader = fc.nat(TAR_BLOCK_BYTES - 1);
  const property = fc.asyncProperty(firstHeader, fc.nat(7), async (at, bit) => {
    const damaged = Buffer.from(plain);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << bit), at);
    expect(await recogniseFile(memoryBytes(damaged))).toBe("bundle");
  });
  await fc.assert(property, { numRuns: 300 });
});

test("a session with any bytes where a tar file has its numbers is no bundle", async () => {
  for (const byte of [0x80, 0x81, 0xff]) {
    const session = Buffer.alloc(600, "{").fill(byte, 100, 156);
    expect(await isBundle(memoryBytes(session))).toBe(false);
  }
});

test("a wrong hash is told with the part and the byte where it stands", async () => {
  const { home, threadId } = await imagesHome();
  const plain = gunzipSync(await bundled(home, threadId));
  const byte = plain.indexOf('{"offset":0');
  plain.write("9", byte + 20);
  const refusal = await importBundle(memoryBytes(plain), { home: temporaryHome() }).catch(same);
  const part = `threads/${threadId}.jsonl`;
  expect(refusal).toMatchObject({ code: "damaged-bundle", details: { part, byte } });
});

test("a manifest of a size that takes minutes to read is not read", async () => {
  const sizeBytes = 33 * 1024 * 1024;
  const manifest = Buffer.alloc(sizeBytes, "[],");
  const bytes = Buffer.concat(
    await collect(tarEntry({ name: "bundle.json", sizeBytes }, [manifest])),
  );
  const refusal = await importBundle(memoryBytes(bytes), { home: temporaryHome() }).catch(same);
  expect(refusal).toMatchObject({ code: "damaged-bundle" });
  expect(String(refusal)).toContain("too large");
});

test("a part that is no file is refused, whatever it would lead to", async () => {
  const { home, threadId } = await imagesHome();
  const plain = gunzipSync(await bundled(home, threadId));
  const part = plain.indexOf(`threads/${threadId}.jsonl`);
  for (const type of ["1", "2", "5"]) {
    const linked = Buffer.from(plain);
    const header = linked.subarray(part, part + 512);
    header.write(type, 156, "latin1"); // a hard link, a symbolic one, a folder
    header.fill(" ", 148, 156); // its sum counts itself as blanks
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    const target = temporaryHome();
    const refusal = await importBundle(memoryBytes(linked), { home: target }).catch(same);
    expect(refusal).toMatchObject({ code: "damaged-bundle" });
    expect(String(refusal)).toMatch(/it is no file but a (Link|SymbolicLink|Directory)/);
    expect(filesIn(target)).toEqual([]);
  }
});

test("no name in a bundle can lead out of the home", async () => {
  const names = [
    "../evil",
    "/etc/evil",
    "threads/../../evil.jsonl",
    "blobs/..",
    "C:\\evil",
    "x\0y",
  ];
  const { home, threadId } = await imagesHome();
  const { manifest } = await bundleThread({ home, threadId, version: "1.0.0" });
  for (const name of names) {
    const edits = [
      { ...manifest, thread: name, threads: [{ ...manifest.threads[0], threadId: name }] },
      { ...manifest, blobs: [{ hash: name, bytes: 1 }] },
      manifest,
    ];
    for (const edited of edits) {
      const text = Buffer.from(JSON.stringify(edited));
      const parts = [
        ...(await collect(tarEntry({ name: "bundle.json", sizeBytes: text.length }, [text]))),
        ...(await collect(tarEntry({ name, sizeBytes: 4 }, [Buffer.from("evil")]))),
        TAR_END,
      ];
      const target = temporaryHome();
      const bytes = memoryBytes(gzipSync(Buffer.concat(parts)));
      const refusal = await importBundle(bytes, { home: join(target, "home") }).catch(codeOf);
      expect(refusal).toBe("damaged-bundle");
      expect(readdirSync(target)).toEqual([]);
    }
  }
});

test("a thread that grew is added to, one that went another way is refused, and nothing is stored", async () => {
  const [home, other] = [temporaryHome(), temporaryHome()];
  const thread = sampleThread();
  const { threadId } = thread;
  await appendTo(home, threadId, [thread.started(), thread.notice(1, "one")]);
  const early = await bundled(home, threadId);
  await importBundle(memoryBytes(early), { home: other });
  await appendTo(home, threadId, [thread.notice(2, "two")]);
  const late = await bundled(home, threadId);
  const grown = await importBundle(memoryBytes(late), { home: other });
  expect(grown).toMatchObject([{ outcome: "grown", added: 1, head: 3 }]);
  expect(filesIn(other)).toEqual(filesIn(home));
  const back = await importBundle(memoryBytes(early), { home: other });
  expect(back).toMatchObject([{ outcome: "unchanged", added: 0, head: 3 }]);

  await appendTo(other, threadId, [thread.notice(3, "here")]);
  await appendTo(home, threadId, [thread.notice(3, "there")]);
  const before = filesIn(other);
  const diverged = memoryBytes(await bundled(home, threadId));
  expect(await importBundle(diverged, { home: other }).catch(codeOf)).toBe("import-diverged");
  expect(filesIn(other)).toEqual(before);
});

test("an archived thread is bundled as it reads, and what a bundle adds to it unarchives it", async () => {
  const [home, other] = [temporaryHome(), temporaryHome()];
  const thread = sampleThread();
  const { threadId } = thread;
  await appendTo(home, threadId, [thread.started(), thread.notice(1, "one")]);
  const early = await bundled(home, threadId);
  await archive(home, threadId);
  expect(await bundled(home, threadId)).toEqual(early);
  await importBundle(memoryBytes(early), { home: other });
  await archive(other, threadId);
  const archived = filesIn(other);
  const again = await importBundle(memoryBytes(early), { home: other });
  expect(again).toMatchObject([{ outcome: "unchanged", added: 0, head: 2 }]);
  expect(filesIn(other)).toEqual(archived);
  await appendTo(home, threadId, [thread.notice(2, "two")]);
  const late = await bundled(home, threadId);
  const grown = await importBundle(memoryBytes(late), { home: other });
  expect(grown).toMatchObject([{ outcome: "grown", added: 1, head: 3 }]);
  expect(filesIn(other)).toEqual(filesIn(home));
});

test("a bundle is read as it is, and leaves nothing after", async () => {
  const { home, threadId } = await imagesHome();
  const path = join(temporaryHome(), "thread.refold");
  writeFileSync(path, await bundled(home, threadId));
  const session = await openSession(path, { home: "/nonexistent" });
  const state = await replay(session.source);
  await session.close();
  expect(plainState(state)).toStrictEqual(await stateOf(home, threadId));
});

test("a damaged thread is not bundled", async () => {
  const home = temporaryHome();
  const thread = sampleThread();
  const { threadId } = thread;
  await appendTo(home, threadId, [thread.started()]);
  await appendTo(home, threadId, thread.notices(1, 3));
  const [path = ""] = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const text = readFileSync(join(home, path), "utf8");
  writeFileSync(join(home, path), text.replace("/project", "/profect"));
  expect(await bundled(home, threadId).catch(codeOf)).toBe("damaged-log");
});

async function bundled(home: string, threadId: string): Promise<Buffer> {
  const { parts } = await bundleThread({ home, threadId, version: "1.0.0" });
  return Buffer.concat(await collect(parts()));
}

async function imagesHome(): Promise<{ home: string; threadId: string }> {
  const home = temporaryHome();
  const store = jsonlStore({ home, durability: "none" });
  const { threadId } = await importFile(memoryBytes(readFileSync(IMAGES)), store);
  await store.close();
  return { home, threadId };
}

async function archive(home: string, threadId: string): Promise<void> {
  const store = jsonlStore({ home, durability: "none" });
  await store.archive(threadId);
  await store.close();
}

async function appendTo(
  home: string,
  threadId: string,
  events: Parameters<ReturnType<typeof jsonlStore>["append"]>[2],
): Promise<void> {
  const store = jsonlStore({ home, durability: "none" });
  await store.append(threadId, events[0]?.offset ?? 0, events);
  await store.close();
}

async function stateOf(home: string, threadId: string) {
  const store = jsonlStore({ home });
  return plainState(await replay({ read: (range) => store.read(threadId, range) }));
}

/** Name and content of every file of a home, leases apart. */
function filesIn(home: string, folder = ""): readonly (readonly [string, string])[] {
  return readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [path.slice(home.length), readFileSync(path, "latin1")] as const);
}

function codeOf(error: unknown): string {
  if (isRefoldError(error)) return error.code;
  throw error;
}

function same(error: unknown): unknown {
  return error;
}
