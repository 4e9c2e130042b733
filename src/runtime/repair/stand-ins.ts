import { DerivedEventIds } from "../../dialects/derived-ids.js";
import type { RefoldEvent } from "../../events/event.js";
import type { LogDamage } from "../../store/event-store.js";
import { encodeBatch } from "../../store/jsonl/line-codec.js";

/** Events that could not be read, and what was damaged where they should have stood. */
export interface LostRange {
  /** Offsets, both inclusive; none when `to` is before `from`. */
  readonly from: number;
  readonly to: number;
  /** RFC 3339, of the nearest event that was read. */
  readonly at: string;
  readonly lost: readonly LogDamage[];
}

/** Lines are gathered up to this many events. */
const EVENTS_A_PART = 256;

/**
 * Lines that stand in for lost events: a notice at each offset, a bare `thread.started` at offset 0.
 * Each is a batch of its own; the same damage gives the same bytes.
 */
export function* standIns(threadId: string, range: LostRange): Generator<Uint8Array> {
  const ids = new DerivedEventIds(`repaired:${threadId}`);
  const message = `an event is lost here: ${damageWords(range.lost)}`;
  let lines: Uint8Array[] = [];
  for (let offset = range.from; offset <= range.to; offset++) {
    const place = { offset, id: ids.idOf(offset, Date.parse(range.at)), at: range.at };
    const event: RefoldEvent =
      offset === 0
        ? { ...place, type: "thread.started", data: bareThread(threadId) }
        : {
            ...place,
            type: "notice.logged",
            data: { level: "warning", kind: "repaired", message },
          };
    lines.push(encodeBatch([event]));
    if (lines.length < EVENTS_A_PART && offset < range.to) continue;
    yield Buffer.concat(lines);
    lines = [];
  }
}

function bareThread(threadId: string) {
  const source = { dialect: "refold", version: null };
  return { threadId, cwd: null, source, memoryMode: null, title: null };
}

/** `line 12, from byte 3400 on: 512 bytes (sum)`, for the first of several places. */
function damageWords(lost: readonly LogDamage[]): string {
  const [first] = lost;
  if (first === undefined) return "its line is missing";
  const bytes = lost.reduce((sum, place) => sum + place.bytes, 0);
  const reasons = [...new Set(lost.map(({ reason }) => reason))].join(", ");
  return `line ${first.line}, from byte ${first.byte} on: ${bytes} bytes left out (${reasons})`;
}
