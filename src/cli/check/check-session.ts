import { projectEstimateErrors } from "../../projections/views/estimate-errors.js";
import type { EstimateErrors } from "../../projections/views/estimate-errors.js";
import type { Session } from "../../runtime/discovery/session.js";
import { checkInvariants } from "../../testing/invariants/check-invariants.js";
import type { InvariantReport } from "../../testing/invariants/invariant-report.js";
import type { ReadingOptions } from "../session.js";
import type { Shell } from "../shell.js";

/** What a person asks of a check. */
export interface CheckWish extends ReadingOptions {
  readonly invariant?: readonly string[];
  readonly exhaustive?: true;
  readonly replayPrompts?: true;
  readonly json?: true;
}

/** What came of one session. */
export interface CheckedSession extends InvariantReport {
  /** Estimates against reports; null: not asked for. */
  readonly estimates: EstimateErrors | null;
}

/** Checks one session, with a bar where it takes long. */
export async function checkSession(
  session: Session,
  wish: CheckWish,
  { progress }: Shell,
): Promise<CheckedSession> {
  progress.start("reading", session.sizeBytes);
  let isReading = true;
  const report = await checkInvariants(session.source, {
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
  const estimates = wish.replayPrompts ? await replayPrompts(session, progress) : null;
  progress.stop();
  return { ...report, estimates };
}

async function replayPrompts(
  session: Session,
  progress: Shell["progress"],
): Promise<EstimateErrors> {
  progress.start("estimating", session.sizeBytes);
  return await projectEstimateErrors(session.source);
}

/** The blobs of a rollout that lies outside a store stayed where it came from. */
function hasBlobs({ kind, dialect }: Session): boolean {
  return kind === "thread" || dialect !== "refold";
}
