import { type LogEvent, RefoldEvent } from "../../../src/events/event.js";
import { encodeBatch } from "../../../src/store/jsonl/line-encoder.js";
import { lastSum } from "../../../src/store/jsonl/line-ending.js";

/** Numbers from 0 up to 1 that a seed decides (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface SampleLog {
  readonly bytes: Buffer;
  /** As they are read: with `left` and `sum`. */
  readonly batches: readonly (readonly LogEvent[])[];
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const texts = [
  "short",
  'quoted "words"\nand lines',
  "ünïcödé → 漢字 😀",
  "\ud800 alone",
  "x".repeat(700),
];

/** A thread's log: batches of one to five events, notices after `thread.started`. */
export function sampleLog(seed: number, batchCount: number): SampleLog {
  const random = seededRandom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const pieces: Buffer[] = [];
  const batches: LogEvent[][] = [];
  let offset = 0;
  for (let number = 0; number < batchCount; number++) {
    const size = pick(3) === 0 ? 1 : 1 + pick(5);
    const events = Array.from({ length: size }, (_, index) =>
      sampleEvent(offset + index, texts[pick(texts.length)] ?? "", random),
    );
    offset += size;
    const before = pieces.at(-1);
    const bytes = encodeBatch(events, { after: before && lastSum(before) });
    pieces.push(bytes);
    batches.push(parseLines(bytes));
  }
  return { bytes: Buffer.concat(pieces), batches };
}

/** A valid event: `thread.started` at offset 0, a notice elsewhere. */
export function sampleEvent(offset: number, message: string, random: () => number): LogEvent {
  const id = `01${Array.from({ length: 24 }, () => alphabet[Math.floor(random() * 32)]).join("")}`;
  const at = new Date(Date.UTC(2026, 3, 1) + offset * 1000).toISOString();
  if (offset > 0) {
    return {
      offset,
      id,
      at,
      type: "notice.logged",
      data: { level: "info", kind: "sample", message },
    };
  }
  const source = { dialect: "refold", version: null };
  const data = { threadId: id, cwd: null, source, memoryMode: null, title: message };
  return { offset, id, at, type: "thread.started", data };
}

/** The events of whole lines, by zod alone, without what lines say of each other. */
function parseLines(bytes: Buffer): LogEvent[] {
  const lines = bytes.toString().split("\n").slice(0, -1);
  return lines.map((line) => RefoldEvent.parse(JSON.parse(line.replace(/"prev":"\w{8}",/, ""))));
}
