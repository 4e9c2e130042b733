import type { RefoldEvent } from "../../../../src/events/event.js";
import { contractId } from "../../../../src/testing/store-contract/contract-case.js";

/** A tool's output that was cut, and whose original is a blob. */
export function itemWithOriginal(offset: number, original: string): RefoldEvent {
  return {
    offset,
    id: contractId(500 + offset),
    at: "2026-04-01T12:00:00.000Z",
    type: "item.recorded",
    v: 2,
    data: {
      item: { type: "function_call_output", call_id: "call_1", output: "cut" },
      origin: "tool",
      countedBytes: 60,
      bounded: {
        policy: { mode: "bytes", limit: 3 },
        originalBytes: 11,
        removedTokens: 2,
        original,
      },
    },
  };
}
