import { invalidArgument } from "../../errors.js";
import { nounFor } from "../../projections/display-text.js";
import {
  type EstimateErrors,
  projectEstimateErrors,
} from "../../projections/views/estimate-errors.js";
import type { Session } from "../../sessions/session.js";
import { checkInvariants } from "../../testing/invariants/check-invariants.js";
import type { InvariantReport } from "../../testing/invariants/invariant-report.js";
import { selectInvariants } from "../../testing/invariants/invariants.js";
import { ExitCode } from "../exit-code.js";
import { forEachReported } from "../failure.js";
import { counted } from "../../projections/figures.js";
import { type ReadingOptions, withSession } from "../session.js";
import type { Shell } from "../shell.js";
import { checkLines, estimateLines } from "./check-lines.js";

/** Checks sessions one by one; one that cannot be read does not stop the others. */
export async function checkSessions(
  names: readonly string[],
  wish: CheckWish,
  shell: Shell,
): Promise<void> {
  if (names.length === 0) throw invalidArgument("name a session to check");
  selectInvariants(wish.invariant); // a wrong name is told before anything is read
  let broken = 0;
  const check = async (name: string): Promise<void> => {
    if (!(await checkOne(name, wish, shell))) broken += 1;
  };
  const onFailure = (name: string): void => {
    if (names.length > 1) shell.messages.text(`refold: ${name}:`);
    broken += 1;
  };
  await forEachReported(names, check, { shell, onFailure });
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
    const report = await checkSession(session, wish, shell);
    const estimates = wish.replayPrompts ? await replayPrompts(session, shell) : null;
    shell.progress.stop();
    const { name: path, dialect } = session;
    if (wish.json) output.json({ session: path, dialect, ...report, estimates });
    else {
      output.text(checkLines(path, report, output));
      if (estimates !== null) output.text(estimateLines(estimates, output));
    }
    const holds = report.checks.every(({ violations }) => violations === 0);
    if (!holds) shell.exitCode = ExitCode.refused;
    return holds;
  });
}

/** What a person asks of a check. */
export interface CheckWish extends ReadingOptions {
  readonly invariant?: readonly string[];
  readonly exhaustive?: true;
  readonly replayPrompts?: true;
  readonly json?: true;
}

/** Checks one session, with a bar where it takes long. */
async function checkSession(
  session: Session,
  wish: CheckWish,
  { progress }: Shell,
): Promise<InvariantReport> {
  progress.start("reading", session.sizeBytes);
  let isReading = true;
  return await checkInvariants(session.source, {
    ...(wish.invariant !== undefined && { only: wish.invariant }),
    isExhaustive: wish.exhaustive === true,
    ...(hasBlobs(session) && { blobs: session.blobs }),
    damage: () => session.damage(),
    onProgress: (done, all) => {
      // The file's own bytes move the bar; a thread of the store has none to count.
      if (isReading) progress.start("checking", session.sizeBytes ?? all);
      isReading = false;
      if (session.sizeBytes === null) progress.update(done);
    },
  });
}

async function replayPrompts(session: Session, { progress }: Shell): Promise<EstimateErrors> {
  progress.start("estimating", session.sizeBytes);
  return await projectEstimateErrors(session.source);
}

/** The blobs of a rollout that is outside a store stayed where it came from. */
function hasBlobs({ kind, dialect }: Session): boolean {
  return kind === "thread" || dialect !== "refold";
}
