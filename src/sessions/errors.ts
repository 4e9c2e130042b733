import { RefoldError } from "../errors.js";

/** There is no file of that name. */
export class FileNotFound extends RefoldError {
  readonly code = "file-not-found";
  override readonly name = "FileNotFound";
  override readonly remedy = "Check the path; folders and links that lead to it must exist too.";
  constructor(readonly path: string) {
    super(`there is no file ${path}`);
  }
}

/** The path is a symbolic link, and where it leads there is no file. */
export class DanglingLink extends RefoldError {
  readonly code = "dangling-link";
  override readonly name = "DanglingLink";
  override readonly remedy = "Name the file itself, or make the link anew.";
  constructor(
    readonly path: string,
    /** Where the link points, as an absolute path. */
    readonly target: string,
  ) {
    super(`${path} is a link to ${target}, which leads to no file`);
  }
}

/** The file holds no bytes. */
export class EmptyFile extends RefoldError {
  readonly code = "empty-file";
  override readonly name = "EmptyFile";
  override readonly remedy = "The recording tool may have ended before it wrote anything.";
  constructor(readonly path: string) {
    super(`${path} is empty`);
  }
}

/** The operating system refused to open the file. */
export class NoPermission extends RefoldError {
  readonly code = "no-permission";
  override readonly name = "NoPermission";
  override readonly remedy = "Ask its owner for the right to read it, or run as that user.";
  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(`no permission to open ${path}`, options);
  }
}

/** The path names a folder, a pipe or a device: nothing that can be read more than once. */
export class NotAFile extends RefoldError {
  readonly code = "not-a-file";
  override readonly name = "NotAFile";
  override readonly remedy: string;
  constructor(
    readonly path: string,
    readonly kind: "folder" | "pipe" | "device",
  ) {
    super(`${path} is a ${kind}, not a file`);
    this.remedy =
      kind === "folder"
        ? "Name one of the session files in it."
        : "Write its content to a file first: a session is read more than once.";
  }
}

/** A bundle is not what was written, or not whole. Nothing of it was stored. */
export class DamagedBundle extends RefoldError {
  readonly code = "damaged-bundle";
  override readonly name = "DamagedBundle";
  override readonly remedy = "Fetch the bundle again, or export it again where it came from.";
  constructor(
    readonly bundle: {
      readonly file: string;
      /** `threads/<id>.jsonl`, `blobs/<hash>`, `bundle.json`; null: between two parts. */
      readonly part: string | null;
      /** Byte in the unpacked bundle at which the part begins, or reading ended. */
      readonly byte: number;
    },
    reason: string,
    options?: ErrorOptions,
  ) {
    const { file, part, byte } = bundle;
    super(`${file}: ${part ?? "the bundle"}, at byte ${byte}: ${reason}`, options);
  }
}

/** A bundle of a version of the format that only a newer version of this library reads. */
export class NewerBundle extends RefoldError {
  readonly code = "needs-newer-version";
  override readonly name = "NewerBundle";
  override readonly remedy = "Update refold.";
  constructor(
    readonly file: string,
    readonly version: number,
  ) {
    super(`${file} is a bundle of version ${version}, which a newer version of refold reads`);
  }
}
