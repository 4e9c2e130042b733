/** What the name of a rollout's file says: `rollout-TIME-THREADID.jsonl`, later `…-THREADID_GENID.jsonl`. */
export interface RolloutName {
  readonly threadId: string;
  /** Last in the name: the thread's id for its first file, that of the generation for a later one. */
  readonly fileId: string;
}

const UUID = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}";
const FILE_NAME = new RegExp(`-(${UUID})(?:_(${UUID}))?\\.jsonl[^/\\\\]*$`);

/** @param path or name of a file, packed or not; null: it is not named as a rollout is */
export function rolloutName(path: string): RolloutName | null {
  const [, threadId, generation] = FILE_NAME.exec(path) ?? [];
  return threadId === undefined ? null : { threadId, fileId: generation ?? threadId };
}

/** False for a thread's first file. */
export function isLaterGeneration(name: RolloutName | null): boolean {
  return name !== null && name.fileId !== name.threadId;
}

/** Orders the files of one thread: the first one, then in the order of time (UUIDv7). */
export function olderFirst(one: RolloutName | null, other: RolloutName | null): number {
  const first = Number(isLaterGeneration(one)) - Number(isLaterGeneration(other));
  if (first !== 0) return first;
  return (one?.fileId ?? "") < (other?.fileId ?? "") ? -1 : 1;
}
