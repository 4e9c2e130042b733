import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRefoldError } from "../../src/errors.js";
import { faultyFileSystem } from "../../src/testing/faulty-file-system.js";
import { endOfPiece } from "../../src/vault/source-file.js";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepSource } from "../../src/vault/keep-file.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { pruneVault } from "../../src/vault/prune.js";
import { openVault, type Vault } from "../../src/vault/vault.js";
import { verifyVault } from "../../src/vault/verify-vault.js";
import { type VaultWriter, withVaultWriter } from "../../src/vault/vault-writer.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import { contentOf, keepOnce, scratchFolder } from "./vault-folder.js";

/** A folder with one session, and a vault beside it. */
function sessionFolder(scratch: string) {
  const folder = join(scratch, "home");
  mkdirSync(folder);
  const found = { tool: "folder", home: folder, path: "a.jsonl", role: "session" } as const;
  return { folder, file: join(folder, "a.jsonl"), vaultPath: join(scratch, "vault"), found };
}

function packBytes(vaultPath: string): number {
  const packs = join(vaultPath, "packs");
  return readdirSync(packs).reduce((sum, name) => sum + statSync(join(packs, name)).size, 0);
}

async function withVault<Result>(path: string, work: (vault: Vault) => Promise<Result>) {
  const vault = await openVault(path, { isBegun: true });
  try {
    return await work(vault);
  } finally {
    vault.close();
  }
}

test("a file that grows at every look costs its bytes twice at most, and reads back as of each look", async () => {
  using scratch = scratchFolder();
  const { folder, file, vaultPath, found } = sessionFolder(scratch.path);
  const looks = 150;
  const parts = Array.from({ length: looks }, () => randomBytes(400));
  await withVault(vaultPath, async (vault) => {
    for (const part of parts) {
      appendFileSync(file, part);
      await keepFiles(vault, findHomeFiles({}, [folder]));
    }
    const generations = vault.find(found)?.generations ?? [];
    expect(generations).toHaveLength(looks);
    for (const index of [0, 1, 127, 128, 148, 149]) {
      const generation = generations[index];
      if (generation === undefined) continue;
      const content = await contentOf(vault, generation);
      expect(content.equals(Buffer.concat(parts.slice(0, index + 1)))).toBe(true);
    }
  });
  const listsAndHeads = 500; // of each look: a list of few pieces, and two headers of frames
  expect(packBytes(vaultPath)).toBeLessThan(2 * 400 * looks + listsAndHeads * looks);
});

test("content that is there already is not stored again, wherever it is repeated", async () => {
  using scratch = scratchFolder();
  const { folder, file, vaultPath } = sessionFolder(scratch.path);
  const random = seededRandom(1);
  const history = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(random() * 256)));
  writeFileSync(file, history);
  await keepOnce(folder, vaultPath);
  const before = packBytes(vaultPath);
  const repeated = Array.from({ length: 5 }, (_, index) =>
    Buffer.concat([Buffer.from(`${index}`), history]),
  );
  writeFileSync(join(folder, "b.jsonl"), Buffer.concat(repeated));
  writeFileSync(join(folder, "c.jsonl"), history);
  await keepOnce(folder, vaultPath);
  expect(packBytes(vaultPath) - before).toBeLessThan(history.length / 2);
});

/** Content of one piece that is about as short as pieces are. */
function shortPiece(): Buffer {
  for (let seed = 1; ; seed += 1) {
    const random = seededRandom(seed);
    const bytes = Buffer.from(Array.from({ length: 2_200 }, () => Math.floor(random() * 256)));
    const end = endOfPiece(bytes, 0, bytes.length);
    if (end !== -1) return bytes.subarray(0, end);
  }
}

test("a file of more pieces than a list names is kept in lists that go on from each other, also where it grows", async () => {
  using scratch = scratchFolder();
  const { folder, file, vaultPath, found } = sessionFolder(scratch.path);
  const piece = shortPiece();
  const contents = [Buffer.concat(Array.from({ length: 9_000 }, () => piece))];
  writeFileSync(file, contents[0] ?? "");
  await keepOnce(folder, vaultPath);
  for (const grown of [
    Buffer.from("one more line\n"),
    Buffer.concat([piece, randomBytes(200_000)]),
  ]) {
    appendFileSync(file, grown);
    contents.push(Buffer.concat([contents.at(-1) ?? Buffer.of(), grown]));
    await keepOnce(folder, vaultPath);
  }
  await withVault(vaultPath, async (vault) => {
    const generations = vault.find(found)?.generations ?? [];
    expect(generations.map(({ why }) => why)).toEqual(["new", "grew", "grew"]);
    for (const [index, generation] of generations.entries()) {
      expect((await contentOf(vault, generation)).equals(contents[index] ?? Buffer.of())).toBe(
        true,
      );
    }
    expect(verifyVault(vault)).toMatchObject({ damaged: [], places: [] });
    const list = vault.packs.readList(Buffer.from(generations[0]?.list ?? "", "hex"));
    expect({ kept: list.kept, named: list.refs.count }).toEqual({ kept: 8_192, named: 808 });
  });
});

