import { copyFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Contender, PeerItem, PeerTurn } from "./contender.js";

/** One message of the file; a summary stands for all before it but the items that were kept. */
type Entry = PeerItem | { readonly type: "summary"; readonly kept: readonly PeerItem[] };

/**
 * All messages of a chat in one JSON file, read for each request and rewritten after each turn: what
 * chat guides show. A compaction leaves the earlier messages there, for people to scroll through.
 */
export const jsonFile: Contender = {
  async fill(folder, { turns }) {
    const entries: Entry[] = [];
    for (const turn of turns) entries.push(...entriesOf(turn));
    await save(folder, entries);
  },
  async open(folder) {
    let entries: Entry[] = []; // as a request's handler has them until it ends
    let forks = 0;
    return {
      async append(turn) {
        entries.push(...entriesOf(turn));
        await save(folder, entries);
      },
      async prompt() {
        entries = await load(folder);
        return promptOf(entries);
      },
      fork() {
        forks += 1;
        copyFileSync(fileIn(folder), join(folder, `fork-${forks}.json`));
      },
      close: () => undefined,
    };
  },
};

function fileIn(folder: string): string {
  return join(folder, "chat.json");
}

async function save(folder: string, entries: readonly Entry[]): Promise<void> {
  await writeFile(fileIn(folder), JSON.stringify(entries));
}

async function load(folder: string): Promise<Entry[]> {
  const entries: Entry[] = JSON.parse(await readFile(fileIn(folder), "utf8"));
  return entries;
}

function entriesOf({ items, compaction }: PeerTurn): Entry[] {
  return compaction === null ? [...items] : [{ type: "summary", kept: compaction.kept }, ...items];
}

function promptOf(entries: readonly Entry[]): readonly PeerItem[] {
  const from = entries.findLastIndex(({ type }) => type === "summary");
  const summary = entries[from];
  const kept = summary?.type === "summary" ? summary.kept : [];
  return [...kept, ...entries.slice(from + 1).filter((entry) => entry.type !== "summary")];
}
