import { InvalidArgument, RefoldError } from "../../errors.js";
import { selectInvariants } from "../../testing/invariants/invariant-named.js";
import { ExitCode } from "../exit-code.js";
import { reportFailure } from "../failure.js";
import { nounFor } from "../../projections/noun-for.js";
import { counted } from "../output/figures.js";
import { withSession } from "../session.js";
import type { Shell } from "../shell.js";
import { checkLines } from "./check-lines.js";
import { checkSession, type CheckWish } from "./check-session.js";
import { estimateLines } from "./estimate-lines.js";

/** Checks sessions one after the other; one that cannot be read does not stop the others. */
export async function checkSessions(
  names: readonly string[],
  wish: CheckWish,
  shell: Shell,
): Promise<void> {
  if (names.length === 0) throw new InvalidArgument("name a session to check");
  selectInvariants(wish.invariant); // a wrong name is told before anything is read
  let broken = 0;
  for (const name of names) {
    try {
      if (!(await checkOne(name, wish, shell))) broken += 1;
    } catch (error) {
      if (!(error instanceof RefoldError)) throw error;
      shell.progress.stop();
      if (names.length > 1) shell.messages.text(`refold: ${name}:`);
      shell.exitCode = await reportFailure(error, shell);
      broken += 1;
    }
    await shell.output.flush();
  }
  if (names.length === 1 || wish.json) return;
  const verdict =
    broken === 0
      ? "all hold"
      : `${broken} ${nounFor(broken, "does", "do")} not hold or could not be read`;
  shell.output.text(`\n${counted(names.length, "session")}: ${verdict}`);
}

/** @returns whether everything holds */
async function checkOne(name: string, wish: CheckWish, shell: Shell): Promise<boolean> {
  const { output } = shell;
  return await withSession(name, { shell, ...wish }, async (session) => {
    const checked = await checkSession(session, wish, shell);
    if (wish.json) output.json({ session: session.name, dialect: session.dialect, ...checked });
    else {
      for (const line of checkLines(session.name, checked, output)) output.text(line);
      if (checked.estimates !== null) {
        for (const line of estimateLines(checked.estimates, output)) output.text(line);
      }
    }
    const holds = checked.checks.every(({ violations }) => violations === 0);
    if (!holds) shell.exitCode = ExitCode.refused;
    return holds;
  });
}
