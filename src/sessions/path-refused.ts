import { fileNotFound, kindOfNoFile, notAFile } from "./errors.js";
import { isRefoldError, RefoldError } from "../errors.js";
import { lstatSync, readlinkSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { systemErrorCode } from "../store/errors.js";

/** Why the operating system refused a path, in our words; anything else as it is. */
export function pathRefused(path: string, error: unknown): unknown {
  switch (systemErrorCode(error)) {
    case "ENOENT":
    case "ELOOP": {
      const target = linkTarget(path);
      if (target === null) return fileNotFound(path);
      const message = `${path} is a link to ${target}, which leads to no file`;
      const remedy = "Name the file itself, or recreate the link.";
      return new RefoldError("dangling-link", { path, target }, { message, remedy });
    }
    case "ENOTDIR":
    case "ENAMETOOLONG":
      return fileNotFound(path);
    case "EACCES":
    case "EPERM":
      return noPermission(path, error);
    case "ENXIO":
      return notAFile(path, noFileAt(path));
    case "EISDIR":
      return notAFile(path, "folder");
    default:
      return error;
  }
}

function noFileAt(path: string) {
  try {
    return kindOfNoFile(statSync(path));
  } catch {
    return "device"; // the first error is reported
  }
}

function noPermission(path: string, cause: unknown): RefoldError<"no-permission"> {
  const message = `permission denied: ${path}`;
  const remedy = "Ask its owner for the right to read it, or run as that user.";
  return new RefoldError("no-permission", { path }, { message, remedy }, { cause });
}

/** Null: the path is no link, or may not be looked at. */
function linkTarget(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return null; // the first error is reported
  }
}

/**
 * What is at a path, links followed; undefined: nothing, also where a part of it is a file.
 * @throws {RefoldError} `no-permission`: it may not be looked at
 */
export function statusAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    const refused = pathRefused(path, error);
    if (isRefoldError(refused, "file-not-found", "dangling-link")) return undefined;
    throw refused;
  }
}

/**
 * Whether a person who names a file or a thread means a file: something is there, be it one that may
 * not be looked at, or a link to nothing, which are refused when they are opened.
 * @throws {RefoldError} `file-not-found`: the text can only be a path, and there is nothing there
 * @throws {RefoldError} `not-a-file`: it is `-`, which means standard input
 */
export function namesFile(text: string): boolean {
  if (text === "-") throw notAFile("standard input", "pipe");
  if (isThere(text)) return true;
  if (/[/\\.~]/.test(text)) throw fileNotFound(text); // no id holds any of these
  return false;
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    // Whatever else is refused (no such entry, a name too long) is no file.
    return code === "EACCES" || code === "EPERM";
  }
}
