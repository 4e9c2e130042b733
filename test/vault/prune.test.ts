import fc from "fast-check";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KeptFile } from "../../src/vault/catalog.js";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { measurePrune, prunable, type PruneRule, pruneVault } from "../../src/vault/prune.js";
import { openVault, type Vault } from "../../src/vault/vault.js";
import { verifyVault } from "../../src/vault/verify-vault.js";
import { ChangingHome, contentIds, keptHistory, passes } from "./changing-home.js";
import { contentOf, keepOnce, scratchFolder } from "./vault-folder.js";

/** The rule, as slow as it is said. */
function stays(files: readonly KeptFile[], { keepLast, before }: PruneRule): readonly string[] {
  return files.flatMap(({ generations }) => {
    const contents = generations.filter(({ list }) => list !== null);
    return contents.flatMap(({ id, at }, index) =>
      index >= contents.length - keepLast || at >= before ? [id] : [],
    );
  });
}

function packBytes(folder: string): number {
  const packs = readdirSync(join(folder, "packs"));
  return packs.reduce((sum, name) => sum + statSync(join(folder, "packs", name)).size, 0);
}

async function expectContents(vault: Vault, contents: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const { generations } of vault.files()) {
    for (const generation of generations) {
      if (generation.list === null) continue;
      const content = contents.get(generation.id);
      expect((await contentOf(vault, generation)).equals(content ?? Buffer.of())).toBe(true);
    }
  }
}

test("pruning keeps every generation that its rule keeps, byte for byte, and frees what it says", async () => {
  const rule = fc.record({
    keepLast: fc.nat(3),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    leastShare: fc.constantFrom(0, 0.1, 0.5),
  });
  const property = fc.asyncProperty(
    passes,
    passes,
    rule,
    async (history, later, { keepLast, share, leastShare }) => {
      using scratch = scratchFolder();
      const home = new ChangingHome(join(scratch.path, "home"));
      const folder = join(scratch.path, "vault");
      const contents = await keptHistory(home, folder, history);
      const vault = await openVault(folder);
      const times = vault.files().flatMap(({ generations }) => generations.map(({ at }) => at));
      const before = times[Math.floor(share * (times.length - 1))] ?? 0;
      const kept = stays(vault.files(), { keepLast, before });
      const pruned = prunable(vault.files(), { keepLast, before });
      const expected = measurePrune(vault, pruned, { leastShare });
      const report = await pruneVault(vault, pruned, { leastShare });
      expect(report.after * (1 - leastShare)).toBeLessThanOrEqual(measurePrune(vault, []).after);
      expect(contentIds(vault.files())).toEqual(kept);
      expect(report).toEqual(expected);
      expect(packBytes(folder)).toBe(report.after);
      expect(report.after - report.left).toBe(measurePrune(vault, []).after);
      vault.close();

      const again = await openVault(folder);
      expect(contentIds(again.files())).toEqual(kept);
      expect(verifyVault(again)).toMatchObject({ damaged: [], places: [] });
      await expectContents(again, contents);
      again.close();

      // what is kept afterwards goes on from what stays
      const more = await keptHistory(home, folder, later);
      const last = await openVault(folder);
      await expectContents(last, new Map([...contents, ...more]));
      last.close();
    },
  );
  await fc.assert(property, { numRuns: 15 });
});

test("a reader that opened the vault before it was pruned reads what stays", async () => {
  using scratch = scratchFolder();
  const home = new ChangingHome(join(scratch.path, "home"));
  const folder = join(scratch.path, "vault");
  const write = { do: "write", name: "a.jsonl", size: 100_000 } as const;
  const contents = await keptHistory(home, folder, [
    [{ ...write, seed: 5 }],
    [{ ...write, seed: 7 }],
  ]);
  const reader = await openVault(folder);
  const newest = reader.files()[0]?.generations.at(-1);
  if (newest === undefined) throw new Error("nothing was kept");
  verifyVault(reader); // its index is read now
  const vault = await openVault(folder);
  await pruneVault(vault, prunable(vault.files(), { keepLast: 1, before: Infinity }));
  vault.close();
  reader.packs.close(); // as if there had been more packs than are held open
  expect((await contentOf(reader, newest)).equals(contents.get(newest.id) ?? Buffer.of())).toBe(
    true,
  );
  reader.close();
});

