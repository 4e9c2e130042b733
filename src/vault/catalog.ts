import { join } from "node:path";
import { rolloutName } from "../dialects/codex/rollout-name.js";
import { entry } from "../projections/stats/tally.js";
import { type FileSystem, withFile } from "../store/jsonl/file-system.js";
import { linesForward } from "../store/jsonl/lines.js";
import { plainLog } from "../store/jsonl/log-file.js";
import { type Generation, GenerationTable } from "./generation-table.js";
import { readAt } from "./pack.js";
import { needsNewerVault, vaultDamaged, vaultMissing } from "./errors.js";
import {
  type CatalogEntry,
  type CatalogLine,
  type CommitEntry,
  decodeCatalogLine,
  type FileEntry,
  type GenerationEntry,
  ROOT_SUM,
  SUM_BYTES,
  VAULT_VERSION,
  type VaultEntry,
} from "./catalog-line.js";

/** A file of which the vault holds generations. */
export interface KeptFile {
  readonly number: number;
  readonly tool: FileEntry["tool"];
  /** As an absolute path. */
  readonly home: string;
  /** Below the home, parts separated by `/`. */
  readonly path: string;
  readonly role: FileEntry["role"];
  /** Oldest first; never empty. */
  readonly generations: readonly Generation[];
  /** The last of them, without looking for the others. */
  readonly newest: Generation | undefined;
}

/** What tells files apart. */
export type FileName = Pick<KeptFile, "tool" | "home" | "path">;

/** A file, whose generations are in the table. */
class FileState implements KeptFile {
  readonly number: number;
  readonly tool: KeptFile["tool"];
  readonly home: string;
  readonly path: string;
  readonly role: KeptFile["role"];
  count = 0;
  /** Number of the last generation that was added. */
  last = -1;
  readonly #table: GenerationTable;

  constructor({ file: number, tool, home, path, role }: FileEntry, table: GenerationTable) {
    this.number = number;
    this.tool = tool;
    this.home = home;
    this.path = path;
    this.role = role;
    this.#table = table;
  }

  get newest(): Generation | undefined {
    for (const generation of this.#table.newestFirst(this.last)) return generation;
    return undefined;
  }

  get generations(): readonly Generation[] {
    return [...this.#table.newestFirst(this.last)].reverse();
  }
}

/** Where the vault's content ends, as its newest batch says. */
export interface CatalogEnd {
  /** Of the catalog. */
  readonly byte: number;
  readonly sum: string;
  readonly pack: number;
  readonly packBytes: number;
}

/** Bytes of the catalog that cannot be read. */
export interface CatalogDamage {
  readonly file: string;
  /** Where they begin. */
  readonly byte: number;
}

const EMPTY: CatalogEnd = { byte: 0, sum: ROOT_SUM, pack: 0, packBytes: 0 };

/** The catalog of a vault, as far as its batches are whole. */
export class Catalog {
  readonly path: string;
  #end = EMPTY;
  #files: FileState[] = [];
  #byName = new Map<string, FileState>();
  #generations = new GenerationTable();
  /** Rollouts by the ids in their names; made when it is asked for. */
  #rollouts: Map<string, FileState[]> | undefined;
  #vault: VaultEntry | undefined;
  #hasPruned = false;
  #damagedEnd: number | null = null;

  constructor(
    private readonly fileSystem: FileSystem,
    folder: string,
  ) {
    this.path = join(folder, "catalog.jsonl");
  }

  get end(): CatalogEnd {
    return this.#end;
  }

  /** Those that have a generation, in the order in which they were met. */
  files(): KeptFile[] {
    return this.#files.filter(hasGenerations);
  }

  /** Those that are named as rollouts with an id, of the home that a file is of, in the same order. */
  rollouts({ tool, home }: FileName, id: string): KeptFile[] {
    this.#rollouts ??= rolloutsOf(this.#files);
    const found = this.#rollouts.get(keyOf({ tool, home, path: id })) ?? [];
    return found.filter(hasGenerations);
  }

  /** Where the lines that follow the newest whole batch stop being as they were written; null: they do not. */
  get damagedEnd(): number | null {
    return this.#damagedEnd;
  }

  /** The number that the next file gets. */
  get nextFile(): number {
    return this.#files.length;
  }

  /** Whether there is a generation with this id. */
  holds(generation: string): boolean {
    return this.#generations.find(generation) !== null;
  }

  /** Also one whose generations were all pruned. */
  find(name: FileName): KeptFile | undefined {
    return this.#byName.get(keyOf(name));
  }

  /** Whether there is nothing, not even the first line. */
  get isEmpty(): boolean {
    return this.#end.byte === 0;
  }

  /** Whether it has lines of generations that were pruned. */
  get hasPruned(): boolean {
    return this.#hasPruned;
  }

  /** What it says, without what was pruned. Files keep their numbers. */
  *entries(): Generator<CatalogEntry, void, undefined> {
    if (this.#vault !== undefined) yield this.#vault;
    for (const { number: file, tool, home, path, role, generations } of this.files()) {
      yield { kind: "file", file, tool, home, path, role };
      for (const { id, at, why, bytes, modifiedNs, mode, sha256, list, step } of generations) {
        yield {
          ...{ kind: "generation", id, file, at, why, bytes, modifiedNs: String(modifiedNs) },
          ...{ mode, sha256, list, step },
        };
      }
    }
  }

  /** It was written anew, with these entries. */
  compacted(end: Pick<CatalogEnd, "byte" | "sum">): void {
    this.#end = { ...this.#end, ...end };
    this.#hasPruned = false;
    const left = this.#files.filter(hasGenerations);
    this.#files = [];
    this.#byName = new Map();
    this.#rollouts = undefined;
    for (const file of left) this.#takeFile(file); // the others have no line any more
  }

  /**
   * Reads what is new since it was read last.
   * @param onDamage told of each place that cannot be read; what is around it is used
   * @throws {RefoldError} `vault-missing`; `vault-damaged`: without `onDamage`, unless only what follows the
   *   newest whole batch cannot be read; `needs-newer-version`
   */
  refresh(onDamage?: (damage: CatalogDamage) => void): void {
    if (this.fileSystem.status(this.path) === undefined) throw vaultMissing(this.path);
    withFile(this.fileSystem, this.path, "read", (file) => {
      // Another one may stand there since, which goes on from another line.
      if (!this.#goesOn(file)) this.#forget();
      this.#read(file, onDamage);
    });
  }

  /** Takes a batch that was written. */
  take(lines: readonly CatalogLine[], endByte: number): void {
    for (const { entry } of lines) this.#apply(entry);
    const { entry, sum } = lines.at(-1) ?? {};
    if (entry?.kind === "commit" && sum !== undefined) this.#commit(entry, sum, endByte);
  }

  #goesOn(file: number): boolean {
    const { byte, sum } = this.#end;
    if (byte === 0) return true;
    const before = Buffer.alloc(Math.min(byte, SUM_BYTES + 1));
    readAt(this.fileSystem, file, before, byte - before.length);
    return before.toString("latin1").endsWith(`"${sum}"}\n`);
  }

  #read(file: number, onDamage: ((damage: CatalogDamage) => void) | undefined): void {
    let batch: CatalogLine[] = [];
    let prev = this.#end.sum;
    /** Where what cannot be read begins. */
    let damagedAt: number | null = null;
    for (const { start, bytes, sizeBytes } of linesForward(
      plainLog(this.fileSystem, { file, path: this.path }),
      this.#end.byte,
    )) {
      const line = decodeCatalogLine(bytes);
      if (line === null || (line.prev !== prev && damagedAt === null)) damagedAt ??= start;
      if (line === null) continue;
      prev = line.sum;
      batch.push(line);
      if (line.entry.kind !== "commit" || line.entry.byte !== start) continue;
      const endByte = start + sizeBytes + 1;
      // The lines of a batch are synced before its commit is written: a batch that has one was whole.
      if (damagedAt !== null) {
        const damage = { file: this.path, byte: damagedAt };
        if (onDamage === undefined) {
          throw vaultDamaged(damage, "a line of the catalog is not as it was written");
        }
        onDamage(damage);
      }
      this.take(batch, endByte);
      batch = [];
      damagedAt = null;
    }
    this.#endsAt(damagedAt, onDamage);
  }

  /** Nobody knows whether this end was committed: a power cut may leave one like it. Each is told once. */
  #endsAt(damagedAt: number | null, onDamage?: (damage: CatalogDamage) => void): void {
    const isKnown = damagedAt === this.#damagedEnd;
    this.#damagedEnd = damagedAt;
    if (damagedAt !== null && !isKnown) onDamage?.({ file: this.path, byte: damagedAt });
  }

  #forget(): void {
    this.#end = EMPTY;
    this.#files = [];
    this.#byName = new Map();
    this.#rollouts = undefined;
    this.#generations = new GenerationTable();
    this.#hasPruned = false;
  }

