import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listAll } from "../../src/sessions/listing/list-threads.js";
import { searchPlaces } from "../../src/sessions/search/search-sessions.js";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { prunable, pruneVault } from "../../src/vault/prune.js";
import { openVault } from "../../src/vault/vault.js";
import { VaultView } from "../../src/vault/vault-view.js";
import { temporaryHome } from "../store/jsonl/home.js";

const CLEAN = readFileSync(fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url)));
const IDS = ["019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9", "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7ca"];
const NAMES = IDS.map((id) => `sessions/2026/04/02/rollout-2026-04-02T08-41-07-${id}.jsonl`);

/** A Codex home with two sessions that were kept and are gone. */
async function keptHome() {
  const folder = temporaryHome();
  const codex = join(folder, "codex");
  const paths = NAMES.map((name) => join(codex, name));
  const write = (at: number, bytes: Buffer): void => {
    mkdirSync(dirname(paths[at] ?? ""), { recursive: true });
    const text = bytes.toString().replaceAll(IDS[0] ?? "", IDS[at] ?? "");
    writeFileSync(paths[at] ?? "", text);
  };
  const keep = async (): Promise<void> => {
    const vault = await openVault(join(folder, "vault"), { isBegun: true });
    await keepFiles(vault, findHomeFiles({ codex }));
    vault.close();
  };
  write(0, CLEAN);
  write(1, CLEAN);
  await keep();
  for (const path of paths) rmSync(path);
  return { folder, codex, paths, write, keep };
}

/** What a list and a search of the vault say, each over a view of its own. */
function asking(folder: string) {
  const withView = async <Result>(work: (view: VaultView) => Promise<Result>): Promise<Result> => {
    const vault = await openVault(join(folder, "vault"));
    try {
      return await work(new VaultView(vault, join(temporaryHome(), "view")));
    } finally {
      vault.close();
    }
  };
  return {
    list: (leftOut: string[] = []) =>
      withView(async (view) => {
        const threads = await listAll({ onLeftOut: (notice) => leftOut.push(notice) }, view);
        return threads.map(({ path, turns }) => ({ path: view.inPlace(path), turns }));
      }),
    search: (query: string) =>
      withView(async (view) => {
        const limits = { unindexed: 0, part: 1 };
        const asked = { criteria: { query }, indexHome: "asked", limits };
        const places = { stored: [], files: [], view };
        const answers: string[] = [];
        for await (const { path, found, unread } of searchPlaces(places, asked)) {
          if (unread !== null) answers.push(unread.code);
          else if (found !== null) answers.push(view.inPlace(path));
        }
        return answers.toSorted();
      }),
  };
}

test("what a list and a search read once of a generation is not read again, and is forgotten with it", async () => {
  const { folder, paths, write, keep } = await keptHome();
  const { list, search } = asking(folder);
  const listed = await list();
  expect(new Set(listed.map(({ path }) => path))).toEqual(new Set(paths));
  expect(await search("npm")).toEqual(paths);
  const packs = join(folder, "vault", "packs");
  renameSync(packs, `${packs}-away`); // nothing can be read any more
  expect(await list()).toEqual(listed);
  expect(await search("unheard")).toEqual([]);
  expect(await search("npm")).toEqual(["vault-damaged", "vault-damaged"]);
  renameSync(`${packs}-away`, packs);
  write(1, Buffer.from(CLEAN.toString().split("\n").slice(0, 20).join("\n")));
  await keep();
  expect((await list()).map(({ turns }) => turns).toSorted()).toEqual([1, 2]);
  expect(await search("unheard")).toEqual([]);
  const vault = await openVault(join(folder, "vault"));
  await pruneVault(vault, prunable(vault.files(), { keepLast: 0, before: Date.now() + 1_000 }));
  vault.close();
  expect(await list()).toEqual([]);
});

test("a damaged session is left out and told of by its place; the others are listed", async () => {
  const { folder, paths, write, keep, codex } = await keptHome();
  write(1, Buffer.concat([CLEAN, CLEAN]));
  await keep();
  rmSync(codex, { recursive: true });
  const pack = join(folder, "vault", "packs", "000001.pack");
  const bytes = readFileSync(pack);
  const at = bytes.length - 200; // in what the newest generation alone has
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(pack, bytes);
  const leftOut: string[] = [];
  const listed = await asking(folder).list(leftOut);
  expect(listed.map(({ path }) => path)).toEqual(paths.slice(0, 1));
  expect(leftOut).toEqual([expect.stringContaining(`${paths[1]} is left out: ${dirname(pack)}`)]);
});

test("a session that is still in its place as it was kept is a link there", async () => {
  const { folder, paths, write, keep } = await keptHome();
  await keep();
  write(0, CLEAN);
  await keep();
  const vault = await openVault(join(folder, "vault"));
  const view = new VaultView(vault, join(temporaryHome(), "view"));
  const [file] = view.files;
  expect(await view.prepare(file?.path ?? "")).toBe(null);
  expect(readlinkSync(file?.path ?? "")).toBe(paths[0]);
  appendFileSync(paths[0] ?? "", "more\n");
  const later = new VaultView(vault, join(temporaryHome(), "view"));
  expect(await later.prepare(later.files[0]?.path ?? "")).toBe(null);
  expect(readFileSync(later.files[0]?.path ?? "").equals(CLEAN)).toBe(true);
  vault.close();
});
