import type { LogEvent } from "../../../events/event.js";
import { peekType } from "../../../store/jsonl/line-place.js";
import { linesForward } from "../../../store/jsonl/lines-forward.js";
import type { LogFile } from "../../../store/jsonl/log-file.js";
import { decodeRawLine } from "../../../store/jsonl/raw-line.js";
import { firstWordsOf } from "./first-words.js";

/** The beginning of a log. */
export interface LogHead {
  /** Where the beginning is damaged: the first event that can be read. */
  readonly first: LogEvent;
  /** How the first user's words begin; null: nobody said anything, or they were not wanted. */
  readonly words: string | null;
}

export interface LogHeadOptions {
  /** See `linesForward`. */
  readonly room: Buffer;
  /** Whether the first user's words are wanted, which the first event may tell. */
  readonly wantsWords: (first: LogEvent) => boolean;
}

/**
 * Reads a log from its beginning, as far as it is needed.
 * @param log ends with a whole batch
 * @returns null when not one line can be read
 */
export function readHead(log: LogFile, { room, wantsWords }: LogHeadOptions): LogHead | null {
  let first: LogEvent | undefined;
  for (const line of linesForward(log, 0, room)) {
    if (first === undefined) {
      first = decodeRawLine(line).event;
      if (first !== undefined && !wantsWords(first)) break;
    } else if (peekType(line.bytes) === "item.recorded") {
      const { event } = decodeRawLine(line);
      const words = event === undefined ? null : firstWordsOf(event);
      if (words !== null) return { first, words };
    }
  }
  return first === undefined ? null : { first, words: null };
}
