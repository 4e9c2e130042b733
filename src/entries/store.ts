// `refold/store`: what a store driver of your own is made with.
export { upcastEvent } from "../events/check-event.js";
export { memoryBlobs } from "../store/blobs.js";
export { checkBatch, checkFirst } from "../store/check-batch.js";
export type { LogDamage } from "../errors.js";
export { threadNotFound } from "../store/errors.js";
export { decodeEventLine, encodeLines } from "../store/event-lines.js";
export {
  type EventDriver,
  type OwnRange,
  type BackwardOptions,
  type FollowOptions,
  type ReadOptions,
  newestFirst,
} from "../store/event-store.js";
export { forkPoint } from "../store/fork-thread.js";
export type { FormChange } from "../store/jsonl/change-form.js";
export {
  collectGarbage,
  type GarbageOptions,
  type GarbageReport,
} from "../store/jsonl/collect-garbage.js";
export type { FileSystem } from "../store/jsonl/file-system.js";
export { withLineage } from "../store/lineage.js";
export { resolveThreadId } from "../store/resolve-thread-id.js";
