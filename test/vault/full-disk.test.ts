import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openVault } from "../../src/vault/vault.js";
import { verifyVault } from "../../src/vault/verify-vault.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { contentOf, keepOnce } from "./vault-folder.js";

function isMounted(size: string, folder: string, ...options: readonly string[]): boolean {
  const words = ["-t", "tmpfs", "-o", [...options, `size=${size}`].join(), "tmpfs", folder];
  return spawnSync("mount", words).status === 0;
}

test("on a disk that is full, what was kept is whole, and the next pass goes on when there is room", async ({
  skip,
}) => {
  const folder = temporaryHome();
  const [disk, home] = [join(folder, "disk"), join(folder, "home")];
  mkdirSync(disk);
  mkdirSync(home);
  if (!isMounted("600k", disk)) skip("file systems cannot be mounted here");
  onTestFinished(() => {
    spawnSync("umount", [disk]);
  });
  const vaultPath = join(disk, "vault");
  const contents = [randomBytes(100_000), randomBytes(900_000), randomBytes(50_000)];
  const write = (at: number): void =>
    writeFileSync(join(home, `${at}.jsonl`), contents[at] ?? Buffer.of());
  const keptBytes = async (): Promise<readonly boolean[]> => {
    const vault = await openVault(vaultPath);
    expect(verifyVault(vault)).toMatchObject({ damaged: [], places: [] });
    const same: boolean[] = [];
    for (const { path, generations } of vault.files()) {
      const [generation] = generations;
      const content = contents[Number(path.slice(0, 1))] ?? Buffer.of();
      same.push(generation !== undefined && content.equals(await contentOf(vault, generation)));
    }
    vault.close();
    return same;
  };
  write(0);
  await keepOnce(home, vaultPath);
  write(1);
  write(2);
  await expect(keepOnce(home, vaultPath)).rejects.toMatchObject({
    code: "disk-full",
    details: { file: vaultPath, errno: "ENOSPC" },
  });
  expect(await keptBytes()).toEqual([true]);
  expect(isMounted("3m", disk, "remount")).toBe(true);
  await keepOnce(home, vaultPath);
  expect(await keptBytes()).toEqual([true, true, true]);
});
