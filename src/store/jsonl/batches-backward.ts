import type { RefoldError, LogDamage } from "../../errors.js";
import { damagedLog } from "../errors.js";
import type { CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import {
  type ChainedEvent,
  continuesBatch,
  isRooted,
  linkFault,
  sumToLink,
  threadBegunBy,
} from "../chain.js";
import { beginsLog } from "../fork-thread.js";
import { damageAt, decodeRawLine, endOf, linesBackward, type RawLine } from "./lines.js";
import type { LogFile } from "./log-file.js";

interface BackwardReading {
  readonly newer?: CheckOptions["newer"];
  /** Whose log it is; absent: whoever it names. */
  readonly threadId?: string;
}

interface StoredBatch {
  /** Newest first. */
  readonly events: readonly LogEvent[];
  /** The byte after its last line. */
  readonly endByte: number;
}

/**
 * The whole batches of a log, last first, without a torn tail: lines after the last with none left.
 * Reads what it yields, and the line before it, which shows that the batch is whole.
 *
 * @throws {RefoldError} `damaged-log`: where damage is met
 * @throws {RefoldError} `needs-newer-version`: with `refuse`
 */
export function* batchesBackward(
  log: LogFile,
  reading: BackwardReading = {},
): Generator<StoredBatch, void, undefined> {
  const assembly = new BackwardAssembly(
    {
      isSealed: log.isSealed,
      damageAt: (line, { reason, offset }) => {
        const isLost = line.sizeBytes >= 0 && log.findLost(line.start, endOf(line)) !== null;
        return damageAt(log, line, { reason: isLost ? "archive" : reason, offset });
      },
    },
    reading,
  );
  for (const line of linesBackward(log)) {
    const batch = assembly.push(line);
    if (batch !== undefined) yield batch;
  }
  const first = assembly.finish();
  if (first !== undefined) yield first;
}

/** What is told of a log's damage. */
interface DamagedPlace {
  /** Nothing in it is torn. */
  readonly isSealed: boolean;
  damageAt(line: RawLine, damage: Pick<LogDamage, "reason" | "offset">): LogDamage;
}

/** Puts lines together into batches, newest line first, each held to the line before it. */
export class BackwardAssembly {
  #events: LogEvent[] = [];
  #endByte = 0;
  /** The thread that began last. */
  #named: string | null = null;
  #behind: (ChainedEvent & { readonly line: RawLine }) | undefined;

  constructor(
    private readonly place: DamagedPlace,
    private readonly reading: BackwardReading,
  ) {}

  /**
   * Takes the line before the last one.
   * @returns the batch after it, if it ends another
   * @throws {RefoldError} `damaged-log`: the line is damaged, or the one after it does not go on from it
   */
  push(line: RawLine): StoredBatch | undefined {
    const read = decodeRawLine(line, this.reading.newer);
    const behind = this.#behind;
    if (behind === undefined) {
      this.#pushLast(line, read);
      return undefined;
    }
    const { event, damage } = read;
    const after = behind.event;
    if (event === undefined) throw this.#damaged(line, damage, after);
    this.#named ??= threadBegunBy(after);
    const reason = this.#isOther() ? "chain" : linkFault(read, behind);
    if (reason === "batch") throw this.#damaged(line, reason, after);
    if (reason !== null) {
      // What is wrong shows at the newer of the two lines, as for who reads forward.
      const isGap = reason === "offset-gap";
      const offset = isGap ? event.offset + 1 : after.offset;
      const found = this.place.damageAt(behind.line, { reason, offset });
      throw damagedLog(isGap ? { ...found, bytes: 0 } : found);
    }
    this.#behind = { ...read, line };
    if (continuesBatch(event, after)) {
      this.#events.push(event);
      return undefined;
    }
    const batch = { events: this.#events, endByte: this.#endByte };
    this.#events = [event];
    this.#endByte = endOf(line);
    return batch;
  }

  /** There are no more lines. @returns the log's first batch; undefined: it has none */
  finish(): StoredBatch | undefined {
    const behind = this.#behind;
    if (behind === undefined) return undefined;
    if (!beginsLog(behind.event)) {
      const line = { start: 0, bytes: Buffer.alloc(0), sizeBytes: -1 };
      throw this.#damaged(line, "offset-gap", behind.event);
    }
    this.#named ??= threadBegunBy(behind.event);
    if (!isRooted(behind) || this.#isOther()) {
      const { offset } = behind.event;
      throw damagedLog(this.place.damageAt(behind.line, { reason: "chain", offset }));
    }
    return { events: this.#events, endByte: this.#endByte };
  }

  #pushLast(line: RawLine, read: ReturnType<typeof decodeRawLine>): void {
    const { event, damage } = read;
    if (event === undefined || event.left !== undefined) {
      if (!this.place.isSealed) return; // torn
      throw this.#damaged(line, damage ?? "batch", undefined);
    }
    this.#events = [event];
    this.#endByte = endOf(line);
    this.#behind = { ...read, line };
  }

  #isOther(): boolean {
    const { threadId } = this.reading;
    return threadId !== undefined && this.#named !== null && this.#named !== threadId;
  }

  /** @param after the event of the line after it; undefined: at the end of a log that is sealed */
  #damaged(
    line: RawLine,
    reason: LogDamage["reason"],
    after: LogEvent | undefined,
  ): RefoldError<"damaged-log"> {
    const offset = after === undefined ? null : after.offset - 1;
    return damagedLog(this.place.damageAt(line, { reason, offset }));
  }
}

interface LogTail {
  /** The offset that the next event gets; null: the file holds no whole batch. */
  readonly head: number | null;
  /** What the next line names as the sum before it; undefined as above. */
  readonly sum: number | undefined;
  /** Bytes of whole batches; what follows is torn. */
  readonly endByte: number;
}

/**
 * Finds the end of the last whole batch, from the end of the file: costs what the tail costs. What
 * follows that batch is a torn tail.
 *
 * @throws {RefoldError} `damaged-log`: before the last batch is damage: bytes that a cut would
 *   not set aside
 */
export function findLogTail(log: LogFile): LogTail {
  for (const { events, endByte } of batchesBackward(log)) {
    const [last] = events;
    return { head: (last?.offset ?? -1) + 1, sum: last && sumToLink(last), endByte };
  }
  return { head: null, sum: undefined, endByte: 0 };
}
