import { readFile } from "node:fs/promises";
import { fileBytes } from "../../runtime/discovery/file-bytes.js";

export interface RedactionChoice {
  readonly redact?: true;
  readonly redactPattern?: readonly string[];
  /** A file with a pattern a line; blank lines, and those that begin with #, are none. */
  readonly redactPatterns?: string;
}

/** @returns the caller's own patterns; null: nothing is to be redacted */
export async function redactionPatterns({
  redact,
  redactPattern = [],
  redactPatterns: file,
}: RedactionChoice): Promise<readonly string[] | null> {
  if (redact === undefined && redactPattern.length === 0 && file === undefined) return null;
  return [...redactPattern, ...(file === undefined ? [] : await patternsIn(file))];
}

async function patternsIn(file: string): Promise<readonly string[]> {
  await fileBytes(file); // what cannot be read is refused in our words
  const text = await readFile(file, "utf8");
  return text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
}