/** A writer that lets something happen to the file while it is read. */
function meanwhile(writer: VaultWriter, act: () => void): VaultWriter {
  let isDone = false;
  return {
    ...writer,
    add: (...args) => writer.add(...args),
    commit: () => writer.commit(),
    put: (kind, bytes) => {
      if (!isDone) act();
      isDone = true;
      return writer.put(kind, bytes);
    },
  };
}

test("a file that grows while it is read is kept as long as it was when reading began", async () => {
  using scratch = scratchFolder();
  const { file, vaultPath, found } = sessionFolder(scratch.path);
  const start = randomBytes(200_000);
  writeFileSync(file, start);
  await withVault(vaultPath, async (vault) => {
    const kept = await withVaultWriter(vault, (writer) =>
      keepSource({ vault, writer: meanwhile(writer, () => appendFileSync(file, "more")) }, found),
    );
    expect(kept).toMatchObject({ look: null, why: "new", bytes: start.length });
    const generations = vault.find(found)?.generations ?? [];
    const contents = await Promise.all(generations.map((one) => contentOf(vault, one)));
    expect(contents.map((one) => one.equals(start))).toEqual([true]);
  });
});

test("a file that is rewritten or cut while it is read is read again: no mixture is kept", async () => {
  for (const change of ["rewritten", "cut"]) {
    using scratch = scratchFolder();
    const { file, vaultPath, found } = sessionFolder(scratch.path);
    writeFileSync(file, randomBytes(6_000_000));
    const after = change === "cut" ? randomBytes(1_000) : randomBytes(6_000_000);
    await withVault(vaultPath, async (vault) => {
      const act = (): void => {
        if (change === "cut") truncateSync(file, 10);
        writeFileSync(file, after);
      };
      await withVaultWriter(vault, (writer) =>
        keepSource({ vault, writer: meanwhile(writer, act) }, found),
      );
      const generations = vault.find(found)?.generations ?? [];
      const contents = await Promise.all(generations.map((one) => contentOf(vault, one)));
      expect(contents.map((one) => one.equals(after))).toEqual([true]);
    });
  }
});

test("a file that is cut after lists of its pieces were written leaves nothing that pruning does not free", async () => {
  using scratch = scratchFolder();
  const { file, vaultPath, found } = sessionFolder(scratch.path);
  const piece = shortPiece();
  writeFileSync(file, Buffer.concat(Array.from({ length: 9_000 }, () => piece)));
  await withVault(vaultPath, async (vault) => {
    const lists: Buffer[] = [];
    await withVaultWriter(vault, (writer) => {
      const cutting = meanwhile(writer, () => undefined);
      const put: VaultWriter["put"] = async (kind, bytes) => {
        const hash = await writer.put(kind, bytes);
        if (kind === "list" && lists.push(hash) === 1) writeFileSync(file, "cut");
        return hash;
      };
      return keepSource({ vault, writer: { ...cutting, put } }, found);
    });
    const contents = (vault.find(found)?.generations ?? []).map((one) => contentOf(vault, one));
    expect(String(await Promise.all(contents))).toBe("cut");
    const isThere = () => lists.map((hash) => vault.packs.index.has(hash));
    vault.packs.forget();
    expect(isThere()).toEqual([true, true]);
    await pruneVault(vault, []);
    vault.packs.forget();
    expect(isThere()).toEqual([false, true]);
    expect(verifyVault(vault)).toMatchObject({ generations: 1, damaged: [], places: [] });
  });
});

test("a file whose name is no UTF-8 is told of", async ({ skip }) => {
  skip(process.platform !== "linux", "other systems refuse such a name");
  using scratch = scratchFolder();
  const { folder, vaultPath } = sessionFolder(scratch.path);
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xff]), Buffer.from(".jsonl")]),
    "one\n",
  );
  const { unread } = await keepOnce(folder, vaultPath);
  expect(unread).toMatchObject([{ error: { code: "file-not-found" } }]);
});

test("of keepers at once one writes, the others are told that the vault is busy, and nothing is lost", async () => {
  using scratch = scratchFolder();
  const { folder, vaultPath } = sessionFolder(scratch.path);
  const content = new Map<string, Buffer>();
  for (let round = 0; round < 5; round += 1) {
    for (const name of ["a.jsonl", "b.jsonl"]) {
      content.set(name, randomBytes(50_000 + round));
      writeFileSync(join(folder, name), content.get(name) ?? "");
    }
    const passes = await Promise.allSettled([1, 2, 3].map(() => keepOnce(folder, vaultPath)));
    const refused = passes.flatMap((pass) =>
      pass.status === "rejected" ? [pass.reason as unknown] : [],
    );
    expect(refused.every((reason) => isRefoldError(reason, "vault-busy"))).toBe(true);
    await keepOnce(folder, vaultPath);
    await withVault(vaultPath, async (vault) => {
      for (const { path, generations } of vault.files()) {
        const newest = generations.at(-1);
        expect(generations).toHaveLength(round + 1);
        const expected = content.get(path);
        expect(newest && expected?.equals(await contentOf(vault, newest))).toBe(true);
      }
    });
  }
});

