import fc from "fast-check";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openVault } from "../../src/vault/vault.js";
import { ChangingHome, names, step } from "./changing-home.js";
import { contentOf, keepOnce, scratchFolder } from "./vault-folder.js";

test("every content that stands in a file at a pass is a generation of it, byte for byte", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 8 }),
    async (passes) => {
      using scratch = scratchFolder();
      const home = new ChangingHome(join(scratch.path, "home"));
      const vaultPath = join(scratch.path, "vault");
      const history = new Map<string, (Buffer | null)[]>();
      for (const steps of passes) {
        steps.forEach((one) => home.take(one));
        await keepOnce(home.folder, vaultPath);
        for (const file of names) {
          const past = history.get(file) ?? [];
          const now = home.files.get(file) ?? null;
          const last = past.at(-1);
          if (
            last === undefined
              ? now !== null
              : !(now === null ? last === null : last?.equals(now) === true)
          ) {
            past.push(now);
          }
          history.set(file, past);
        }
      }
      if (!existsSync(vaultPath)) return;
      const vault = await openVault(vaultPath);
      for (const file of names) {
        const kept =
          vault.find({ tool: "folder", home: home.folder, path: file })?.generations ?? [];
        const past = history.get(file) ?? [];
        expect(kept.map(({ list }) => list === null)).toEqual(past.map((one) => one === null));
        for (const [index, generation] of kept.entries()) {
          const content = past[index];
          if (content) expect((await contentOf(vault, generation)).equals(content)).toBe(true);
        }
      }
      vault.close();
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
