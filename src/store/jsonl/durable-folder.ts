import { dirname } from "node:path";
import type { FileSystem } from "./file-system.js";

/** Makes a folder and those above it; their names are durable afterwards when `sync` is true. */
export function makeFolder(fileSystem: FileSystem, path: string, sync: boolean): void {
  const topmost = fileSystem.makeFolder(path);
  if (topmost === undefined || !sync) return;
  for (let made = path; ; made = dirname(made)) {
    fileSystem.syncFolder(dirname(made));
    if (made === topmost || made === dirname(made)) return;
  }
}
