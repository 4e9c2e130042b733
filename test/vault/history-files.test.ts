import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newestWithContent } from "../../src/vault/find-kept.js";
import { KeptHistories } from "../../src/vault/history-files.js";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { keptTitle } from "../../src/vault/kept-session.js";
import { openVault } from "../../src/vault/vault.js";
import { type Act, PaginatedHome } from "../dialects/codex/lineages.js";
import { temporaryHome } from "../store/jsonl/home.js";

/** A vault of threads of which each is a fork of the one before. */
async function keptForks(count: number) {
  const folder = temporaryHome();
  const acts = Array.from({ length: count }, (_, thread): Act[] => [
    { kind: "turn", thread },
    { kind: "fork", thread, cut: (thread + 1) * 6 },
  ]);
  const day = join(folder, "codex", "sessions", "2026", "03", "01");
  mkdirSync(day, { recursive: true });
  for (const [name, bytes] of new PaginatedHome(acts.flat()).contents()) {
    writeFileSync(join(day, name), bytes);
  }
  const vault = await openVault(join(folder, "vault"), { isBegun: true });
  await keepFiles(vault, findHomeFiles({ codex: join(folder, "codex") }));
  const kept = vault.files().flatMap((file) => {
    const generation = newestWithContent(file);
    return generation === undefined ? [] : [{ file, generation }];
  });
  return { vault, kept };
}

test("the files that the histories of many forks begin in are each read once, and looked for by name", async () => {
  const [few, more, most] = [await costOf(4), await costOf(8), await costOf(16)];
  expect(most.found).toBe((16 * 17) / 2);
  expect(most.read - more.read).toBe(2 * (more.read - few.read));
  expect(most.lists).toBe(0);
});

async function costOf(forks: number) {
  const { vault, kept } = await keptForks(forks);
  const lists = vi.spyOn(vault.catalog, "files");
  const read = vi.spyOn(vault.packs, "read");
  const histories = new KeptHistories(vault);
  let found = 0;
  for (const one of kept) found += (await histories.filesOf(one)).found.length;
  const cost = { found, lists: lists.mock.calls.length, read: read.mock.calls.length };
  vault.close();
  return cost;
}

test("titles of forks are read without going through all files of the vault", async () => {
  const { vault, kept } = await keptForks(3);
  const lists = vi.spyOn(vault.catalog, "files");
  const titles = [];
  for (const one of kept) titles.push(await keptTitle(vault, one));
  expect(new Set(titles)).toEqual(new Set(["ask 1"]));
  expect(lists).not.toHaveBeenCalled();
  vault.close();
});
