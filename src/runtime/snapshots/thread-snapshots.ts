import { invalidArgument, RefoldError } from "../../errors.js";
import type { EventOf, Fact, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { warningFact } from "../record-item.js";
import type { ThreadLog } from "../thread-log.js";
import { restoreGitSnapshot, takeGitSnapshot } from "./git-snapshot.js";

export interface ThreadSnapshotOptions {
  /** A folder inside the work tree. Default: the running turn's, else the thread's. */
  readonly cwd?: string;
  /** In bytes; larger untracked files are left out and named. */
  readonly untrackedLimitBytes?: number;
  /** A notice is logged when it takes longer, in milliseconds. */
  readonly noticeAfterMs?: number;
}

type Taken = EventOf<"snapshot.taken">;

/**
 * Snapshots the thread's work tree and records it. No prompt ever shows it; it costs no tokens.
 * @throws {RefoldError} `not-a-repository`, `git-failed`
 * @throws {RefoldError} `invalid-argument`: no folder is known
 */
export async function takeThreadSnapshot(
  log: ThreadLog,
  options: ThreadSnapshotOptions = {},
): Promise<Taken["data"]> {
  const slow: (readonly string[])[] = [];
  const { cwd = folderOf(log), ...limits } = options;
  const onSlow = (largest: readonly string[]): void => {
    slow.push(largest);
  };
  const { commit, parent, untracked, skipped, submodules } = await takeGitSnapshot({
    ...limits,
    ...storeFolder(log),
    cwd,
    onSlow,
  });
  const data = {
    ...{ commit, parent, cwd },
    ...{ untracked: [...untracked], skipped: [...skipped], submodules: [...submodules] },
  };
  await log.commit(({ turns }) => ({
    facts: [{ type: "snapshot.taken", data }, ...slow.map(slowNotice)],
    turn: turns.running?.turn,
  }));
  return data;
}

/**
 * Puts the work tree back to the newest snapshot that was not restored yet, wherever in the log it
 * is: those of turns that were rolled back count too.
 * @throws {RefoldError} `nothing-to-undo`: none is left
 */
export async function restoreNewest(log: ThreadLog): Promise<Taken> {
  const restored = new Set<number>();
  for await (const event of log.store.readBackward(log.threadId)) {
    if (!isKnownEvent(event)) continue;
    if (event.type === "snapshot.restored") restored.add(event.data.snapshot);
    if (event.type === "snapshot.taken" && !restored.has(event.offset)) return restore(log, event);
  }
  throw noSnapshot(log.threadId);
}

/**
 * Puts the work tree back to the first snapshot after an offset: what the files were when the thread
 * went on from there.
 * @throws {RefoldError} `nothing-to-undo`: none was taken after it
 */
export async function restoreAfter(log: ThreadLog, offset: number): Promise<Taken> {
  return restore(log, await snapshotAfter(log, offset));
}

/**
 * The first snapshot after an offset, wherever in the log it is.
 * @throws {RefoldError} `nothing-to-undo`: none was taken after it
 */
export async function snapshotAfter(log: ThreadLog, offset: number): Promise<Taken> {
  for await (const event of log.store.read(log.threadId, { from: offset + 1 })) {
    if (isTaken(event)) return event;
  }
  throw noSnapshot(log.threadId);
}

async function restore(log: ThreadLog, taken: Taken): Promise<Taken> {
  const { commit, untracked, cwd } = taken.data;
  const folder = typeof cwd === "string" ? cwd : folderOf(log);
  await restoreGitSnapshot({ ...storeFolder(log), cwd: folder, commit, untracked });
  const data = { snapshot: taken.offset, commit };
  await log.commit(() => ({ facts: [{ type: "snapshot.restored", data }] }));
  return taken;
}

/** A store may lie inside the work tree: then it is no part of the snapshot. */
function storeFolder({ store }: ThreadLog): { readonly exclude?: string } {
  return "home" in store && typeof store.home === "string" ? { exclude: store.home } : {};
}

function isTaken(event: LogEvent): event is Taken {
  return isKnownEvent(event) && event.type === "snapshot.taken";
}

function folderOf({ state, threadId }: ThreadLog): string {
  const folder =
    state.turns.running?.envelope.cwd ?? state.baseline?.envelope.cwd ?? state.thread?.cwd;
  if (folder !== undefined && folder !== null) return folder;
  throw invalidArgument(
    `thread ${threadId} knows no work tree`,
    "Say which folder is meant: `{cwd}`.",
  );
}

function slowNotice(largest: readonly string[]): Fact {
  const message = `The snapshot took long. Largest untracked files: ${largest.join(", ")}`;
  return warningFact("snapshot-slow", message);
}

/** Files were to be put back, and no snapshot is there to put them back to. */
function noSnapshot(threadId: string): RefoldError<"nothing-to-undo"> {
  const message = `thread ${threadId} has no snapshot left to restore`;
  return new RefoldError("nothing-to-undo", { threadId }, { message });
}
