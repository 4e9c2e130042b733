import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { systemErrorCode } from "./system-error.js";

/**
 * Makes a folder and those above it. Not with Node's `recursive`: that never ends in a folder which
 * says of every new name that there is no such folder, as /proc does.
 * @returns the topmost folder that was made; undefined: all were there
 * @throws what `node:fs` throws
 */
export function makeFolders(path: string, mode: number): string | undefined {
  if (isFolder(path)) return undefined;
  try {
    mkdirSync(path, { mode });
    return path;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "EEXIST" && isFolder(path)) return undefined; // somebody else made it meanwhile
    const above = dirname(path);
    if (code !== "ENOENT" || above === path || isFolder(above)) throw error;
    const topmost = makeFolders(above, mode);
    return makeFolders(path, mode) === undefined ? topmost : (topmost ?? path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
