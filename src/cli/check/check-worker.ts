// A thread of the pool in check-session.ts.
export { checkFile } from "./check-session.js";
