import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encodePieceList, type PieceRef } from "../../src/vault/piece-list.js";
import { measurePrune, pruneVault } from "../../src/vault/prune.js";
import { restoreFile } from "../../src/vault/restore.js";
import { openVault, type Vault } from "../../src/vault/vault.js";
import { withVaultWriter } from "../../src/vault/vault-writer.js";
import { verifyVault } from "../../src/vault/verify-vault.js";
import { scratchFolder } from "./vault-folder.js";

const LISTS = 10_000;

/** Keeps a file of two lines, where the first one is named at the far end of the chain of lists. */
async function keepChained(vault: Vault, content: Buffer): Promise<void> {
  const [first, second] = [content.subarray(0, 2), content.subarray(2)];
  await withVaultWriter(vault, async (writer) => {
    const refTo = async (bytes: Buffer): Promise<PieceRef> => ({
      hash: await writer.put("piece", bytes),
      bytes: bytes.length,
    });
    const put = (base: Buffer | null, kept: number, refs: readonly PieceRef[]): Promise<Buffer> =>
      writer.put("list", encodePieceList({ base, kept, settled: kept, refs }));
    let base = await put(null, 0, [await refTo(first)]);
    for (let list = 2; list < LISTS; list += 1) base = await put(base, 1, []);
    const newest = await put(base, 1, [await refTo(second)]);
    writer.add(
      { tool: "pi", home: "/home", path: "s.jsonl", role: "session" },
      {
        ...{ at: 0, why: "new", bytes: content.length, modifiedNs: 0n, mode: 0o600, step: 0 },
        sha256: createHash("sha256").update(content).digest("hex"),
        list: newest.toString("hex"),
      },
    );
  });
}

test("a content of 10,000 lists that go on from each other is verified, pruned and restored", async () => {
  using scratch = scratchFolder();
  const vault = await openVault(join(scratch.path, "vault"), { isBegun: true });
  const content = Buffer.from("1\n2\n");
  await keepChained(vault, content);
  expect(verifyVault(vault)).toMatchObject({ generations: 1, damaged: [], places: [] });
  const { after } = await pruneVault(vault, []);
  expect(after).toBe(measurePrune(vault, []).before);
  const [file] = vault.files();
  const generation = file?.newest;
  if (file === undefined || generation === undefined) throw new Error("nothing is kept");
  const { path } = await restoreFile(
    vault,
    { file, generation },
    { to: join(scratch.path, "back") },
  );
  expect(readFileSync(path)).toEqual(content);
  vault.close();
});
