import { invalidEvent } from "./errors.js";
import { copyJson } from "./json.js";

/**
 * A copy of what is to be recorded, as a reader of the log will get it. Whoever handed it in may go on
 * changing it: the state that it becomes part of stays what the log says (law 1).
 * @param type of the event that it is for; null: not said
 * @throws {RefoldError} `invalid-event`: it is no JSON
 */
export function recordable<Value>(value: Value, type: string | null = null): Value {
  try {
    return copyJson(value);
  } catch (cause) {
    throw invalidEvent({ offset: null, type }, [{ path: "data", reason: "not JSON" }], { cause });
  }
}
