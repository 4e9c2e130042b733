import type { KnownItem } from "../../events/item.js";
import type { Origin, RecordedItem } from "../../events/recorded-item.js";
import type { RecordingOptions } from "../keeping/record-as.js";
import { recordRead, type ReadItem } from "../tree/read-item.js";
import { userOrigin } from "./message-origin.js";
import type { MessageLine } from "./read-line.js";

/** How an item of a line is recorded. */
export interface ItemOptions extends RecordingOptions {
  /** True in a sub-agent's own file: who asks there is another agent. */
  readonly isSubThread: boolean;
}

/** An item of a line, as it enters the ledger. */
export function recordLineItem(
  read: ReadItem,
  line: MessageLine,
  options: ItemOptions,
): RecordedItem {
  return recordRead(read, (item) => originOf(item, line, options), options);
}

function originOf(item: KnownItem, line: MessageLine, { isSubThread }: ItemOptions): Origin {
  if (line.role === "assistant") return "model";
  if (item.type !== "message") return "tool";
  if (line.isMeta || line.isSummary) return "runtime";
  const origin = userOrigin(item);
  return origin === "user" && isSubThread ? "agent" : origin;
}
