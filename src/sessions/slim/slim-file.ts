import { realpath } from "node:fs/promises";
import { type OpenedForeign, openForeign } from "../../dialects/dialects.js";
import { type GoneKind, GoneParts } from "../../dialects/shared/slimming.js";
import { type RefoldErrorCode, isRefoldError } from "../../errors.js";
import { fileBytes, type FileBytesOptions } from "../file-bytes.js";
import { pathRefused } from "../path-refused.js";
import { recogniseFile } from "../open-session.js";
import type { CodexHomes } from "./codex-homes.js";
import {
  slimNotEqual,
  slimRefused,
  type ReplaceOptions,
  refuseToReplace,
  replaceSession,
  type SessionToReplace,
  statusOf,
} from "./replace-session.js";
import { planSlimming, slimDifference, type SlimPlan } from "./slim-plan.js";

export interface SlimOptions extends FileBytesOptions {
  /** How many of the newest turns can be taken back afterwards as before. */
  readonly keepTurns: number;
  /** One for all files of a command. */
  readonly homes: CodexHomes;
  /** Whether an index that knows the bytes by their place may go. */
  readonly dropsIndex: boolean;
  /** Absent: nothing is written. */
  readonly apply?: ApplyOptions;
}

export interface ApplyOptions extends ReplaceOptions {
  /** What does not hold of a session (`refold check`), by name. */
  check(path: string): Promise<readonly string[]>;
}

/** What gives way in a session, or gave way. */
export interface SlimReport {
  readonly path: string;
  readonly dialect: string;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly gone: readonly GoneKind[];
  /** Whether the file was replaced. */
  readonly applied: boolean;
  /** The code of the error with which it could not be replaced now; null: nothing is in the way, or it was. */
  readonly obstacle: RefoldErrorCode | null;
}

/**
 * Looks what can give way in a session of another tool so that the tool sends the same next request when
 * it resumes it, now and after taking back its newest turns; and lets it give way, if that is wished. The
 * shorter file is compared with the original before it takes its place.
 *
 * @see docs/slim.md
 * @throws {RefoldError} `slim-refused`: it is damaged, compressed, or its bytes are known by their place
 * @throws {RefoldError} `session-open`, `session-changed`: it is in use
 * @throws {RefoldError} `slim-not-equal`: the shorter file would give something else
 * @throws {RefoldError} `file-not-found`, `not-a-rollout`, …: as every reading of a file
 */
export async function slimFile(named: string, options: SlimOptions): Promise<SlimReport> {
  const { keepTurns, homes, dropsIndex, apply } = options;
  const path = await targetOf(named);
  const before = await statusOf(path);
  const opened = await openSlimmable(path, options);
  const { rollout, dialect } = opened;
  const isPlaced = dialect.name === "codex" && (await homes.isPaginated(rollout.own));
  const indexFiles = isPlaced ? homes.indexFiles(path) : [];
  const session: SessionToReplace = { path, dialect: dialect.name, before, indexFiles };
  if (apply !== undefined) await refuseToReplace(session, dropsIndex); // before all of it is read
  const fixedBytes = isPlaced ? await homes.referredBytes(path) : 0;
  const plan = await planSlimming(opened, { keepTurns, fixedBytes });
  if (rollout.damage().length > 0) throw slimRefused(path, "damaged");
  const gone = new GoneParts();
  const prove = (partial: string): Promise<void> => proveEqual(session, plan, partial, options);
  const bytesAfter =
    apply === undefined
      ? await countBytes(plan.parts(gone))
      : await replaceSession(session, { ...apply, parts: plan.parts(gone), prove });
  const bytesBefore = Number(before.size);
  const isShorter = bytesAfter < bytesBefore;
  const applied = apply !== undefined && isShorter;
  const obstacle = isShorter && !applied ? await obstacleTo(session, dropsIndex) : null;
  const sizes = { bytesBefore, bytesAfter, gone: gone.kinds };
  return { path, dialect: dialect.name, ...sizes, applied, obstacle };
}

async function obstacleTo(
  session: SessionToReplace,
  dropsIndex: boolean,
): Promise<RefoldErrorCode | null> {
  try {
    await refuseToReplace(session, dropsIndex);
    return null;
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    return error.code;
  }
}

/** The file itself: a link to it stays one. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw pathRefused(path, error);
  }
}

async function openSlimmable(path: string, options: SlimOptions): Promise<OpenedForeign> {
  const bytes = await fileBytes(path, options);
  if ((await recogniseFile(bytes)) !== "foreign") throw slimRefused(path, "own");
  const opened = await openForeign(bytes);
  if (opened.rollout.compression !== null) throw slimRefused(path, "compressed");
  return opened;
}

async function countBytes(parts: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const part of parts) bytes += part.length;
  return bytes;
}

/** The shorter file gives the same requests, and nothing that held of the original fails to hold of it. */
async function proveEqual(
  { path }: SessionToReplace,
  { states }: SlimPlan,
  partial: string,
  { related, apply }: SlimOptions,
): Promise<void> {
  const { rollout } = await openForeign(await fileBytes(partial, { related }));
  const difference = await slimDifference(states, rollout);
  if (difference !== null) throw slimNotEqual(path, difference);
  const broken = (await apply?.check(partial)) ?? [];
  if (broken.length === 0) return;
  const brokenBefore = new Set(await apply?.check(path));
  const added = broken.find((name) => !brokenBefore.has(name));
  if (added !== undefined) throw slimNotEqual(path, { offset: null, what: added });
}
