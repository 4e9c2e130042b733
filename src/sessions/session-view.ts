import type { RefoldError } from "../errors.js";
import type { SessionFile } from "./session-files.js";

/** Sessions that become files when they are read: those that a vault holds. */
export interface SessionView {
  /** The folder that has their indexes. */
  readonly indexHome: string;
  readonly files: readonly ViewedFile[];
  /** Whether there still is the content that a key names: else an index may not hold its text any more. */
  has(key: string): boolean;
  /**
   * Makes a file that is read next, with those that its history begins in.
   * @returns why it cannot be had; null: it is there
   * @throws {RefoldError} `disk-full`, `write-failed`
   */
  prepare(path: string): Promise<RefoldError | null>;
  /** A text that names the places where the files are, with those where they were instead. */
  inPlace(text: string): string;
}

/** Its path is another one whenever there is a view; its key names this very content. */
export type ViewedFile = SessionFile & { readonly key: string };
