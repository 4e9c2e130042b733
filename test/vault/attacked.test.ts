import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRefoldError } from "../../src/errors.js";
import { writeAll } from "../../src/store/jsonl/file-system.js";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { openVault, type TornVault } from "../../src/vault/vault.js";
import { verifyVault } from "../../src/vault/verify-vault.js";
import { withVaultWriter } from "../../src/vault/vault-writer.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { ForgetfulDisk } from "../torture/forgetful-disk.js";
import { textOf } from "./changing-home.js";
import { contentOf } from "./vault-folder.js";

const VAULT = "/home/refold/vault";
const CATALOG = `${VAULT}/catalog.jsonl`;
const packAt = (number: number): string => `${VAULT}/packs/00000${number}.pack`;
const FILES = [CATALOG, packAt(1), packAt(2)];

/** Of the lines of the catalog, which are much alike, every few bytes are enough; 1 tries all. */
function stepIn(path: string): number {
  return path === CATALOG ? 7 : 1;
}

/** A small vault of two packs in memory, with what each of its generations says. */
async function smallVault() {
  const folder = temporaryHome();
  const disk = new ForgetfulDisk();
  const home = join(folder, "home");
  mkdirSync(home);
  const contents = new Map<string, Buffer>();
  const history = [
    { name: "a.jsonl", content: Buffer.from("first ".repeat(20)) },
    { name: "b.jsonl", content: textOf(2, 90) },
    { name: "a.jsonl", content: Buffer.concat([Buffer.from("first ".repeat(20)), textOf(3, 60)]) },
  ];
  for (const [index, { name, content }] of history.entries()) {
    writeFileSync(join(home, name), content);
    const vault = await openVault(VAULT, { isBegun: true, fileSystem: disk });
    await keepFiles(vault, findHomeFiles({}, [home]));
    const newest = vault
      .files()
      .find(({ path }) => path === name)
      ?.generations.at(-1);
    contents.set(newest?.id ?? "", content);
    if (index === 1) await withVaultWriter(vault, async (writer) => writer.leavePack(1));
    vault.close();
  }
  const bytes = new Map(FILES.map((path) => [path, disk.readFile(path)]));
  const put = (path: string, content: Buffer): void => {
    disk.remove(path);
    create(disk, path, content);
  };
  /** Other bytes in place of some file's. @param isHarm false: nothing may be lost by it, and nothing be told */
  const attack = async (
    path: string,
    change: (before: Buffer) => Buffer,
    isHarm = true,
  ): Promise<void> => {
    const before = bytes.get(path) ?? Buffer.of();
    put(path, change(Buffer.from(before)));
    await expectTold(disk, contents, isHarm && !disk.readFile(path).equals(before));
    put(path, before);
    for (const name of disk.list(`${VAULT}/packs`)) {
      if (name.endsWith(".places")) disk.remove(`${VAULT}/packs/${name}`);
    }
  };
  return { attack, bytes, home, folder };
}

function create(disk: ForgetfulDisk, path: string, content: Buffer): void {
  const file = disk.open(path, "create");
  writeAll(disk, file, content);
  disk.close(file);
}

/** What is read is what was kept, or is refused; what is lost is told of; verify names it exactly. */
async function expectTold(
  fileSystem: ForgetfulDisk,
  contents: ReadonlyMap<string, Buffer>,
  isChanged: boolean,
): Promise<void> {
  const told: unknown[] = [];
  try {
    const vault = await openVault(VAULT, { fileSystem, onDamage: (place) => told.push(place) });
    const { damaged, places } = verifyVault(vault);
    const unreadable: string[] = [];
    const read: string[] = [];
    for (const generation of vault.files().flatMap(({ generations }) => generations)) {
      const content = await contentOf(vault, generation).catch((error: unknown) => {
        if (!isRefoldError(error, "vault-damaged")) throw error;
        return null;
      });
      if (content === null) unreadable.push(generation.id);
      else if (content.equals(contents.get(generation.id) ?? Buffer.of())) read.push(generation.id);
      else throw new Error(`generation ${generation.id} has other bytes`);
    }
    vault.close();
    expect(damaged.map(({ generation }) => generation.id)).toEqual(unreadable);
    told.push(...places, ...damaged);
    if (read.length < contents.size || isChanged) expect(told).not.toEqual([]);
  } catch (error) {
    if (!isRefoldError(error)) throw error; // refused as a whole
  }
}

