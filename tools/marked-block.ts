import { readFileSync, writeFileSync } from "node:fs";

const MARK_END = "-->\n";

/**
 * Writes anew what is in a page between `<!-- NAME: HOW -->` and `<!-- end of NAME -->`.
 * @throws {Error} the page has no such block
 */
export function writeMarkedBlock(path: string, name: string, text: string): void {
  const { before, after } = aroundBlock(path, name);
  writeFileSync(path, `${before}\n${text}\n\n${after}`);
}

/** @throws {Error} the page has no such block */
export function readMarkedBlock(path: string, name: string): string {
  return aroundBlock(path, name).block;
}

function aroundBlock(path: string, name: string): Record<"before" | "block" | "after", string> {
  const page = readFileSync(path, "utf8");
  const begin = page.indexOf(`<!-- ${name}:`);
  const open = begin < 0 ? -1 : page.indexOf(MARK_END, begin) + MARK_END.length;
  const close = page.indexOf(`<!-- end of ${name} -->`);
  if (open < MARK_END.length || close < open) throw new Error(`${path} has no block "${name}"`);
  return { before: page.slice(0, open), block: page.slice(open, close), after: page.slice(close) };
}