test("where a list that was kept is damaged, the file that goes on from it is kept whole, and the damage is told", async () => {
  using scratch = scratchFolder();
  const { folder, file, vaultPath, found } = sessionFolder(scratch.path);
  writeFileSync(file, randomBytes(100_000));
  await keepOnce(folder, vaultPath);
  const pack = join(vaultPath, "packs", "000001.pack");
  const bytes = readFileSync(pack); // it ends with the list
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(pack, bytes);
  appendFileSync(file, "more");
  const { unread, kept } = await keepOnce(folder, vaultPath);
  expect(unread.map(({ error }) => isRefoldError(error, "vault-damaged"))).toEqual([true]);
  expect(kept).toHaveLength(1);
  await withVault(vaultPath, async (vault) => {
    const newest = vault.find(found)?.generations.at(-1);
    expect(newest && readFileSync(file).equals(await contentOf(vault, newest))).toBe(true);
  });
});

test("of a damaged catalog, a keeper changes nothing; readers are told, and get every line that is whole", async () => {
  using scratch = scratchFolder();
  const { folder, file, vaultPath, found } = sessionFolder(scratch.path);
  for (const text of ["one", "one two", "one two three"]) {
    writeFileSync(file, text);
    await keepOnce(folder, vaultPath);
  }
  const path = join(vaultPath, "catalog.jsonl");
  const damaged = readFileSync(path, "utf8").replace('"bytes":7,', '"bytes":8,');
  writeFileSync(path, damaged);
  await expect(keepOnce(folder, vaultPath)).rejects.toMatchObject({ code: "vault-damaged" });
  expect(readFileSync(path, "utf8")).toBe(damaged);
  const places: unknown[] = [];
  const vault = await openVault(vaultPath, { onDamage: (place) => places.push(place) });
  expect(places).toMatchObject([{ file: path }]);
  const whole = vault.find(found)?.generations ?? [];
  const texts = await Promise.all(whole.map((one) => contentOf(vault, one)));
  expect(texts.map(String)).toEqual(["one", "one two three"]);
  vault.close();
});

test("a keeper that cannot read the catalog takes nothing back that another one kept", async () => {
  using scratch = scratchFolder();
  const { folder, file, vaultPath, found } = sessionFolder(scratch.path);
  const disk = faultyFileSystem(({ operation, path }) =>
    operation === "read" && path.endsWith("catalog.jsonl") ? { kind: "fail", code: "EIO" } : null,
  );
  const late = await openVault(vaultPath, { isBegun: true, fileSystem: disk }); // there is none yet
  writeFileSync(file, "one");
  await keepOnce(folder, vaultPath);
  await expect(withVaultWriter(late, async () => undefined)).rejects.toThrow();
  late.close();
  await withVault(vaultPath, async (vault) => {
    const [generation] = vault.find(found)?.generations ?? [];
    expect(generation && String(await contentOf(vault, generation))).toBe("one");
  });
});

test("a full pack is read once: where its frames begin is beside it, and is not believed where it is damaged", async () => {
  using scratch = scratchFolder();
  const { folder, file, vaultPath, found } = sessionFolder(scratch.path);
  const contents = [randomBytes(50_000), randomBytes(50_000)];
  for (const content of contents) {
    writeFileSync(file, content);
    await keepOnce(folder, vaultPath);
    await withVault(vaultPath, (vault) =>
      withVaultWriter(vault, async (writer) => writer.leavePack(1)),
    );
  }
  const places = join(vaultPath, "packs", "000001.places");
  const readAll = () =>
    withVault(vaultPath, async (vault) => {
      const generations = vault.find(found)?.generations ?? [];
      const texts = await Promise.all(generations.map((one) => contentOf(vault, one)));
      expect(texts.map((text, index) => contents[index]?.equals(text))).toEqual([true, true]);
    });
  await readAll();
  const whole = readFileSync(places);
  const reads: string[] = [];
  const disk = faultyFileSystem(({ operation, path }) => {
    if (operation === "read" && path.endsWith("000001.pack")) reads.push(path);
    return null;
  });
  const vault = await openVault(vaultPath, { fileSystem: disk });
  expect(vault.packs.index.count).toBeGreaterThan(4);
  expect(reads).toEqual([]);
  vault.close();
  writeFileSync(places, whole.fill(7, 40));
  await readAll();
  expect(readFileSync(places).equals(whole)).toBe(false);
});