test("a small vault that nobody attacked is whole", async () => {
  const { attack } = await smallVault();
  for (const path of FILES) await attack(path, (bytes) => bytes);
});

test("whatever byte of a vault is another, no other content is read, and it is told of", async () => {
  const { attack, bytes } = await smallVault();
  for (const [path, before] of bytes) {
    for (let at = 0; at < before.length; at += stepIn(path)) {
      await attack(path, (changed) => {
        changed[at] = (changed[at] ?? 0) ^ (at % 2 === 0 ? 0xff : 0x01);
        return changed;
      });
    }
  }
});

test("wherever a file of a vault ends early, no other content is read, and it is told of", async () => {
  const { attack, bytes } = await smallVault();
  for (const [path, before] of bytes) {
    for (let length = 0; length < before.length; length += stepIn(path)) {
      await attack(path, (whole) => whole.subarray(0, length));
    }
  }
});

test("lines that stand twice, in another order, or not at all are told of", async () => {
  const { attack, bytes } = await smallVault();
  const lines = String(bytes.get(CATALOG)).split(/(?<=\n)/);
  const joined = (changed: readonly string[]) => () => Buffer.from(changed.join(""));
  for (let one = 0; one < lines.length; one += 1) {
    const line = lines[one] ?? "";
    await attack(CATALOG, joined(lines.toSpliced(one, 1)));
    for (let other = 0; other <= lines.length; other += 1) {
      await attack(CATALOG, joined(lines.toSpliced(other, 0, line)));
      await attack(CATALOG, joined(lines.toSpliced(one, 1).toSpliced(other, 0, line)));
    }
  }
});

test("packs in each other's place, or one after the other, give no other content", async () => {
  const { attack, bytes } = await smallVault();
  const [one, two] = [bytes.get(packAt(1)), bytes.get(packAt(2))];
  if (one === undefined || two === undefined) throw new Error("the vault has no two packs");
  await attack(packAt(1), () => two);
  await attack(packAt(2), () => one);
  await attack(packAt(2), () => Buffer.concat([two, one]));
  await attack(packAt(1), () => Buffer.concat([one, two.subarray(16)]), false);
});

/** What a keeper does to a vault in which bytes are others, with a new file to keep, when all others are gone. */
async function keepAttacked(
  home: string,
  bytes: ReadonlyMap<string, Buffer>,
): Promise<TornVault | "refused" | null> {
  const disk = new ForgetfulDisk();
  disk.makeFolder(`${VAULT}/packs`);
  for (const [path, content] of bytes) create(disk, path, content);
  const before = await readable(disk);
  const torn: TornVault[] = [];
  const onTorn = (one: TornVault): number => torn.push(one);
  let isRefused = false;
  try {
    const vault = await openVault(VAULT, { isBegun: true, fileSystem: disk, onTorn });
    await keepFiles(vault, findHomeFiles({}, [home]));
    vault.close();
  } catch (error) {
    if (!isRefoldError(error, "vault-damaged")) throw error;
    isRefused = true;
  }
  const after = await readable(disk);
  for (const [id, content] of before) expect(after.get(id)?.equals(content)).toBe(true);
  for (const [path, content] of bytes) if (path !== CATALOG) expectThere(disk, path, content);
  return isRefused ? "refused" : (torn[0] ?? null);
}

/** The generations that can be read. */
async function readable(fileSystem: ForgetfulDisk): Promise<ReadonlyMap<string, Buffer>> {
  const vault = await openVault(VAULT, {
    isBegun: true,
    ...{ fileSystem, onDamage: () => undefined },
  });
  const read = new Map<string, Buffer>();
  for (const generation of vault.files().flatMap(({ generations }) => generations)) {
    if (generation.list === null) continue;
    const content = await contentOf(vault, generation).catch((error: unknown) => {
      if (!isRefoldError(error, "vault-damaged")) throw error;
      return null;
    });
    if (content !== null) read.set(generation.id, content);
  }
  vault.close();
  return read;
}

