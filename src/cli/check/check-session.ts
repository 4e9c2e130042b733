import { isRefoldError } from "../../errors.js";
import {
  type EstimateErrors,
  projectEstimateErrors,
} from "../../projections/views/estimate-errors.js";
import type { Session } from "../../sessions/session.js";
import { checkInvariants } from "../../testing/invariants/check-invariants.js";
import type { InvariantReport } from "../../testing/invariants/invariant-report.js";
import { NO_PROGRESS, type Progress } from "../output/progress.js";
import { type ReadingOptions, type SessionShell, withSession } from "../session.js";
import { availableParallelism } from "node:os";
import { namesFile, statusAt } from "../../sessions/path-refused.js";
import { openWorkerThreads, usefulThreads } from "../../sessions/worker-threads.js";

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
  // The file's own bytes move the bar; a thread of the store has none to count.
  const events = session.sizeBytes === null ? await countEvents(session) : null;
  progress.start("checking", session.sizeBytes ?? events);
  return await checkInvariants(session.source, {
    ...(wish.invariant !== undefined && { only: wish.invariant }),
    isExhaustive: wish.exhaustive === true,
    ...(hasBlobs(session) && { blobs: session.blobs }),
    damage: () => session.damage(),
    ...(events !== null && { onProgress: progress.update }),
  });
}

/** As the newest one says; null: it cannot be read, which checking tells. */
async function countEvents({ source }: Session): Promise<number | null> {
  try {
    for await (const { offset } of source.readBackward?.() ?? []) return offset + 1;
  } catch (error) {
    if (!isRefoldError(error)) throw error;
  }
  return null;
}

async function replayPrompts(session: Session, progress: Progress): Promise<EstimateErrors> {
  progress.start("estimating", session.sizeBytes);
  return await projectEstimateErrors(session.source);
}

/** The blobs of a rollout that is outside a store stayed where it came from. */
function hasBlobs({ kind, dialect }: Session): boolean {
  return kind === "thread" || dialect !== "refold";
}

/** A file to check; plain data. */
export interface CheckTask {
  readonly path: string;
  readonly wish: CheckWish;
}

/** The same, from another thread. */
interface CheckedThere {
  readonly checked: CheckedSession;
  /** What is to be said beside it. */
  readonly notes: readonly string[];
}

/**
 * Checks a file: what a thread of the pool does.
 * @returns null: it failed. An error is not the same in another thread: who wants it checks again
 */
export async function checkFile({ path, wish }: CheckTask): Promise<CheckedThere | null> {
  const notes: string[] = [];
  const text = (lines: string | readonly string[]): void => void notes.push(...[lines].flat());
  try {
    const checked = await checkSession(path, wish, { messages: { text }, progress: NO_PROGRESS });
    return { checked, notes };
  } catch {
    return null;
  }
}

/** Each loads and compiles by itself, which takes a second of a processor: as long as to check so much. */
const BYTES_A_THREAD = 16 * 1024 * 1024;
/** A large session takes a gigabyte. */
const MOST_THREADS = 4;
/** Collecting garbage and compiling keep it busy: by two threads on two processors nothing was done sooner. */
const PROCESSORS_BESIDE = 1;

/** What threads of their own found out about files. */
export interface CheckThreads {
  /** Null: the file has to be checked by who asks. */
  of(name: string): Promise<CheckedThere | null>;
  close(): Promise<void>;
}

/** Begins to check the files among the names, several at a time; null: it is too little for that. */
export function openCheckThreads(
  names: readonly string[],
  wish: CheckWish,
  progress: Progress,
): CheckThreads | null {
  const sizes = new Map(names.flatMap((name) => sizeOf(name)));
  const bytes = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  const most = Math.min(sizes.size, MOST_THREADS, availableParallelism() - PROCESSORS_BESIDE);
  const size = Math.min(usefulThreads(bytes / BYTES_A_THREAD), most);
  if (size <= 1) return null;
  const pool = openWorkerThreads(new URL("./check-worker.js", import.meta.url), size);
  const run = (task: CheckTask): Promise<CheckedThere | null> =>
    pool.run(task, { name: "checkFile" });
  const checked = new Map<string, Promise<CheckedThere | null>>();
  let doneBytes = 0;
  for (const [path, sizeBytes] of sizes) {
    const checking = run({ path, wish });
    checking.finally(() => progress.update((doneBytes += sizeBytes))).catch(() => undefined);
    checked.set(path, checking);
  }
  return {
    of: (name) => {
      progress.start("checking", bytes);
      progress.update(doneBytes);
      return checked.get(name) ?? Promise.resolve(null);
    },
    close: () => pool.destroy(),
  };
}

/** None for a thread of the store, and for what cannot be looked at. */
function sizeOf(name: string): readonly (readonly [name: string, bytes: number])[] {
  try {
    const status = namesFile(name) ? statusAt(name) : undefined;
    return status?.isFile() === true ? [[name, status.size]] : [];
  } catch {
    return []; // opening it tells
  }
}
