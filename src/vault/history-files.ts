import { codexForm } from "../dialects/codex/codex-form.js";
import { type HistoryBase, readHistoryMode } from "../dialects/codex/lineage.js";
import { rolloutName } from "../dialects/codex/rollout-name.js";
import { openUnpacked } from "../dialects/shared/compression.js";
import { isRefoldError } from "../errors.js";
import { entry } from "../projections/stats/tally.js";
import type { KeptFile } from "./catalog.js";
import type { Generation } from "./generation-table.js";
import { type FoundKept, newestWithContent } from "./find-kept.js";
import { keptBytes } from "./kept-session.js";
import type { Vault } from "./vault.js";

/** Where the history of a kept session begins. */
export interface HistoryFiles {
  /** The nearest first. */
  readonly found: readonly FoundKept[];
  /** The id in the name of a file that the vault does not have; null: it has all. */
  readonly missing: string | null;
}

/**
 * The files that histories of a vault's sessions begin in, without which no program can resume them
 * (docs/codex.md, "Histories that begin in another file"). Each kept content is opened once, however many
 * forks begin in it.
 */
export class KeptHistories {
  readonly #bases = new Map<string, Promise<HistoryBase | null>>();

  constructor(private readonly vault: Vault) {}

  /** Each file as it was at a time, if it says enough then. */
  async filesOf(kept: FoundKept, asOf = Infinity): Promise<HistoryFiles> {
    const found: FoundKept[] = [];
    const known = new Set([kept.file]);
    for (let next = kept; ;) {
      const base = await this.#baseOf(next);
      if (base === null) return { found, missing: null };
      const file = this.vault.catalog
        .rollouts(kept.file, base.id)
        .find(({ path }) => isNamed(path, base.id));
      const generation = file && generationWith(file, base, asOf);
      if (file === undefined || generation === undefined) return { found, missing: base.id };
      if (known.has(file)) return { found, missing: null }; // it begins in itself: whoever reads it is told
      next = { file, generation };
      known.add(file);
      found.push(next);
    }
  }

  #baseOf(kept: FoundKept): Promise<HistoryBase | null> {
    return entry(this.#bases, kept.generation.id, () => baseOf(this.vault, kept));
  }
}

/** Null: it begins in itself; or it cannot be read, which whoever reads it is told. */
async function baseOf(vault: Vault, kept: FoundKept): Promise<HistoryBase | null> {
  if (rolloutName(kept.file.path) === null) return null;
  try {
    const { content } = await openUnpacked(keptBytes(vault, kept));
    return (await readHistoryMode(content, codexForm.lines)).base;
  } catch (error) {
    if (isRefoldError(error, "damaged-lineage", "truncated-archive", "vault-damaged")) return null;
    throw error;
  }
}

function isNamed(path: string, fileId: string): boolean {
  return rolloutName(path)?.fileId === fileId;
}

/** A packed file says more than it has bytes. */
function generationWith(
  file: KeptFile,
  { endByte }: HistoryBase,
  asOf: number,
): Generation | undefined {
  const enough = file.generations.filter(({ list, bytes }) => list !== null && bytes >= endByte);
  return enough.findLast(({ at }) => at <= asOf) ?? enough.at(-1) ?? newestWithContent(file);
}
