import type { Dirent } from "node:fs";
import { RefoldError, type BundlePlace, isRefoldError } from "../errors.js";
import { isDatabaseFailure, systemErrorCode } from "../store/errors.js";

/** Node.js gives it in the place of bytes that are none of UTF-8. */
const NOT_UTF8 = "\ufffd";

/** There is no file of that name. */
export function fileNotFound(path: string): RefoldError<"file-not-found"> {
  const message = `no such file: ${path}`;
  const remedy = path.includes(NOT_UTF8)
    ? "Its name is not UTF-8, and no such file can be opened: rename it."
    : "Check the path; folders and links that lead to it must exist too.";
  return new RefoldError("file-not-found", { path }, { message, remedy });
}

type NoFile = "folder" | "pipe" | "device";

/** The path names a folder, a pipe or a device: nothing that can be read more than once. */
export function notAFile(path: string, kind: NoFile): RefoldError<"not-a-file"> {
  const message = `${path} is a ${kind}, not a file`;
  const remedy =
    kind === "folder"
      ? "Name one of the session files in it."
      : "Write its content to a file first: a session is read more than once.";
  return new RefoldError("not-a-file", { path, kind }, { message, remedy });
}

/** What stands in the place of a file. */
export function kindOfNoFile(entry: Pick<Dirent, "isDirectory" | "isFIFO">): NoFile {
  if (entry.isDirectory()) return "folder";
  return entry.isFIFO() ? "pipe" : "device";
}

/** A bundle is not what was written, or not whole. Nothing of it was stored. */
export function damagedBundle(
  place: BundlePlace,
  reason: string,
  options?: ErrorOptions,
): RefoldError<"damaged-bundle"> {
  const { file, part, byte } = place;
  const text = {
    message: `${file}: ${part ?? "the bundle"}, at byte ${byte}: ${reason}`,
    remedy: "Fetch the bundle again, or export it again where it came from.",
  };
  return new RefoldError("damaged-bundle", place, text, options);
}

/** Why a file could not be read. */
export interface Unread {
  /** Of the error; what the operating system said otherwise. */
  readonly code: string;
  readonly message: string;
}

/** A file of many that could not be read; the others were. */
export interface UnreadSession extends Unread {
  readonly path: string;
}

/** @throws the error itself, when it is a defect and no trouble with the file or thread */
export function whyUnread(error: unknown): Unread {
  const code = isRefoldError(error) ? error.code : systemErrorCode(error);
  if (isDatabaseFailure(error) || code === undefined || !(error instanceof Error)) throw error;
  return { code, message: error.message };
}

/** @throws the error itself, when it is a defect and no trouble with the file */
export function unreadSession(path: string, error: unknown): UnreadSession {
  return { path, ...whyUnread(error) };
}
