import { readFileSync, writeFileSync } from "node:fs";

/**
 * Writes anew what is in a page between `<!-- NAME: HOW -->` and `<!-- end of NAME -->`.
 * @throws {Error} the page has no such block
 */
export function writeMarkedBlock(path: string, name: string, text: string): void {
  const page = readFileSync(path, "utf8");
  const begin = page.indexOf(`<!-- ${name}:`);
  const open = begin < 0 ? -1 : page.indexOf("-->\n", begin);
  const close = page.indexOf(`<!-- end of ${name} -->`);
  if (open < 0 || close < open) throw new Error(`${path} has no block "${name}"`);
  writeFileSync(path, `${page.slice(0, open)}-->\n\n${text}\n\n${page.slice(close)}`);
}
