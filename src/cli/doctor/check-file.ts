import { RefoldError } from "../../errors.js";
import { openForeign } from "../../dialects/open-foreign.js";
import type { FileBytes } from "../../runtime/discovery/file-bytes.js";
import { heldBytes } from "../../runtime/discovery/held-bytes.js";
import { holdsBundle } from "../../runtime/discovery/holds-bundle.js";
import { isOwnRollout } from "../../runtime/discovery/is-own-rollout.js";
import { damageWords } from "../replay/summary-lines.js";
import { checkRollout, repairOf } from "../../store/jsonl/checkup/check-rollout.js";
import type { Finding } from "../../store/jsonl/checkup/finding.js";
import { systemErrorCode } from "../../store/jsonl/system-error.js";

const LOOK_BYTES = 1 << 16;

/** Reads a session from end to end, of whichever tool it is, and says what is wrong with it. */
export async function checkFile(path: string): Promise<readonly Finding[]> {
  try {
    const bytes = await heldBytes(path);
    const firstBytes = await bytes.slice(0, LOOK_BYTES);
    if (isOwnRollout(firstBytes)) return checkRollout(path).findings;
    if (await holdsBundle(bytes, firstBytes)) return await checkBundle(bytes);
    return await checkForeign(bytes);
  } catch (error) {
    return [unreadable(path, error)];
  }
}

/** @throws the error itself, when it is a defect and no trouble with the file */
export function unreadable(path: string, error: unknown): Finding {
  const code = error instanceof RefoldError ? error.code : systemErrorCode(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  const remedy = error instanceof RefoldError ? (error.remedy ?? null) : null;
  const message = `${code}: ${error.message}`;
  return { kind: "unreadable", severity: "error", path, message, remedy };
}

/** Every part has to have its hash, every thread its batches and its ancestors. */
async function checkBundle(bytes: FileBytes): Promise<readonly Finding[]> {
  const { unpackBundle } = await import("../../runtime/bundle/unpack-bundle.js");
  const { remove } = await unpackBundle(bytes);
  remove();
  return [];
}

async function checkForeign(bytes: FileBytes): Promise<readonly Finding[]> {
  const { rollout } = await openForeign(bytes);
  await rollout.visit(() => undefined);
  const { path } = bytes;
  return rollout.damage().map((place) => ({
    kind: "damage",
    severity: "error",
    path,
    line: place.line,
    byte: place.byte,
    message: damageWords(place),
    remedy: repairOf(path),
  }));
}
