// A thread of the pool in search-threads.ts.
export { searchFiles } from "./search-threads.js";
export { writePart } from "./write-part.js";
