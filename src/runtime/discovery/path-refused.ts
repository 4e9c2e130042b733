import { readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { systemErrorCode } from "../../store/jsonl/system-error.js";
import { DanglingLink } from "./dangling-link.js";
import { FileNotFound } from "./file-not-found.js";
import { NoPermission } from "./no-permission.js";
import { NotAFile } from "./not-a-file.js";

/** Why the operating system refused a path, in our words; anything else as it is. */
export function pathRefused(path: string, error: unknown): unknown {
  switch (systemErrorCode(error)) {
    case "ENOENT":
    case "ELOOP": {
      const target = linkTarget(path);
      return target === null ? new FileNotFound(path) : new DanglingLink(path, target);
    }
    case "ENOTDIR":
    case "ENAMETOOLONG":
      return new FileNotFound(path);
    case "EACCES":
    case "EPERM":
      return new NoPermission(path, { cause: error });
    case "EISDIR":
      return new NotAFile(path, "folder");
    default:
      return error;
  }
}

/** Null: the path is no link, or may not be looked at. */
function linkTarget(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return null; // the refusal that is told of is the one before
  }
}
