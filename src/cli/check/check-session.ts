import {
  type EstimateErrors,
  projectEstimateErrors,
} from "../../projections/views/estimate-errors.js";
import type { Session } from "../../sessions/session.js";
import { checkInvariants } from "../../testing/invariants/check-invariants.js";
import type { InvariantReport } from "../../testing/invariants/invariant-report.js";
import type { Progress } from "../output/progress.js";
import { type ReadingOptions, type SessionShell, withSession } from "../session.js";

/** What a person asks of a check. */
export interface CheckWish extends ReadingOptions {
  readonly invariant?: readonly string[];
  readonly exhaustive?: true;
  readonly replayPrompts?: true;
  readonly json?: true;
}

/** What the check of a session gave; plain data. */
export interface CheckedSession {
  readonly name: string;
  readonly dialect: string;
  readonly report: InvariantReport;
  /** Null: nobody asked. */
  readonly estimates: EstimateErrors | null;
}

interface CheckShell extends SessionShell {
  readonly progress: Progress;
}

/** Checks one session, with a bar where it takes long. */
export async function checkSession(
  text: string,
  wish: CheckWish,
  shell: CheckShell,
): Promise<CheckedSession> {
  const { progress } = shell;
  return await withSession(text, { shell, ...wish }, async (session) => {
    const report = await reportOn(session, wish, progress);
    const estimates = wish.replayPrompts ? await replayPrompts(session, progress) : null;
    const { name, dialect } = session;
    return { name, dialect, report, estimates };
  });
}

async function reportOn(
  session: Session,
  wish: CheckWish,
  progress: Progress,
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

async function replayPrompts(session: Session, progress: Progress): Promise<EstimateErrors> {
  progress.start("estimating", session.sizeBytes);
  return await projectEstimateErrors(session.source);
}

/** The blobs of a rollout that is outside a store stayed where it came from. */
function hasBlobs({ kind, dialect }: Session): boolean {
  return kind === "thread" || dialect !== "refold";
}
