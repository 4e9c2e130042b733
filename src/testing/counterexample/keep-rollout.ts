import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Writes the rollout of a failing case where people can open it: a file of mode 0600, named by its
 * content, in the system's folder for what is temporary.
 * @returns the command that opens it; where it cannot be written, why: a failure has to be told
 */
export function keepRollout(bytes: Uint8Array): string {
  try {
    return `refold replay ${writeRollout(bytes)}`;
  } catch (error) {
    return `its rollout could not be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function writeRollout(bytes: Uint8Array): string {
  const folder = join(tmpdir(), `refold-counterexamples-${process.getuid?.() ?? "user"}`);
  const name = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const path = join(folder, `${name}.jsonl`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}
