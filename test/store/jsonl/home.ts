import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of the running test's own, removed when the test ends. */
export function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), "refold-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}
