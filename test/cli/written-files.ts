import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { folder } from "./test-folder.js";

export const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));
export const CLEAN_ULID = "01KN6MM6TRFAHVDH0DBT7K39Y9";
export const CLEAN_UUID = "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9";
// eslint-disable-next-line no-control-regex -- controls are what it looks for
export const DRIVES = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

export { folder };

export function fresh(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

export function written(name: string, content: string | Uint8Array): string {
  const path = join(fresh("."), name);
  writeFileSync(path, content);
  return path;
}
