import { InvalidArgumentError } from "commander";
import type { TruncationPolicy } from "../../events/primitives.js";

export type PolicyOption = TruncationPolicy;

/** Parses a limit of tool outputs: `10000` or `10000tokens`, `40000bytes`. */
export function policyOption(text: string): PolicyOption {
  const [, digits = "", mode = "tokens"] = /^(\d+)(tokens|bytes)?$/.exec(text) ?? [];
  const limit = digits === "" ? NaN : Number(digits);
  if (!Number.isSafeInteger(limit)) {
    throw new InvalidArgumentError("A limit is a whole number: 10000, 10000tokens or 40000bytes.");
  }
  return { mode: mode === "bytes" ? "bytes" : "tokens", limit };
}
