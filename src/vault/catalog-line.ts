import { crc32 } from "node:zlib";
import { z } from "zod";
import { isCount } from "../dialects/shared/json.js";
import { isJsonObject, parseJson } from "../events/json.js";
import { hexOfSum } from "../store/chain.js";

/** A line of the catalog: what it says (docs/vault.md#catalog). */
export type CatalogEntry = z.infer<typeof CatalogEntry>;

const Count = z.int().nonnegative();
const HASH = /^[0-9a-f]{64}$/;
const Hash = z.string().regex(HASH);
const DIGITS = /^-?\d+$/;

const TOOLS = ["codex", "claude", "pi", "folder"] as const;
/**
 * Why there is a generation. `new`: the file was met; `grew`: the one before is its beginning; `shrank`: it is
 * shorter; `rewritten`: its past is another; `gone`: it is not there any more; `back`: it is there again;
 * `slimmed`: `refold slim` replaced it.
 */
const REASONS = ["new", "grew", "shrank", "rewritten", "gone", "back", "slimmed"] as const;
export type GenerationReason = (typeof REASONS)[number];

/** The first line. */
const VaultEntry = z.object({
  kind: z.literal("vault"),
  version: Count,
  id: z.string(),
  at: Count,
});

/** Gives a file its number. */
const FileEntry = z.object({
  kind: z.literal("file"),
  file: Count,
  tool: z.enum(TOOLS),
  home: z.string(),
  path: z.string(),
  role: z.enum(["session", "sidecar"]),
});
export type FileEntry = z.infer<typeof FileEntry>;

/** What stood in a file. */
const GenerationEntry = z.object({
  kind: z.literal("generation"),
  id: z.ulid(),
  file: Count,
  /** When it was kept, in milliseconds since 1970. */
  at: Count,
  why: z.enum(REASONS),
  bytes: Count,
  /** When the file was changed, in nanoseconds since 1970. */
  modifiedNs: z.string().regex(DIGITS),
  mode: Count,
  /** Of the whole content; null: there was no file. */
  sha256: Hash.nullable(),
  /** The content's list of pieces: hash of the frame that holds it. */
  list: Hash.nullable(),
  /** How many generations it grew since one whose list no other one's goes on from. */
  step: Count,
});
export type GenerationEntry = z.infer<typeof GenerationEntry>;

/** Generations that were pruned: their content may be gone. */
const PrunedEntry = z.object({ kind: z.literal("pruned"), generations: z.array(z.ulid()) });

/** Ends a batch. What came before it counts from here on. */
const CommitEntry = z.object({
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
  if (isGeneration(value)) return { entry: value, prev, sum };
  const { success, data } = CatalogEntry.safeParse(value);
  return success ? { entry: data, prev, sum } : null;
}

/**
 * Whether a value is what the schema of a generation says: nearly all lines of a catalog are, and the schema takes
 * longer for one than all the rest.
 */
function isGeneration(value: unknown): value is GenerationEntry {
  if (!isJsonObject(value) || value["kind"] !== "generation") return false;
  const { id, file, at, why, bytes, modifiedNs, mode, sha256, list, step } = value;
  return (
    isText(id, ULID) &&
    [file, at, bytes, mode, step].every(isCount) &&
    REASON_NAMES.has(why) &&
    isText(modifiedNs, DIGITS) &&
    (sha256 === null || isText(sha256, HASH)) &&
    (list === null || isText(list, HASH))
  );
}

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const REASON_NAMES: ReadonlySet<unknown> = new Set(REASONS);

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}
