import fc from "fast-check";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRefoldError } from "../../src/errors.js";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import { faultyFileSystem } from "../../src/testing/faulty-file-system.js";
import { findHomeFiles } from "../../src/vault/homes.js";
import type { KeepReport } from "../../src/vault/keep-files.js";
import { openVault } from "../../src/vault/vault.js";
import { watchHomes } from "../../src/vault/watch-homes.js";
import { ChangingHome, names, step } from "./changing-home.js";
import { contentOf, scratchFolder } from "./vault-folder.js";

/** A watch over a folder that looks by itself once an hour, and what it reported. */
async function watchFolder(folder: string, vaultPath: string, fileSystem = nodeFileSystem) {
  const vault = await openVault(vaultPath, { isBegun: true, fileSystem });
  const end = new AbortController();
  const reports: KeepReport[] = [];
  const failures: unknown[] = [];
  let told: () => void = () => undefined;
  const ended = watchHomes({
    ...{ vault, everyMs: 3_600_000, signal: end.signal },
    find: () => findHomeFiles({}, [folder]),
    onLook: (report) => {
      reports.push(report);
      told();
    },
    onFailure: (error) => {
      failures.push(error);
      told();
    },
    onUnwatched: (error) => failures.push(error),
  });
  return {
    vault,
    failures,
    /** Waits until a look has failed. */
    async failed(): Promise<void> {
      while (failures.length === 0) await new Promise<void>((resolve) => (told = resolve));
    },
    /** Waits until looks have made something true. */
    async until(isTrue: () => boolean): Promise<void> {
      while (!isTrue()) await new Promise<void>((resolve) => (told = resolve));
    },
    /** Waits until a report, or some before it, say this. */
    async reported(isIt: (report: KeepReport) => boolean): Promise<void> {
      while (!reports.some(isIt)) await new Promise<void>((resolve) => (told = resolve));
      reports.length = 0;
    },
    async close(): Promise<void> {
      end.abort();
      await ended;
      vault.close();
    },
  };
}

const kept = (path: string, why: string) => (report: KeepReport) =>
  report.kept.some((change) => change.file.path.endsWith(path) && change.why === why);

test("what changes is kept when it changes: a file that grows, a new one in a new folder, one that goes", async () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, "sessions");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.jsonl"), "one\n");
  const watch = await watchFolder(folder, join(scratch.path, "vault"));
  await watch.reported(kept("a.jsonl", "new"));
  appendFileSync(join(folder, "a.jsonl"), "two\n");
  await watch.reported(kept("a.jsonl", "grew"));
  mkdirSync(join(folder, "day", "hour"), { recursive: true });
  await watch.reported(() => true);
  writeFileSync(join(folder, "day", "hour", "b.jsonl"), "b\n");
  await watch.reported(kept("b.jsonl", "new"));
  renameSync(join(folder, "a.jsonl"), join(scratch.path, "elsewhere"));
  await watch.reported(kept("a.jsonl", "gone"));
  const [a] = watch.vault.files();
  const texts = (a?.generations ?? []).flatMap((one) =>
    one.list === null ? [] : [contentOf(watch.vault, one)],
  );
  expect((await Promise.all(texts)).map(String)).toEqual(["one\n", "one\ntwo\n"]);
  expect(watch.failures).toEqual([]);
  await watch.close();
});

test("whatever becomes of files in a watched folder, all that stood there until a look reads back byte for byte", async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 4, maxLength: 6 }),
    async (steps) => {
      using scratch = scratchFolder();
      const home = new ChangingHome(join(scratch.path, "home"));
      names.forEach((name, seed) => home.take({ do: "write", name, seed, size: 1_000 }));
      const watch = await watchFolder(home.folder, join(scratch.path, "vault"));
      const find = (path: string) =>
        watch.vault.find({ tool: "folder", home: home.folder, path })?.generations ?? [];
      const sumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
      const stood = new Map(names.map((name) => [name, new Map<string, Buffer>()]));
      for (const one of steps) {
        home.take(one);
        for (const [name, bytes] of home.files) stood.get(name)?.set(sumOf(bytes), bytes);
        await watch.until(() =>
          names.every((name) => {
            const now = home.files.get(name);
            return (find(name).at(-1)?.sha256 ?? null) === (now === undefined ? null : sumOf(now));
          }),
        );
      }
      for (const [name, contents] of stood) {
        for (const [sha256, bytes] of contents) {
          const generation = find(name).find((one) => one.sha256 === sha256);
          if (generation === undefined) throw new Error(`${name}: a content is lost`);
          expect((await contentOf(watch.vault, generation)).equals(bytes)).toBe(true);
        }
      }
      expect(watch.failures).toEqual([]);
      await watch.close();
    },
  );
  await fc.assert(property, { numRuns: 4 });
});

test("a home that is moved away is reported, nothing of it is gone, and it is followed again when it is back", async () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, "sessions");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.jsonl"), "one\n");
  const watch = await watchFolder(folder, join(scratch.path, "vault"));
  await watch.reported(kept("a.jsonl", "new"));
  renameSync(folder, `${folder}-moved`);
  await watch.reported(({ unread }) => unread.some(({ path }) => path === folder));
  expect(watch.vault.files().map(({ generations }) => generations.length)).toEqual([1]);
  renameSync(`${folder}-moved`, folder);
  await watch.reported(({ unread }) => unread.length === 0);
  appendFileSync(join(folder, "a.jsonl"), "two\n");
  await watch.reported(kept("a.jsonl", "grew"));
  await watch.close();
});

test("a full disk ends no watch: what changes is kept once there is room", async () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, "sessions");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.jsonl"), "one\n");
  let isFull = true;
  const disk = faultyFileSystem(({ operation }) =>
    isFull && operation === "write" ? { kind: "fail", code: "ENOSPC" } : null,
  );
  const watch = await watchFolder(folder, join(scratch.path, "vault"), disk);
  await watch.failed();
  expect(watch.failures.every((error) => isRefoldError(error, "disk-full"))).toBe(true);
  isFull = false;
  appendFileSync(join(folder, "a.jsonl"), "two\n");
  await watch.reported(kept("a.jsonl", "new"));
  await watch.close();
});
