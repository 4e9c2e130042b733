import { dirname } from "node:path";
import type { FileSystem } from "./file-system.js";

/** Makes a folder and those above it; their names are durable afterwards when `sync` is true. */
export function makeFolder(fileSystem: FileSystem, path: string, sync: boolean): void {
  const topmost = fileSystem.makeFolder(path);
  if (topmost !== undefined && sync) syncFolders(fileSystem, dirname(path), dirname(topmost));
}

/** Makes the names in a folder durable, and in those above it, up to and including `upTo`. */
export function syncFolders(fileSystem: FileSystem, folder: string, upTo: string): void {
  for (let path = folder; ; path = dirname(path)) {
    fileSystem.syncFolder(path);
    if (path.length <= upTo.length) return;
  }
}
