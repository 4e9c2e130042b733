import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";

/**
 * The entry by which a file that Refold wrote says how its tool outputs are bounded. pi keeps the
 * entries of extensions that it does not know, and shows the model nothing of them.
 */
export const POLICY_ENTRY = "refold.tool-output-policy";

/** @returns null when an entry is another */
export function readPolicy({ type, customType, data }: JsonObject): TruncationPolicy | null {
  if (type !== "custom" || customType !== POLICY_ENTRY || !isJsonObject(data)) return null;
  const { mode, limit } = data;
  const isCount = typeof limit === "number" && Number.isSafeInteger(limit) && limit >= 0;
  return isCount && (mode === "bytes" || mode === "tokens") ? { mode, limit } : null;
}
