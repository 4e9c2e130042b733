import { crc32 } from "node:zlib";
import { z } from "zod";
import { parseJson } from "../events/json.js";
import { Ulid } from "../events/primitives.js";
import { checkOf } from "../events/schema-check.js";
import { hexOfSum } from "../store/chain.js";

/** A line of the catalog: what it says (docs/vault.md#catalog). */
export type CatalogEntry = z.infer<typeof CatalogEntry>;

const Count = z.int().nonnegative();
/** Is held in 32 bits. */
const Small = z.uint32();
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

const TOOLS = ["codex", "claude", "pi", "folder"] as const;
/**
 * Why there is a generation. `new`: the file was met; `grew`: the one before is its beginning; `shrank`: it is
 * shorter; `rewritten`: its past is another; `gone`: it is not there any more; `back`: it is there again;
 * `slimmed`: `refold slim` replaced it.
 */
export const REASONS = ["new", "grew", "shrank", "rewritten", "gone", "back", "slimmed"] as const;
export type GenerationReason = (typeof REASONS)[number];

/** The first line. */
const VaultEntry = z.looseObject({
  kind: z.literal("vault"),
  version: Count,
  id: z.string(),
  at: Count,
});
export type VaultEntry = z.infer<typeof VaultEntry>;

/** Gives a file its number. */
const FileEntry = z.looseObject({
  kind: z.literal("file"),
  file: Small,
  tool: z.enum(TOOLS),
  home: z.string(),
  path: z.string(),
  role: z.enum(["session", "sidecar"]),
});
export type FileEntry = z.infer<typeof FileEntry>;

/** What stood in a file. */
const GenerationEntry = z.looseObject({
  kind: z.literal("generation"),
  id: Ulid,
  file: Small,
  /** When it was kept, in milliseconds since 1970. */
  at: Count,
  why: z.enum(REASONS),
  bytes: Count,
  /** When the file was changed, in nanoseconds since 1970. */
  modifiedNs: z.string().regex(/^-?\d{1,28}$/),
  mode: Small,
  /** Of the whole content; null: there was no file. */
  sha256: Hash.nullable(),
  /** The content's list of pieces: hash of the frame that holds it. */
  list: Hash.nullable(),
  /** How many generations it grew since one whose list no other one's goes on from. */
  step: Small,
});
export type GenerationEntry = z.infer<typeof GenerationEntry>;

/** Generations that were pruned: their content may be gone. */
const PrunedEntry = z.looseObject({ kind: z.literal("pruned"), generations: z.array(Ulid) });

/** Ends a batch. What came before it counts from here on. */
const CommitEntry = z.looseObject({
  kind: z.literal("commit"),
  /** Where in the catalog this line begins: after a power cut a disk may show it at another place too. */
  byte: Count,
  /** The newest pack, and so many bytes of it are written and synced. */
  pack: Count,
  packBytes: Count,
});
export type CommitEntry = z.infer<typeof CommitEntry>;

const CatalogEntry = z.discriminatedUnion("kind", [
  VaultEntry,
  FileEntry,
  GenerationEntry,
  PrunedEntry,
  CommitEntry,
]);

const isEntry = checkOf(CatalogEntry);

/** The version of the format; a greater one is refused. */
export const VAULT_VERSION = 1;
/** What the first line names as the sum of the line before it. */
export const ROOT_SUM = "00000000";

const SUMS = /,"prev":"([0-9a-f]{8})","sum":"([0-9a-f]{8})"\}$/;
/** So long is what a line ends with. */
export const SUM_BYTES = ',"sum":"00000000"}'.length;
const SUMS_BYTES = ',"prev":"00000000"'.length + SUM_BYTES;

/** A line as it was read. */
export interface CatalogLine {
  /** May have members beside those that are known, the sums among them. */
  readonly entry: CatalogEntry;
  /** The sum of the line before. */
  readonly prev: string;
  readonly sum: string;
}

/** @returns the line with its line feed, and its sum, which the next one names */
export function encodeCatalogLine(
  entry: CatalogEntry,
  prev: string,
): { readonly line: string; readonly sum: string } {
  const start = `${JSON.stringify(entry).slice(0, -1)},"prev":"${prev}"`;
  const sum = hexOfSum(crc32(start));
  return { line: `${start},"sum":"${sum}"}\n`, sum };
}

/** @returns null: it is not as it was written */
export function decodeCatalogLine(bytes: Buffer): CatalogLine | null {
  const [, prev, sum] = SUMS.exec(bytes.toString("latin1", bytes.length - SUMS_BYTES)) ?? [];
  if (prev === undefined || sum === undefined) return null;
  if (hexOfSum(crc32(bytes.subarray(0, bytes.length - SUM_BYTES))) !== sum) return null;
  const value = parseJson(bytes.toString("utf8"));
  return isEntry(value) ? { entry: value, prev, sum } : null;
}
