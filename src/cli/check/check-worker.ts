// A thread of the pool in check-threads.ts.
export { checkFile } from "./check-threads.js";
