import { lstatSync } from "node:fs";
import { systemErrorCode } from "../../store/jsonl/system-error.js";
import { FileNotFound } from "./file-not-found.js";

/**
 * Whether a person who names a file or a thread means a file: something is there, be it one that may
 * not be looked at, or a link to nothing, which are refused when they are opened.
 * @throws {FileNotFound} the text can only be a path, and there is nothing there
 */
export function namesFile(text: string): boolean {
  if (isThere(text)) return true;
  if (/[/\\.~]/.test(text)) throw new FileNotFound(text); // no id holds any of these
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
