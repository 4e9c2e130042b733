import fc from "fast-check";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KeptFile } from "../../src/vault/catalog.js";
import { openVault } from "../../src/vault/vault.js";
import { keepOnce } from "./vault-folder.js";

/** A content that no other has by chance. */
export function textOf(seed: number, bytes: number): Buffer {
  const text = Buffer.alloc(bytes);
  for (let at = 0, state = seed | 1; at < bytes; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    text[at] = state >>> 24;
  }
  return text;
}

export const names = ["a.jsonl", "b.jsonl", "c.jsonl"];
const name = fc.constantFrom(...names);
const size = fc.oneof(fc.nat(300), fc.nat(70_000), fc.nat(300_000));
const seed = fc.nat(3);

/** Something that happens to a file. */
export type Step =
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

export const step: fc.Arbitrary<Step> = fc.oneof(
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
export class ChangingHome {
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

/** What happens to files before each pass. */
export const passes = fc.array(fc.array(step, { maxLength: 3 }), { minLength: 1, maxLength: 6 });

/** Keeps a folder after each group of steps. @returns what stood in a file, by the id of its generation */
export async function keptHistory(
  home: ChangingHome,
  vaultPath: string,
  history: readonly (readonly Step[])[],
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const steps of history) {
    steps.forEach((one) => home.take(one));
    home.take({ do: "write", name: "always.jsonl", seed: contents.size, size: 100 });
    await keepOnce(home.folder, vaultPath);
    const vault = await openVault(vaultPath);
    for (const { path, generations } of vault.files()) {
      const newest = generations.at(-1);
      const content = home.files.get(path);
      if (newest !== undefined && newest.list !== null && content !== undefined) {
        contents.set(newest.id, content);
      }
    }
    vault.close();
  }
  return contents;
}

/** Ids of generations that have content. */
export function contentIds(files: readonly KeptFile[]): readonly string[] {
  return files.flatMap(({ generations }) =>
    generations.flatMap(({ id, list }) => (list === null ? [] : [id])),
  );
}
