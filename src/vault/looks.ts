import { join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { parseJson } from "../events/json.js";
import { isSystemError } from "../store/errors.js";
import { writeAll } from "../store/jsonl/file-system.js";
import { replaceFile } from "../store/jsonl/replace-file.js";
import type { KeptFile } from "./catalog.js";
import { type FileLook, isSameLook } from "./source-file.js";
import type { Vault } from "./vault.js";

/** A file that was changed within this time before it was looked at may change again and look the same. */
const GRANULARITY_MS = 2_000;

const HEAD = "refold looks 1 ";
const Digits = z.string().regex(/^-?\d+$/);
/** Number of the file, id of its newest generation, and how the file looked then. */
const Row = z.tuple([z.int(), z.string(), z.int(), Digits, Digits, Digits]);
type Row = z.infer<typeof Row>;

/**
 * How files looked when they were read last, so that those that look the same need not be read again. It is
 * derived: without it each file is read once more.
 */
export class Looks {
  readonly #path: string;
  readonly #rows: Map<number, Row>;
  #isChanged = false;

  constructor(private readonly vault: Vault) {
    this.#path = join(vault.folder, "looks.json");
    this.#rows = new Map(this.#read().map((row) => [row[0], row]));
  }

  /** Whether what stands in a file is what was kept last, as far as can be told without reading it. */
  isSame({ number, newest }: KeptFile, look: FileLook): boolean {
    const row = this.#rows.get(number);
    if (row === undefined || row[1] !== newest?.id) return false;
    const [, , sizeBytes, modifiedNs, changedNs, inode] = row;
    return isSameLook(look, {
      ...{ sizeBytes, modifiedNs: BigInt(modifiedNs), changedNs: BigInt(changedNs) },
      ...{ inode: BigInt(inode), mode: 0 },
    });
  }

  /** @param lookedMs when the file was looked at, before it was read */
  set({ number, newest }: KeptFile, look: FileLook, lookedMs: number): void {
    const { sizeBytes, modifiedNs, changedNs, inode } = look;
    const latestNs = modifiedNs > changedNs ? modifiedNs : changedNs;
    if (newest === undefined || latestNs > BigInt(lookedMs - GRANULARITY_MS) * 1_000_000n) return;
    this.#rows.set(number, [
      ...([number, newest.id, sizeBytes] as const),
      ...([String(modifiedNs), String(changedNs), String(inode)] as const),
    ]);
    this.#isChanged = true;
  }

  /** Writes what is new. A failure costs a reading, and nothing else. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    const { fileSystem } = this.vault;
    const body = Buffer.from(JSON.stringify([...this.#rows.values()]));
    const head = Buffer.from(`${HEAD}${crc32(body)}\n`);
    const write = (file: number): void => writeAll(fileSystem, file, Buffer.concat([head, body]));
    await replaceFile(this.#path, {
      fileSystem,
      sync: false,
      doing: "writing how files look",
      write,
    });
    this.#isChanged = false;
  }

  #read(): readonly Row[] {
    try {
      const bytes = this.vault.fileSystem.readFile(this.#path);
      const body = bytes.subarray(bytes.indexOf("\n") + 1);
      if (bytes.toString("latin1", 0, bytes.length - body.length) !== `${HEAD}${crc32(body)}\n`) {
        return [];
      }
      return z.array(Row).safeParse(parseJson(body.toString("utf8"))).data ?? [];
    } catch (error) {
      if (isSystemError(error)) return [];
      throw error;
    }
  }
}