/** All bytes of a pack stand in it, or in the file that has its end. */
function expectThere(disk: ForgetfulDisk, path: string, content: Buffer): void {
  const aside = disk
    .list(`${VAULT}/packs`)
    .find((name) => `${VAULT}/packs/${name}`.startsWith(`${path}.torn-`));
  const end = aside === undefined ? Buffer.of() : disk.readFile(`${VAULT}/packs/${aside}`);
  const from = content.length - end.length;
  const start = from === 0 ? Buffer.of() : disk.readFile(path).subarray(0, from);
  expect(Buffer.concat([start, end]).equals(content)).toBe(true);
}

async function vaultWithoutHome() {
  const { bytes, home } = await smallVault();
  for (const name of ["a.jsonl", "b.jsonl"]) rmSync(join(home, name));
  writeFileSync(join(home, "c.jsonl"), textOf(4, 80));
  const catalog = bytes.get(CATALOG) ?? Buffer.of();
  const commitAt = catalog.lastIndexOf('{"kind":"commit"');
  return { bytes, home, catalog, commitAt };
}

test("whatever byte of a vault is another, a keeper that finds it so loses nothing that was kept", async () => {
  const { bytes, home, commitAt } = await vaultWithoutHome();
  const endAt = commitAt - 1; // without its line feed, the line before is one with the commit
  expect(await keepAttacked(home, bytes)).toBeNull();
  for (const [path, before] of bytes) {
    for (let at = 0; at < before.length; at += path === CATALOG && at >= endAt ? 1 : 5) {
      const changed = Buffer.from(before);
      changed[at] = (changed[at] ?? 0) ^ (at % 2 === 0 ? 0xff : 0x01);
      const result = await keepAttacked(home, new Map(bytes).set(path, changed));
      if (path !== CATALOG) expect(result).toBeNull();
      else if (at < endAt) expect(result).toBe("refused");
      else expect(result).toMatchObject({ isDamaged: at < before.length - 1 });
    }
  }
});

test("where a catalog lost a part of its commit, or all of it, bytes of packs that it may have named are set aside", async () => {
  const { bytes, home, catalog, commitAt } = await vaultWithoutHome();
  for (const length of [0, commitAt + 1, commitAt + 9, catalog.length - 1]) {
    const cut = new Map(bytes).set(CATALOG, catalog.subarray(0, length));
    expect(await keepAttacked(home, cut)).toMatchObject({ isDamaged: length === 0 });
  }
  const without = new Map(bytes);
  without.delete(CATALOG);
  expect(await keepAttacked(home, without)).toMatchObject({ isDamaged: true });
});

test("where nothing of a commit is there, the lines are set aside and the bytes of packs go", async () => {
  const { bytes, home, catalog, commitAt } = await vaultWithoutHome();
  const packs = [...bytes.keys()].filter((path) => path !== CATALOG);
  for (const length of [commitAt, commitAt - 1, commitAt - 9]) {
    const disk = new ForgetfulDisk();
    disk.makeFolder(`${VAULT}/packs`);
    for (const path of packs) create(disk, path, bytes.get(path) ?? Buffer.of());
    create(disk, CATALOG, catalog.subarray(0, length));
    const torn: TornVault[] = [];
    const onTorn = (one: TornVault): number => torn.push(one);
    const vault = await openVault(VAULT, { isBegun: true, fileSystem: disk, onTorn });
    await keepFiles(vault, findHomeFiles({}, [home]));
    vault.close();
    expect(torn).toMatchObject([{ isDamaged: false, copies: [expect.stringContaining(CATALOG)] }]);
    expect(disk.list(`${VAULT}/packs`).filter((name) => name.includes(".torn-"))).toEqual([]);
  }
});