test("the catalog is written anew without what was pruned, and keepers that had it open go on", async () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, "vault");
  const home = new ChangingHome(join(scratch.path, "home"));
  const write = { do: "write", name: "a.jsonl", size: 1_000 } as const;
  await keptHistory(home, folder, [
    [{ ...write, seed: 1 }],
    [
      { ...write, seed: 3 },
      { ...write, seed: 4, name: "b.jsonl" },
    ],
    [
      { ...write, seed: 5 },
      { do: "remove", name: "b.jsonl" },
    ],
  ]);
  const [pruner, keeper] = [await openVault(folder), await openVault(folder)];
  const [b] = pruner.files().filter(({ path }) => path === "b.jsonl");
  const all = prunable(b ? [b] : [], { keepLast: 0, before: Number.MAX_SAFE_INTEGER });
  await pruneVault(pruner, [
    ...all,
    ...prunable(pruner.files(), { keepLast: 1, before: Infinity }),
  ]);
  const text = readFileSync(join(folder, "catalog.jsonl"), "utf8");
  const kinds = text.split("\n").map((line) => /"kind":"(\w+)"/.exec(line)?.[1]);
  const file = ["file", "generation"];
  expect(kinds).toEqual(["vault", ...file, ...file, "commit", undefined]);
  expect(text.match(/"sum":/g)).toHaveLength(kinds.length - 1);
  expect(text).not.toContain("b.jsonl");
  for (const [round, vault] of [keeper, pruner].entries()) {
    home.take({ do: "grow", name: "a.jsonl", seed: 6, size: 500 });
    home.take({ do: "grow", name: "b.jsonl", seed: 6, size: 500 });
    home.take({ do: "write", name: "b.jsonl", seed: 7, size: 500 + round });
    const { kept } = await keepFiles(vault, findHomeFiles({}, [home.folder]));
    expect(kept.map(({ file: { path } }) => path)).toContain("b.jsonl");
    const again = await openVault(folder);
    expect(verifyVault(again)).toMatchObject({ damaged: [], places: [] });
    for (const { path, generations } of again.files()) {
      const newest = generations.at(-1);
      if (newest === undefined) throw new Error(`${path} has no generation`);
      expect((await contentOf(again, newest)).equals(home.files.get(path) ?? Buffer.of())).toBe(
        true,
      );
    }
    again.close();
    home.take({ do: "remove", name: "b.jsonl" });
  }
  keeper.close();
  pruner.close();
});

test("a rule that would let everything go is refused", () => {
  expect(() => prunable([], { keepLast: 0, before: Infinity })).toThrow(
    expect.objectContaining({ code: "invalid-argument" }),
  );
});

test("a vault that was pruned of everything takes files in again", async () => {
  using scratch = scratchFolder();
  const home = new ChangingHome(join(scratch.path, "home"));
  const folder = join(scratch.path, "vault");
  home.take({ do: "write", name: "a.jsonl", seed: 5, size: 1000 });
  await keepOnce(home.folder, folder);
  const vault = await openVault(folder);
  await pruneVault(
    vault,
    prunable(vault.files(), { keepLast: 0, before: Number.MAX_SAFE_INTEGER }),
  );
  expect(vault.files()).toEqual([]);
  vault.close();
  home.take({ do: "grow", name: "a.jsonl", seed: 6, size: 1000 });
  await keepOnce(home.folder, folder);
  const again = await openVault(folder);
  const generation = again.files()[0]?.generations[0];
  if (generation === undefined) throw new Error("nothing was kept");
  expect(
    (await contentOf(again, generation)).equals(home.files.get("a.jsonl") ?? Buffer.of()),
  ).toBe(true);
  again.close();
});
