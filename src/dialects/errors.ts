import { type ErrorDetails, type LineagePlace, RefoldError } from "../errors.js";

/** A compressed file could not be unpacked to its end: it was cut short, or its bytes changed. */
export function truncatedArchive(
  file: string,
  compression: string,
  options?: ErrorOptions,
): RefoldError<"truncated-archive"> {
  const message = `${file}: the ${compression} data ends early or is damaged`;
  const remedy = "fetch the file again, or unpack what can be unpacked";
  return new RefoldError("truncated-archive", { file, compression }, { message, remedy }, options);
}

/** A file holds nothing, or nothing but blanks. */
export function emptyRollout(file: string): RefoldError<"empty-file"> {
  const message = `${file} is empty: no session was recorded in it`;
  const remedy = "give a file that a session was recorded in";
  return new RefoldError("empty-file", { path: file }, { message, remedy });
}

/** A session's history begins in another file, and cannot be followed there. */
export function damagedLineage(place: LineagePlace, what: string): RefoldError<"damaged-lineage"> {
  const { file, byte, base, reason } = place;
  const named = base === null ? "" : ` of the file whose name ends in ${base}.jsonl`;
  const message = `${file}: byte ${byte}: ${what} (${reason})`;
  const remedy =
    reason === "unknown"
      ? "read it with a version of refold that knows this form of history"
      : `restore the original${named} beside it, or in the sessions or archived_sessions of its home`;
  return new RefoldError("damaged-lineage", place, { message, remedy });
}

/** There is no file of the id that a session refers to. */
export function baseMissing(file: string, base: string): RefoldError<"damaged-lineage"> {
  const place: LineagePlace = { file, byte: 0, base, reason: "missing" };
  return damagedLineage(place, "its history begins in a file that is not found");
}

/** A file is no session of a tool that is known. The message says what it looks like instead. */
export function notARollout(file: string, looksLike: string): RefoldError<"not-a-rollout"> {
  const message = `${file} is not a supported session format: it looks like ${looksLike}`;
  const remedy =
    "give a Codex rollout (~/.codex/sessions), a Claude Code transcript (~/.claude/projects) or a pi session (~/.pi/agent/sessions)";
  return new RefoldError("not-a-rollout", { file, looksLike }, { message, remedy });
}

/** A file holds sessions of two tools: whichever it was read as, the rest would be lost. */
export function mixedDialects(
  file: string,
  line: number,
  dialects: readonly [before: string, after: string],
): RefoldError<"mixed-dialects"> {
  const [before, after] = dialects;
  const message = `${file} changes from ${before} to ${after} at line ${line}`;
  const remedy = `split the file before line ${line}`;
  return new RefoldError("mixed-dialects", { file, line, dialects }, { message, remedy });
}

/** A file's content is no longer what it was when its reading began. */
export function contentChanged(file: string, offset: number): RefoldError<"head-regressed"> {
  const message = `${file} changed while it was read: event ${offset} is no longer there`;
  const remedy = "read the file again once nobody rewrites it";
  return new RefoldError("head-regressed", { file, offset }, { message, remedy });
}

/** The file does not hold what a hash names: it names something else, or the file has changed. */
export function blobNotInFile(hash: string, file: string): RefoldError<"blob-missing"> {
  const message = `${hash}: ${file} holds no content with this hash`;
  return new RefoldError("blob-missing", { hash, file }, { message });
}

/** An event has no form in the format that was asked for. */
export function exportUnsupported(type: string, offset: number): RefoldError<"export-unsupported"> {
  const message = `event ${offset} (${type}) has no form in the format that was asked for`;
  const remedy = "export only threads that were imported from a file of that format";
  return new RefoldError("export-unsupported", { type, offset }, { message, remedy });
}

/** A file that was imported before is no longer what it was: its past changed, or it is shorter. */
export function importDiverged(
  imported: ErrorDetails["import-diverged"],
): RefoldError<"import-diverged"> {
  const { file, threadId, byte } = imported;
  const message = `${file} differs from what was imported as thread ${threadId}, from byte ${byte} on`;
  const remedy = "import it into another home, or delete the thread first";
  return new RefoldError("import-diverged", imported, { message, remedy });
}

/**
 * A thread that was imported from a file has events of its own after the imported ones, and the file
 * has grown too: two ways from one place, and a log has one.
 */
export function threadWentOn(
  imported: ErrorDetails["thread-went-on"],
): RefoldError<"thread-went-on"> {
  const { file, threadId, offset, byte } = imported;
  const message =
    `${file} has grown from byte ${byte} on, and thread ${threadId} that was imported from it ` +
    `diverged at offset ${offset}`;
  const remedy =
    "import the file into another home, or write the thread out (export) and delete it first; " +
    "to have both from the start, go on in a fork of the imported thread";
  return new RefoldError("thread-went-on", imported, { message, remedy });
}
