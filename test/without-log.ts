import type { ThreadState } from "../src/reducers/thread-state.js";
import { plainState } from "../src/testing/definition.js";

/** A state without its one slice that counts discarded events too (law 1). */
export function withoutLog(state: ThreadState) {
  return { ...plainState(state), log: null };
}
