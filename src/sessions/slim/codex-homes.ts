import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { codexForm } from "../../dialects/codex/codex-form.js";
import { type HistoryBase, readHistoryMode } from "../../dialects/codex/lineage.js";
import { rolloutName } from "../../dialects/codex/rollout-name.js";
import { openUnpacked } from "../../dialects/shared/compression.js";
import type { ByteSource } from "../../dialects/shared/byte-source.js";
import { isRefoldError } from "../../errors.js";
import { fileBytes } from "../file-bytes.js";
import { pathRefused, statusAt } from "../path-refused.js";
import { homeOf } from "../related-file.js";
import { findSessionFiles, sessionRoots } from "../session-files.js";

/**
 * What else knows bytes of a Codex rollout by their place: forks and later generations, and the index that
 * Codex keeps of paginated histories. Each home is read once, so a command makes one of these.
 */
export class CodexHomes {
  readonly #bases = new Map<string, Promise<readonly HistoryBase[]>>();

  /** Whether a rollout's history is paginated: only then does anything know its bytes by their place. */
  async isPaginated(content: ByteSource): Promise<boolean> {
    return (await readHistoryMode(content, codexForm.lines)).isPaginated;
  }

  /** How many bytes at its beginning other files refer to. */
  async referredBytes(path: string): Promise<number> {
    const id = rolloutName(path)?.fileId;
    const folder = homeOf(dirname(path)) ?? dirname(path);
    let reading = this.#bases.get(folder);
    if (reading === undefined) this.#bases.set(folder, (reading = basesIn(folder)));
    const own = (await reading).filter((base) => base.id === id);
    return own.reduce((most, { endByte }) => Math.max(most, endByte), 0);
  }

  /** The files of the index that the home of a rollout has; none where there is none. */
  indexFiles(path: string): readonly string[] {
    const home = homeOf(dirname(path));
    if (home === null) return [];
    return INDEX_FOLDERS.flatMap((folder) => indexFilesIn(join(home, folder)));
  }
}

const INDEX_FOLDERS = ["", "sqlite"];

const INDEX_NAME = /^thread_history_\d+\.sqlite(?:-wal|-shm)?$/;

function indexFilesIn(folder: string): readonly string[] {
  const names = statusAt(folder)?.isDirectory() === true ? namesIn(folder) : [];
  // The database goes first: without it SQLite drops its log; without its log it would be an older one.
  return names
    .filter((name) => INDEX_NAME.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw pathRefused(folder, error);
  }
}

async function basesIn(folder: string): Promise<readonly HistoryBase[]> {
  const bases: HistoryBase[] = [];
  for (const { path } of findSessionFiles(sessionRoots("codex", folder)).files) {
    try {
      const { content } = await openUnpacked(await fileBytes(path));
      const { base } = await readHistoryMode(content, codexForm.lines);
      if (base !== null) bases.push(base);
    } catch (error) {
      if (!isRefoldError(error)) throw error; // it refers to nothing that Codex itself could follow
    }
  }
  return bases;
}
