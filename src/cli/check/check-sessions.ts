import { invalidArgument } from "../../errors.js";
import { counted } from "../../projections/figures.js";
import { nounFor } from "../../projections/display-text.js";
import { selectInvariants } from "../../testing/invariants/invariants.js";
import { ExitCode } from "../exit-code.js";
import { forEachReported } from "../failure.js";
import type { Shell } from "../shell.js";
import { checkLines, estimateLines } from "./check-lines.js";
import { type CheckedSession, checkSession, type CheckWish } from "./check-session.js";
import type { CheckThreads } from "./check-threads.js";

/** Checks sessions, and tells of them in their order; one that cannot be read does not stop the others. */
export async function checkSessions(
  names: readonly string[],
  wish: CheckWish,
  shell: Shell,
): Promise<void> {
  if (names.length === 0) throw invalidArgument("name a session to check");
  selectInvariants(wish.invariant); // a wrong name is told before anything is read
  let broken = 0;
  const onFailure = (name: string): void => {
    if (names.length > 1) shell.messages.text(`refold: ${name}:`);
    broken += 1;
  };
  const threads = await threadsFor(names, wish, shell);
  try {
    const check = async (name: string): Promise<void> => {
      const there = (await threads?.of(name)) ?? null;
      if (there !== null && there.notes.length > 0) shell.messages.text(there.notes);
      const checked = there?.checked ?? (await checkSession(name, wish, shell));
      if (!tell(checked, wish, shell)) broken += 1;
    };
    await forEachReported(names, check, { shell, onFailure });
  } finally {
    await threads?.close();
  }
  if (names.length === 1 || wish.json) return;
  const verdict =
    broken === 0
      ? "all hold"
      : `${broken} ${nounFor(broken, "does", "do")} not hold or could not be read`;
  shell.output.text(`\n${counted(names.length, "session")}: ${verdict}`);
}

async function threadsFor(
  names: readonly string[],
  wish: CheckWish,
  { progress }: Shell,
): Promise<CheckThreads | null> {
  if (names.length === 1) return null;
  const { openCheckThreads } = await import("./check-threads.js");
  return openCheckThreads(names, wish, progress);
}

/** @returns whether everything holds */
function tell(checked: CheckedSession, wish: CheckWish, shell: Shell): boolean {
  const { name, dialect, report, estimates } = checked;
  const { output, progress } = shell;
  progress.stop();
  if (wish.json) output.json({ session: name, dialect, ...report, estimates });
  else {
    output.text(checkLines(name, report, output));
    if (estimates !== null) output.text(estimateLines(estimates, output));
  }
  const holds = report.checks.every(({ violations }) => violations === 0);
  if (!holds) shell.exitCode = ExitCode.refused;
  return holds;
}
