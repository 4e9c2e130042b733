import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

/** Texts are kept by their hash: several branches may accept different texts into one folder. */
const FOLDER = resolve(process.env["REFOLD_GOLDENS"] ?? "node_modules/.cache/refold-goldens");

export function keepText(hash: string, text: string): void {
  const path = pathOf(hash);
  if (existsSync(path)) return;
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, gzipSync(text, { level: 3 }));
  renameSync(`${path}.${process.pid}`, path);
}

/** @returns undefined when nobody kept it in this folder */
export function keptText(hash: string): string | undefined {
  const path = pathOf(hash);
  return existsSync(path) ? gunzipSync(readFileSync(path)).toString("utf8") : undefined;
}

function pathOf(hash: string): string {
  return join(FOLDER, hash.slice(0, 2), `${hash}.gz`);
}