  #commit({ pack, packBytes }: CommitEntry, sum: string, byte: number): void {
    this.#end = { byte, sum, pack, packBytes };
  }

  #apply(entry: CatalogEntry): void {
    switch (entry.kind) {
      case "vault":
        this.#begin(entry);
        return;
      case "file":
        this.#addFile(entry);
        return;
      case "generation":
        this.#addGeneration(entry);
        return;
      case "pruned":
        this.#hasPruned = true;
        for (const id of entry.generations) this.#prune(id);
        return;
      case "commit":
        return;
    }
  }

  #begin({ kind, version, id, at }: VaultEntry): void {
    if (version > VAULT_VERSION) throw needsNewerVault(this.path, version);
    this.#vault = { kind, version, id, at };
  }

  #addFile(entry: FileEntry): void {
    this.#takeFile(new FileState(entry, this.#generations));
  }

  #takeFile(state: FileState): void {
    this.#files[state.number] = state;
    this.#byName.set(keyOf(state), state);
    if (this.#rollouts !== undefined) addRollout(this.#rollouts, state);
  }

  /** One whose file's line is damaged is left out: nobody knows what it was. So is one that is known. */
  #addGeneration(entry: GenerationEntry): void {
    const state = this.#files[entry.file];
    const number = state === undefined ? null : this.#generations.add(entry, state.last);
    if (state === undefined || number === null) return;
    state.last = number;
    state.count += 1;
  }

  #prune(id: string): void {
    const found = this.#generations.find(id);
    const state = found === null ? undefined : this.#files[found.file];
    if (found === null || state === undefined) return;
    this.#generations.remove(found.number);
    state.count -= 1;
  }
}

function hasGenerations({ count }: FileState): boolean {
  return count > 0;
}

/** By the file's own id, and its thread's. Numbers without a file are skipped. */
function rolloutsOf(files: readonly FileState[]): Map<string, FileState[]> {
  const rollouts = new Map<string, FileState[]>();
  files.forEach((file) => addRollout(rollouts, file));
  return rollouts;
}

function addRollout(rollouts: Map<string, FileState[]>, file: FileState): void {
  const { tool, home } = file;
  const name = rolloutName(file.path);
  const ids = new Set(name === null ? [] : [name.fileId, name.threadId]);
  for (const id of ids) {
    entry(rollouts, keyOf({ tool, home, path: id }), (): FileState[] => []).push(file);
  }
}

function keyOf({ tool, home, path }: FileName): string {
  return JSON.stringify([tool, home, path]);
}
