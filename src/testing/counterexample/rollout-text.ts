import type { LogEvent } from "../../events/event.js";
import { encodeBatch } from "../../store/jsonl/line-codec.js";
import type { History, HistoryDamage } from "../history-builder.js";

const NOISE = Buffer.from("this is no event\n");

/**
 * A history as the bytes of a rollout, as the store writes it, with the history's damage in it.
 * `refold replay` opens it; a fork's holds its ancestors' events too.
 */
export function historyRollout(history: Pick<History<LogEvent>, "events" | "damage">): Buffer {
  const lines = history.events.map((event) => encodeBatch([event]));
  const spoilt = new Map<number, Buffer>(lines.entries());
  let torn: Buffer = Buffer.alloc(0);
  for (const damage of history.damage) {
    const line = spoilt.get(damage.offset);
    if (line === undefined) continue;
    if (damage.form === "tear") torn = line.subarray(0, line.length >> 1);
    else spoilt.set(damage.offset, spoiltLine(line, damage));
  }
  return Buffer.concat([...spoilt.values(), torn]);
}

/** Events as they were read or drawn, batch by batch: `left` says where one ends. */
export function rolloutOf(events: readonly LogEvent[]): Buffer {
  const lines: Buffer[] = [];
  let batch: LogEvent[] = [];
  for (const event of events) {
    batch.push(event);
    if ((event.left ?? 0) > 0) continue;
    lines.push(encodeBatch(batch));
    batch = [];
  }
  return Buffer.concat(batch.length === 0 ? lines : [...lines, encodeBatch(batch)]);
}

function spoiltLine(line: Buffer, { form }: HistoryDamage): Buffer {
  const half = line.length >> 1;
  switch (form) {
    case "flip": {
      const copy = Buffer.from(line);
      copy[half] = (copy[half] ?? 0) ^ 1;
      return copy;
    }
    case "drop":
      return Buffer.alloc(0);
    case "repeat":
      return Buffer.concat([line, line]);
    case "cut":
      return line.subarray(0, half);
    case "noise":
      return Buffer.concat([NOISE, line]);
    case "tear":
      return line;
  }
}
