import { RefoldError } from "../errors.js";

/** A compressed file could not be unpacked to its end: it was cut short, or its bytes changed. */
export class TruncatedArchive extends RefoldError {
  readonly code = "truncated-archive";
  override readonly name = "TruncatedArchive";
  override readonly remedy = "fetch the file again, or unpack what can be unpacked";
  constructor(
    readonly file: string,
    readonly compression: string,
    options?: ErrorOptions,
  ) {
    super(`${file}: the ${compression} data cannot be unpacked to its end`, options);
  }
}

/** A file holds nothing, or nothing but blanks. */
export class EmptyRollout extends RefoldError {
  readonly code = "empty-file";
  override readonly name = "EmptyRollout";
  override readonly remedy = "give a file that a session was recorded in";
  constructor(readonly file: string) {
    super(`${file} is empty: no session was recorded in it`);
  }
}

/** A file is no session of a tool that is known. The message says what it looks like instead. */
export class NotARollout extends RefoldError {
  readonly code = "not-a-rollout";
  override readonly name = "NotARollout";
  override readonly remedy =
    "give a Codex rollout (~/.codex/sessions), a Claude Code transcript (~/.claude/projects) or a pi session (~/.pi/agent/sessions)";
  constructor(
    readonly file: string,
    /** `a SQLite database`, `an HTML page`, … */
    readonly looksLike: string,
  ) {
    super(`${file} is no session that is known: it looks like ${looksLike}`);
  }
}

/** A file holds sessions of two tools: whichever it was read as, the rest would be lost. */
export class MixedDialects extends RefoldError {
  readonly code = "mixed-dialects";
  override readonly name = "MixedDialects";
  override readonly remedy: string;
  constructor(
    readonly file: string,
    /** 1-based: the first line of the second dialect. */
    readonly line: number,
    readonly dialects: readonly [before: string, after: string],
  ) {
    const [before, after] = dialects;
    super(`${file} changes from ${before} to ${after} at line ${line}`);
    this.remedy = `split the file before line ${line}`;
  }
}

/** A file's content is no longer what it was when its reading began. */
export class ContentChanged extends RefoldError {
  readonly code = "head-regressed";
  override readonly name = "ContentChanged";
  override readonly remedy = "read the file again once nobody rewrites it";
  constructor(file: string, offset: number) {
    super(`${file} changed while it was read: event ${offset} is no longer there`);
  }
}

/** An event has no form in the format that was asked for. */
export class ExportUnsupported extends RefoldError {
  readonly code = "export-unsupported";
  override readonly name = "ExportUnsupported";
  override readonly remedy = "export only threads that were imported from a file of that format";
  constructor(
    readonly type: string,
    readonly offset: number,
  ) {
    super(`event ${offset} (${type}) has no form in the format that was asked for`);
  }
}

/** A file that was imported before is no longer what it was: its past changed, or it is shorter. */
export class ImportDiverged extends RefoldError {
  readonly code = "import-diverged";
  override readonly name = "ImportDiverged";
  override readonly remedy = "import it into another home, or delete the thread first";
  constructor(
    readonly imported: {
      readonly file: string;
      readonly threadId: string;
      /** Where the (unpacked) content differs from what was imported. */
      readonly byte: number;
    },
  ) {
    const { file, threadId, byte } = imported;
    super(
      `${file} is not what was imported as thread ${threadId}: it differs from byte ${byte} on`,
    );
  }
}

/**
 * A thread that was imported from a file has events of its own behind the imported ones, and the file
 * has grown too: two ways from one place, and a log has one.
 */
export class ThreadWentOn extends RefoldError {
  readonly code = "thread-went-on";
  override readonly name = "ThreadWentOn";
  override readonly remedy =
    "import the file into another home, or write the thread out (export) and delete it first; " +
    "to have both from the start, go on in a fork of the imported thread";
  constructor(
    readonly imported: {
      readonly file: string;
      readonly threadId: string;
      /** The thread's first event of its own. */
      readonly offset: number;
      /** The first byte of the (unpacked) content that was not imported. */
      readonly byte: number;
    },
  ) {
    const { file, threadId, offset, byte } = imported;
    super(
      `${file} has grown from byte ${byte} on, and thread ${threadId} that was imported from it ` +
        `went its own way at offset ${offset}`,
    );
  }
}
