// `refold/store`: what a store driver of your own is made with.
export type { LogDamage } from "../errors.js";
export { memoryBlobs } from "../store/blobs.js";
export type {
  BackwardOptions,
  FollowOptions,
  OwnLines,
  OwnRange,
  ReadOptions,
} from "../store/event-store.js";
export { decodeEventLine } from "../store/stored-lines.js";
export type { FormChange } from "../store/jsonl/change-form.js";
export {
  collectGarbage,
  type GarbageOptions,
  type GarbageReport,
} from "../store/jsonl/collect-garbage.js";
export type { FileSystem } from "../store/jsonl/file-system.js";
export type {
  KeptLine,
  LineDriver,
  LinePage,
  ListedLines,
  StoredLine,
} from "../store/line-driver.js";
export { lineStore } from "../store/line-store.js";
export { resolveThreadId } from "../store/resolve-thread-id.js";
