import { statSync, type Stats } from "node:fs";
import { DanglingLink } from "./dangling-link.js";
import { FileNotFound } from "./file-not-found.js";
import { pathRefused } from "./path-refused.js";

/**
 * What stands at a path, links followed; undefined: nothing, also where a part of it is a file.
 * @throws {NoPermission} it may not be looked at
 */
export function statusAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    const refused = pathRefused(path, error);
    if (refused instanceof FileNotFound || refused instanceof DanglingLink) return undefined;
    throw refused;
  }
}
