import { RefoldError } from "../../errors.js";
import type { SlimDifference } from "./slim-plan.js";

const REASONS = {
  own: "it is Refold's own, which repeats nothing",
  compressed: "it is compressed",
  damaged: "it is damaged",
  indexed: "its home has an index of byte positions in it (thread_history_*.sqlite)",
} as const;

export type RefusalReason = keyof typeof REASONS;

const REMEDIES: Readonly<Record<RefusalReason, string>> = {
  own: "Slim the sessions of other tools.",
  compressed: "Unpack it first, if its tool reads the plain file.",
  damaged: "Write a clean copy with refold repair, and look at what that leaves out.",
  indexed:
    "End Codex, then say --drop-index: the index goes to the vault, and Codex builds it again.",
};

/** A session stays as it is, because it cannot become shorter without harm. */
export function slimRefused(path: string, reason: RefusalReason): RefoldError<"slim-refused"> {
  const text = { message: `${path} stays as it is: ${REASONS[reason]}`, remedy: REMEDIES[reason] };
  return new RefoldError("slim-refused", { path, reason }, text);
}

/** The shorter file would not give the same: nothing was changed. */
export function slimNotEqual(
  path: string,
  { offset, what }: SlimDifference,
): RefoldError<"slim-not-equal"> {
  const message = `${path} stays as it is, because the shorter file would differ: ${what}`;
  const remedy = "Report it: refold reads the session or its tool wrongly.";
  return new RefoldError("slim-not-equal", { path, offset }, { message, remedy });
}

/** Some process has the session open and may go on writing. */
export function sessionOpen(path: string, pids: readonly number[]): RefoldError<"session-open"> {
  const message = `${path} is open in process ${pids.join(", ")}`;
  return new RefoldError(
    "session-open",
    { path, pids },
    { message, remedy: "End the tool first." },
  );
}

/** The file is not what it was when its reading began. */
export function sessionChanged(path: string): RefoldError<"session-changed"> {
  const message = `${path} changed while it was read: it stays as it is`;
  return new RefoldError(
    "session-changed",
    { path },
    { message, remedy: "End the tool, then try again." },
  );
}
