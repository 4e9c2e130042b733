import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { LogEvent } from "../events/event.js";
import { encodeLog } from "../store/jsonl/line-encoder.js";
import type { History, HistoryDamage } from "./history-builder.js";

/**
 * A history that prints itself, when a property fails, as the command that opens it and a line an
 * event. Only printing writes the file.
 */
export function printableHistory<Event extends LogEvent>(history: History<Event>): History<Event> {
  const print = (): string => {
    const opened = keepRollout(historyRollout(history));
    return [`a history of ${history.events.length} events: ${opened}`]
      .concat(history.events.map(({ offset, type }) => `  ${offset} ${type}`))
      .concat(history.damage.map(({ offset, form }) => `  damage: ${form} at ${offset}`))
      .join("\n");
  };
  // Not enumerable: a history is compared and copied as the plain data that it is.
  return Object.defineProperty({ ...history }, fc.toStringMethod, { value: print });
}

const NOISE = Buffer.from("this is no event\n");

/**
 * A history as the bytes of a rollout, as the store writes it, with the history's damage in it.
 * `refold replay` opens it; a fork's holds its ancestors' events too.
 */
export function historyRollout(history: Pick<History<LogEvent>, "events" | "damage">): Buffer {
  const lines = [...encodeLog(history.events.map((event) => [event]))];
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
  const batches: LogEvent[][] = [[]];
  for (const event of events) {
    batches.at(-1)?.push(event);
    if (event.left === undefined) batches.push([]);
  }
  return Buffer.concat([...encodeLog(batches.filter(({ length }) => length > 0))]);
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

/**
 * Writes the rollout of a failing case where people can open it: a file of mode 0600, named by its
 * content, in the system's folder for what is temporary.
 * @returns the command that opens it; where it cannot be written, why: a failure has to be told
 */
export function keepRollout(bytes: Uint8Array): string {
  try {
    return `refold replay ${writeRollout(bytes)}`;
  } catch (error) {
    return `its rollout could not be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function writeRollout(bytes: Uint8Array): string {
  const folder = join(tmpdir(), `refold-counterexamples-${process.getuid?.() ?? "user"}`);
  const name = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const path = join(folder, `${name}.jsonl`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}
