import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./row.js";

/** Lends a copy of a shared thread's home to whoever writes to it, and takes it away afterwards. */
export async function withCopy<T>(
  { scratch }: Pick<Bench, "scratch">,
  home: string,
  use: (copy: string) => Promise<T>,
): Promise<T> {
  const copy = mkdtempSync(join(scratch, "copy-"));
  cpSync(home, copy, { recursive: true });
  try {
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}
