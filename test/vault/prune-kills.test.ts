import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { measurePrune, prunable, pruneVault } from "../../src/vault/prune.js";
import { openVault, type Vault } from "../../src/vault/vault.js";
import { verifyVault } from "../../src/vault/verify-vault.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { ForgetfulDisk } from "../torture/forgetful-disk.js";
import { textOf } from "./changing-home.js";
import { contentOf } from "./vault-folder.js";

const VAULT = "/home/refold/vault";
const LEASE = `${VAULT}/keeper.lease`;
const RULE = { keepLast: 1, before: Infinity };
/** Of two files, kept in turn; the first one shares content with what it was before. */
const HISTORY = [
  { name: "a.jsonl", content: textOf(1, 90_000) },
  { name: "b.jsonl", content: textOf(2, 50_000) },
  { name: "a.jsonl", content: Buffer.concat([textOf(1, 90_000), textOf(3, 40_000)]) },
  { name: "b.jsonl", content: textOf(4, 60_000) },
  { name: "a.jsonl", content: Buffer.concat([textOf(1, 60_000), textOf(5, 40_000)]) },
];
const STAYS = new Map(HISTORY.map(({ name, content }) => [name, content]));

async function withVault<Result>(
  disk: ForgetfulDisk,
  work: (vault: Vault) => Promise<Result>,
): Promise<Result> {
  const vault = await openVault(VAULT, { isBegun: true, fileSystem: disk });
  try {
    return await work(vault);
  } finally {
    vault.close();
  }
}

async function keepHistory(disk: ForgetfulDisk, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, content } of HISTORY) {
    writeFileSync(join(folder, name), content);
    await withVault(disk, (vault) => keepFiles(vault, findHomeFiles({}, [folder])));
  }
}

const prune = (disk: ForgetfulDisk) =>
  withVault(disk, (vault) => pruneVault(vault, prunable(vault.files(), RULE)));

/** What stays is there and whole. */
async function expectWhole(vault: Vault): Promise<void> {
  expect(verifyVault(vault).damaged).toEqual([]);
  const files = vault.files();
  expect(files.map(({ path }) => path)).toEqual([...STAYS.keys()]);
  for (const { path, generations } of files) {
    const newest = generations.at(-1);
    if (newest === undefined) throw new Error(`${path} has no generation`);
    expect((await contentOf(vault, newest)).equals(STAYS.get(path) ?? Buffer.of())).toBe(true);
  }
}

test("killed before any change of the disk, or with the power cut, pruning leaves what stays, and the next one frees the rest", async () => {
  const folder = temporaryHome();
  const whole = new ForgetfulDisk();
  await keepHistory(whole, join(folder, "whole"));
  const setup = whole.changeCount;
  const { before, after } = await prune(whole);
  expect(after).toBeLessThan(before);
  const changes = whole.changeCount - setup;
  expect(changes).toBeGreaterThan(10);
  for (let cut = 0; cut < changes; cut += 1) {
    for (const isPowerCut of [false, true]) {
      const disk = new ForgetfulDisk({ cutAt: setup + cut });
      await keepHistory(disk, join(folder, `${cut}-${isPowerCut}`));
      await expect(prune(disk)).rejects.toThrow();
      if (!isPowerCut) disk.writeBack();
      const restarted = disk.restarted(seededRandom(cut));
      const leases = restarted.status(LEASE) === undefined ? [] : restarted.list(LEASE);
      for (const name of leases) restarted.remove(join(LEASE, name)); // who was killed is this process
      await withVault(restarted, expectWhole);
      await prune(restarted);
      await withVault(restarted, async (vault) => {
        await expectWhole(vault);
        expect(measurePrune(vault, [])).toEqual({ before: after, after, left: 0 });
      });
    }
  }
});
