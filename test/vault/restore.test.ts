import fc from "fast-check";
import {
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  chmodSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findGeneration, generationAsOf } from "../../src/vault/find-kept.js";
import { restoreFile } from "../../src/vault/restore.js";
import { openVault } from "../../src/vault/vault.js";
import { ChangingHome, keptHistory, passes } from "./changing-home.js";
import { keepOnce, scratchFolder } from "./vault-folder.js";

test("each generation is restored byte for byte, and as of a time what stood there then", async () => {
  const property = fc.asyncProperty(passes, async (history) => {
    using scratch = scratchFolder();
    const home = new ChangingHome(join(scratch.path, "home"));
    const folder = join(scratch.path, "vault");
    const contents = await keptHistory(home, folder, history);
    const vault = await openVault(folder);
    for (const file of vault.files()) {
      for (const [index, generation] of file.generations.entries()) {
        const asOf = generationAsOf(file, generation.at);
        const later = file.generations.findLast(({ at }) => at <= generation.at);
        expect(asOf?.id).toBe(later?.list === null ? undefined : later?.id);
        if (generation.list === null) continue;
        const to = join(scratch.path, `restored-${index}`);
        const found = findGeneration(vault.files(), `${file.path}@${index + 1}`);
        const restored = await restoreFile(vault, found, { to });
        expect(restored).toMatchObject({ outcome: "written", path: join(to, file.path) });
        expect(readFileSync(restored.path).equals(contents.get(generation.id) ?? Buffer.of())).toBe(
          true,
        );
        expect(await restoreFile(vault, found, { to })).toMatchObject({ outcome: "same" });
      }
    }
    vault.close();
  });
  await fc.assert(property, { numRuns: 15 });
});

async function keptFile(path: string) {
  const home = new ChangingHome(join(path, "home"));
  home.take({ do: "write", name: "a.jsonl", seed: 5, size: 1000 });
  const place = join(home.folder, "a.jsonl");
  utimesSync(place, 1_700_000_000.123456, 1_700_000_000.123456);
  chmodSync(place, 0o640);
  const folder = join(path, "vault");
  await keepOnce(home.folder, folder);
  const vault = await openVault(folder);
  return { home, place, vault, found: findGeneration(vault.files(), "a.jsonl") };
}

test("a file is restored to its place with its time and its permissions", async () => {
  using scratch = scratchFolder();
  const { home, place, vault, found } = await keptFile(scratch.path);
  const before = statSync(place);
  home.take({ do: "remove", name: "a.jsonl" });
  await restoreFile(vault, found);
  const after = statSync(place);
  expect(Math.abs(after.mtimeMs - before.mtimeMs)).toBeLessThan(0.002);
  expect(after.mode).toBe(before.mode);
  expect(readdirSync(home.folder)).toEqual(["a.jsonl"]);
  vault.close();
});

test("another file is overwritten only when it is kept first; what is no file never is", async () => {
  using scratch = scratchFolder();
  const { home, place, vault, found } = await keptFile(scratch.path);
  writeFileSync(place, "mine");
  await expect(restoreFile(vault, found)).rejects.toMatchObject({ code: "file-exists" });
  expect(readFileSync(place, "utf8")).toBe("mine");
  const seen: string[] = [];
  const keepPresent = async (path: string): Promise<void> => {
    seen.push(readFileSync(path, "utf8"));
  };
  expect(await restoreFile(vault, found, { keepPresent })).toMatchObject({ outcome: "replaced" });
  expect(seen).toEqual(["mine"]);
  expect(statSync(place).size).toBe(1000);
  home.take({ do: "remove", name: "a.jsonl" });
  symlinkSync("/nowhere", place);
  await expect(restoreFile(vault, found, { keepPresent })).rejects.toMatchObject({
    code: "file-exists",
  });
  vault.close();
});
