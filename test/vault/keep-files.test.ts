import fc from "fast-check";
import { mkdirSync, renameSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openVault } from "../../src/vault/vault.js";
import { contentOf, keepOnce, scratchFolder } from "./vault-folder.js";

/** A content that no other has by chance. */
function textOf(seed: number, bytes: number): Buffer {
  const text = Buffer.alloc(bytes);
  for (let at = 0, state = seed | 1; at < bytes; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    text[at] = state >>> 24;
  }
  return text;
}

const names = ["a.jsonl", "b.jsonl", "c.jsonl"];
const name = fc.constantFrom(...names);
const size = fc.oneof(fc.nat(300), fc.nat(70_000), fc.nat(300_000));
const seed = fc.nat(3);

type Step =
  | {
      readonly do: "write" | "grow";
      readonly name: string;
      readonly seed: number;
      readonly size: number;
    }
  | { readonly do: "cut"; readonly name: string; readonly share: number }
  | { readonly do: "edit"; readonly name: string; readonly share: number }
  | { readonly do: "remove"; readonly name: string }
  | { readonly do: "rename"; readonly name: string; readonly to: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom("write" as const, "grow" as const, "grow" as const),
    name,
    seed,
    size,
  }),
  fc.record({
    do: fc.constantFrom("cut" as const, "edit" as const),
    name,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ do: fc.constant("remove" as const), name }),
  fc.record({ do: fc.constant("rename" as const), name, to: name }),
);

/** What stands in the files of a folder. */
class Home {
  readonly files = new Map<string, Buffer>();
  constructor(readonly folder: string) {
    mkdirSync(folder);
  }
  take(step: Step): void {
    const before = this.files.get(step.name);
    if (step.do === "write") this.#set(step.name, textOf(step.seed, step.size));
    else if (before === undefined) return;
    else if (step.do === "grow") {
      this.#set(step.name, Buffer.concat([before, textOf(step.seed, step.size)]));
    } else if (step.do === "cut") {
      this.#set(step.name, before.subarray(0, Math.floor(before.length * step.share)));
    } else if (step.do === "edit") {
      const edited = Buffer.from(before);
      const at = Math.floor((before.length - 1) * step.share);
      if (edited.length > 0) edited[at] = (edited[at] ?? 0) ^ 1;
      this.#set(step.name, edited);
    } else if (step.do === "rename") {
      if (step.to === step.name) return;
      renameSync(join(this.folder, step.name), join(this.folder, step.to));
      this.files.set(step.to, before);
      this.files.delete(step.name);
    } else {
      rmSync(join(this.folder, step.name));
      this.files.delete(step.name);
    }
  }
  #set(name: string, bytes: Buffer): void {
    writeFileSync(join(this.folder, name), bytes);
    this.files.set(name, bytes);
  }
}

test("every content that stands in a file at a pass is a generation of it, byte for byte", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 8 }),
    async (passes) => {
      using scratch = scratchFolder();
      const home = new Home(join(scratch.path, "home"));
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
