import { tokensOfBytes } from "../../events/bytes.js";
import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { surveyLog } from "../../reducers/checkpoint-list.js";
import { nounFor } from "../display-text.js";
import { describeFact } from "../transcript/transcript.js";
import type { WalkOptions } from "../walk-log.js";

/** One event, in a line. */
export interface TimelineRow {
  readonly offset: number;
  /** RFC 3339. */
  readonly at: string;
  readonly type: string;
  /** For people; names kinds, roles and counts, never what was said. */
  readonly detail: string;
  /** Estimated tokens that it brought into the ledger. */
  readonly tokens: number;
  /** False: a later rollback discarded it. */
  readonly survives: boolean;
}

/** Every event of a log in its order, rolled-back ones and unknown types included. */
export async function projectTimeline(
  source: EventSource,
  { to }: WalkOptions = {},
): Promise<readonly TimelineRow[]> {
  const { rows } = await surveyLog(source, to, (event) => {
    const { offset, at, type } = event;
    if (!isKnownEvent(event)) return [{ offset, at, type, detail: "unknown type", tokens: 0 }];
    return [{ offset, at, type, detail: detailOf(event), tokens: tokensIn(event) }];
  });
  return rows;
}

function detailOf(event: RefoldEvent): string {
  switch (event.type) {
    case "item.recorded": {
      const { item, origin, failed } = event.data;
      const name = "name" in item && typeof item.name === "string" ? ` ${item.name}` : "";
      const kind = item.type === "message" ? `${item.role} message` : `${item.type}${name}`;
      return `${kind} by ${origin}${failed === true ? ", failed" : ""}`;
    }
    case "context.injected": {
      const { length } = event.data.items;
      return `${event.data.mode}, ${length} ${nounFor(length, "item")}`;
    }
    case "turn.started":
      return event.data.envelope.model ?? "";
    case "turn.completed":
    case "turn.aborted":
      return event.data.reason ?? "";
    case "usage.reported":
      return `${event.data.usage.total} tokens`;
    case "request.sent":
      return `up to ${event.data.upTo}, about ${event.data.estimatedTokens} tokens`;
    case "tools.declared":
      return `${event.data.tools.length} tools`;
    case "foreign.kept":
      return event.data.kind;
    case "history.compacted":
      return `${event.data.trigger}, window ${event.data.windowNumber}`;
    case "notice.logged":
      return `${event.data.level}: ${event.data.kind}`;
    default:
      return describeFact(event)?.text ?? "";
  }
}

function tokensIn(event: RefoldEvent): number {
  if (event.type === "item.recorded") return tokensOfBytes(event.data.countedBytes);
  if (event.type !== "context.injected") return 0;
  return event.data.items.reduce((sum, item) => sum + tokensOfBytes(item.countedBytes), 0);
}
