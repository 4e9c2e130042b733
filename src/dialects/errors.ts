import { RefoldError, type ErrorDetails } from "../errors.js";

/** A compressed file could not be unpacked to its end: it was cut short, or its bytes changed. */
export function truncatedArchive(
  file: string,
  compression: string,
  options?: ErrorOptions,
): RefoldError<"truncated-archive"> {
  return new RefoldError(
    "truncated-archive",
    { file, compression },
    {
      message: `${file}: the ${compression} data ends early or is damaged`,
      remedy: "fetch the file again, or unpack what can be unpacked",
    },
    options,
  );
}

/** A file is no session of a tool that is known. The message says what it looks like instead. */
export function notARollout(file: string, looksLike: string): RefoldError<"not-a-rollout"> {
  return new RefoldError(
    "not-a-rollout",
    { file, looksLike },
    {
      message: `${file} is not a supported session format: it looks like ${looksLike}`,
      remedy:
        "give a Codex rollout (~/.codex/sessions), a Claude Code transcript (~/.claude/projects) or a pi session (~/.pi/agent/sessions)",
    },
  );
}

/** A file that was imported before is no longer what it was: its past changed, or it is shorter. */
export function importDiverged(
  imported: ErrorDetails["import-diverged"],
): RefoldError<"import-diverged"> {
  const { file, threadId, byte } = imported;
  return new RefoldError("import-diverged", imported, {
    message: `${file} differs from what was imported as thread ${threadId}, from byte ${byte} on`,
    remedy: "import it into another home, or delete the thread first",
  });
}
