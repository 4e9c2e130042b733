import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for a store that is needed for a while. */
export interface TemporaryHome {
  readonly home: string;
  /** Removes it with all that is in it. */
  readonly remove: () => void;
}

/** Makes an empty folder (mode 0700) where the system keeps what is temporary. */
export function temporaryHome(): TemporaryHome {
  const home = mkdtempSync(join(tmpdir(), "refold-"));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}
