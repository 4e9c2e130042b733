import fc from "fast-check";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KeptFile } from "../../src/vault/catalog.js";
import { openVault, type Vault } from "../../src/vault/vault.js";
import { verifyVault } from "../../src/vault/verify-vault.js";
import { ChangingHome, contentIds, keptHistory, passes } from "./changing-home.js";
import { contentOf, scratchFolder } from "./vault-folder.js";

/** Ids of the generations that cannot be read, or read otherwise than they were. */
async function unreadable(
  vault: Vault,
  files: readonly KeptFile[],
  contents: ReadonlyMap<string, Buffer>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { generations } of files) {
    for (const generation of generations) {
      if (generation.list === null) continue;
      const read = await contentOf(vault, generation).catch(() => null);
      const isSame = read?.equals(contents.get(generation.id) ?? Buffer.of()) === true;
      if (!isSame) ids.push(generation.id);
    }
  }
  return ids;
}

test("whatever byte of a pack is another, verify finds it, and names exactly the generations that need it", async () => {
  const flip = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), pack: fc.nat() });
  const property = fc.asyncProperty(
    passes,
    fc.array(flip, { maxLength: 3 }),
    async (history, flips) => {
      using scratch = scratchFolder();
      const home = new ChangingHome(join(scratch.path, "home"));
      const folder = join(scratch.path, "vault");
      const contents = await keptHistory(home, folder, history);
      const packs = readdirSync(join(folder, "packs"));
      for (const { at, pack } of flips) {
        const path = join(folder, "packs", packs[pack % packs.length] ?? "");
        const bytes = readFileSync(path);
        const place = Math.floor(at * (bytes.length - 1));
        bytes[place] = (bytes[place] ?? 0) ^ 0xff;
        writeFileSync(path, bytes);
      }
      const vault = await openVault(folder);
      const { damaged, places, generations } = verifyVault(vault);
      const ids = damaged.map(({ generation }) => generation.id).toSorted();
      expect(ids).toEqual([...(await unreadable(vault, vault.files(), contents))].toSorted());
      expect(generations).toBe(contentIds(vault.files()).length);
      if (flips.length === 1) expect(places.length).toBeGreaterThan(0);
      if (flips.length === 0) expect(places).toEqual([]);
      vault.close();
    },
  );
  await fc.assert(property, { numRuns: 15 });
});

test("a pack that is gone takes the generations with it that need it, and no others", async () => {
  using scratch = scratchFolder();
  const home = new ChangingHome(join(scratch.path, "home"));
  const folder = join(scratch.path, "vault");
  const contents = await keptHistory(home, folder, [
    [{ do: "write", name: "a.jsonl", seed: 5, size: 200_000 }],
    [{ do: "grow", name: "a.jsonl", seed: 6, size: 200_000 }],
  ]);
  const path = join(folder, "packs", "000001.pack");
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length - 100_000));
  const vault = await openVault(folder);
  const { damaged } = verifyVault(vault);
  const ids = damaged.map(({ generation }) => generation.id);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.length).toBeLessThan(contents.size);
  expect(ids.toSorted()).toEqual(
    [...(await unreadable(vault, vault.files(), contents))].toSorted(),
  );
  vault.close();
});
