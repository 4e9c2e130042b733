// A thread of the pool in count-batches.ts.
export { countBatch } from "./count-batches.js";
