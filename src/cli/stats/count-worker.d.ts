export { countBatch } from "./count-batches.js";
