import { damagedLog } from "../errors.js";
import type { LogDamage } from "../../errors.js";
import type { CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import {
  batchEnd,
  type ChainedEvent,
  continuesBatch,
  cutsBatch,
  isLinked,
  isRooted,
  threadBegunBy,
} from "../chain.js";
import { beginsLog } from "../fork-thread.js";
import { isWholeWithLeft } from "./line-ending.js";
import { decodeRawLine, endOf, peekPlace, type RawLine } from "./lines.js";

type ReadLine = ReturnType<typeof decodeRawLine>;

interface AssemblyStart {
  /** Where a batch is known to begin. */
  readonly byte: number;
  /** Which offset the log begins with: that of a fork's own lines is not 0. Absent: 0. */
  readonly offset?: number;
  readonly newer: CheckOptions["newer"];
  /** Whose log it is; absent: whoever it names. */
  readonly threadId?: string | undefined;
  /** Told of each event as its line is read, with the bytes of the line. */
  readonly onLine?: ((event: LogEvent, bytes: number) => void) | undefined;
}

/**
 * Puts lines together into batches, each whole or not at all, and says what is damaged. A line is
 * taken for the start of a batch only where that is certain: after the end of another, or where a
 * damaged line's own beginning tells how far its batch goes. After other damage, the lines up to
 * the next with none left may be the rest of a batch: they are set aside too.
 */
export class BatchAssembly {
  /** Events of whole batches, oldest first. Whoever takes them puts an empty list here. */
  run: LogEvent[] = [];
  /** The byte after the last line with none left; what follows may be a batch being written. */
  endByte: number;
  /** The offset after that line; null: no such line was seen. */
  head: number | null = null;

  readonly #newer: CheckOptions["newer"];
  readonly #threadId: string | undefined;
  readonly #onLine: AssemblyStart["onLine"];
  /** A batch whose last line has not come. */
  #pending: ChainedEvent[] = [];
  /** The last line of the newest whole batch; null: none was read. */
  #whole: ChainedEvent | null = null;
  #pendingByte = 0;
  #pendingIndex = 0;
  /** The offset after the last whole batch; null: the first line may tell. */
  #next: number | null = null;
  /** After damage: another offset at which a batch is known to begin. */
  #boundary = -1;
  /** The damaged line just before, if it says that it ends its batch; null: it does not. */
  #lastBad: Buffer | null = null;
  /** The thread that began last. */
  #named: string | null = null;
  /** A whole line, just before, that was written elsewhere; null: the line before is none. */
  #stranger: ChainedEvent | null = null;
  /** Damage was told of since the last whole batch, so that a jump after it is no news. */
  #isExplained = false;
  /** The offset that the next line should hold; null: unknown. */
  #cursor: number | null;
  readonly #startsAtLog: boolean;
  #lineIndex = -1;

  constructor(
    private readonly report: DamageReport,
    start: AssemblyStart,
  ) {
    this.#newer = start.newer;
    this.#onLine = start.onLine;
    this.#threadId = start.threadId;
    this.endByte = start.byte;
    this.#startsAtLog = start.byte === 0;
    this.#cursor = this.#startsAtLog ? (start.offset ?? 0) : null;
  }

  /**
   * Takes the next line of the file.
   * @param read what it is, if it was decoded with others
   * @throws {RefoldError} `damaged-log`: see `DamageReport.settle`
   */
  push(line: RawLine, read: ReadLine = decodeRawLine(line, this.#newer)): void {
    this.#lineIndex += 1;
    if (read.event === undefined) {
      this.#setBadAside(line, read.damage);
      return;
    }
    this.#onLine?.(read.event, line.sizeBytes + 1);
    this.#place(line, read);
  }

  /**
   * There are no more lines. A batch that is not complete is being written, or torn, unless the log is
   * sealed: then it is damage, whatever follows.
   * @param sealedAt where a sealed log ends; null: it is not sealed
   */
  finish(sealedAt: number | null): void {
    const isOther = this.#threadId !== undefined && this.#named !== null && !this.#isNamed;
    if (this.#startsAtLog && isOther) {
      this.report.add({ reason: "chain", byte: 0, bytes: 0, lineIndex: 0, offset: null });
      this.report.settle();
    }
    const last = this.#pending.at(-1);
    if (sealedAt !== null && last !== undefined) this.#breakPending(sealedAt, last);
    if (sealedAt === null) this.report.flush();
    else this.report.settle();
  }

  #place(line: RawLine, read: ChainedEvent): void {
    const { event } = read;
    const last = this.#pending.at(-1);
    if (last !== undefined && continuesBatch(last.event, event) && isLinked(last, read)) {
      this.#take(line, read);
    } else {
      if (last !== undefined && cutsBatch(last.event, event)) this.#complete(last);
      else if (last !== undefined) this.#breakPending(line.start, last);
      this.#begin(line, read);
    }
    if (event.left !== undefined) return;
    this.head = Math.max(this.head ?? 0, event.offset + 1);
    this.endByte = endOf(line);
    this.report.settle();
  }

  #begin(line: RawLine, read: ChainedEvent): void {
    const { event } = read;
    const next = this.#next ?? this.#firstOffset(event);
    if (event.offset < next) {
      this.#setLineAside(line, "offset-repeat", event.offset);
      return;
    }
    if (event.offset > next && !this.#isExplained) this.#tellGap(line, next);
    this.#cursor = event.offset + 1;
    const isCertain = event.offset === this.#boundary && !this.#goesOnFromBad(event);
    this.#lastBad = null;
    if (this.#isStranger(read, next)) {
      this.#setLineAside(line, "chain", event.offset);
      this.#stranger = read;
      this.#boundary = batchEnd(event);
      this.#isExplained = true;
    } else if (event.offset === next || isCertain) {
      this.#take(line, read);
    } else {
      this.#setLineAside(line, "batch", event.offset);
      this.#boundary = batchEnd(event);
    }
  }

  /**
   * Whether a whole line was written elsewhere: it does not go on from the line that it should follow, or
   * it goes on from a line that was written elsewhere itself.
   */
  #isStranger(read: ChainedEvent, next: number): boolean {
    const { offset } = read.event;
    const stranger = this.#stranger;
    if (stranger?.event.offset === offset - 1 && isLinked(stranger, read)) return true;
    if (offset !== next) return false;
    if (this.#whole !== null) {
      return !isLinked(this.#whole, read) || (threadBegunBy(read.event) !== null && this.#isNamed);
    }
    return this.#startsAtLog && this.#next === null && !this.#isBeginning(read);
  }

  /** The thread itself has begun: a fork's copied prefix is before that, and nothing begins after it. */
  get #isNamed(): boolean {
    return this.#named !== null && this.#named === this.#threadId;
  }

  /** What a fork begins with names the fork; a thread's first line may be an ancestor's. */
  #isBeginning(read: ChainedEvent): boolean {
    const { event } = read;
    const isOther = this.#threadId !== undefined && threadBegunBy(event) !== this.#threadId;
    return isRooted(read) && !(isOther && event.type === "thread.forked");
  }

  /** What is damaged about the line before may be just that it went on with this one. */
  #goesOnFromBad({ left }: LogEvent): boolean {
    return this.#lastBad !== null && left !== undefined && isWholeWithLeft(this.#lastBad, left + 1);
  }

  #firstOffset(event: LogEvent): number {
    return !this.#startsAtLog || beginsLog(event) ? event.offset : 0;
  }

  #take(line: RawLine, read: ChainedEvent): void {
    const { event } = read;
    if (this.#pending.length === 0) {
      this.#pendingByte = line.start;
      this.#pendingIndex = this.#lineIndex;
    }
    this.#pending.push(read);
    this.#named = threadBegunBy(event) ?? this.#named;
    if (event.left === undefined) this.#complete(read);
  }

  #complete(last: ChainedEvent): void {
    for (const { event } of this.#pending) this.run.push(event);
    this.#pending.length = 0;
    this.#next = this.#cursor = last.event.offset + 1;
    this.#isExplained = false;
    this.#whole = last;
    this.#stranger = null;
  }

  /** The line that the pending batch goes on with is damaged, or not there. */
  #breakPending(endByte: number, last: ChainedEvent): void {
    const [{ event: first } = last] = this.#pending;
    this.report.addLines({
      reason: "batch",
      byte: this.#pendingByte,
      bytes: endByte - this.#pendingByte,
      lineIndex: this.#pendingIndex,
      offset: first.offset,
    });
    this.#next ??= first.offset;
    this.#boundary = batchEnd(first);
    this.#cursor = last.event.offset + 1;
    this.#isExplained = true;
    this.#pending.length = 0;
  }

  #setBadAside(line: RawLine, reason: LogDamage["reason"]): void {
    const last = this.#pending.at(-1);
    if (last !== undefined) this.#breakPending(line.start, last);
    const offset = this.#cursor;
    const lineIndex = this.#lineIndex;
    this.report.add({ reason, byte: line.start, bytes: line.sizeBytes + 1, lineIndex, offset });
    this.#isExplained = true;
    const place = peekPlace(line.bytes);
    this.#lastBad = null;
    if (place === null || place.offset !== offset) {
      this.#cursor = null;
    } else {
      if (place.left === 0 && reason === "sum") this.#lastBad = Buffer.from(line.bytes);
      this.#cursor = place.offset + 1;
      this.#boundary = Math.max(this.#boundary, place.offset + place.left + 1);
    }
  }

  #setLineAside(line: RawLine, reason: LogDamage["reason"], offset: number): void {
    const bytes = line.sizeBytes + 1;
    this.report.addLines({ reason, byte: line.start, bytes, lineIndex: this.#lineIndex, offset });
  }

  #tellGap(line: RawLine, next: number): void {
    const { start: byte } = line;
    const lineIndex = this.#lineIndex;
    this.report.add({ reason: "offset-gap", byte, bytes: 0, lineIndex, offset: next });
    this.#isExplained = true;
  }
}

interface SetAside {
  readonly reason: LogDamage["reason"];
  readonly byte: number;
  readonly bytes: number;
  /** Lines since the reading began: 0 for the first. */
  readonly lineIndex: number;
  readonly offset: number | null;
}

interface DamageReportOptions {
  readonly file: string;
  /** 1-based number of the line at which reading began; asked for when there is damage only. */
  readonly firstLine: () => number;
  readonly onDamage: ((damage: LogDamage) => void) | undefined;
  /** As `LogFile.findLost`: bytes that an archive lost are damaged for no other reason. */
  readonly findLost: (from: number, to: number) => unknown;
}

/** Tells of damage, or keeps the first of it until it is known that whole batches follow. */
export class DamageReport {
  #firstLine: number | undefined;
  /** Whole lines that are set aside for one reason, one by one, are one damage. */
  #run: SetAside | undefined;
  #first: SetAside | undefined;

  constructor(private readonly options: DamageReportOptions) {}

  add(damage: SetAside): void {
    this.flush();
    this.#tell(damage);
  }

  /** Adds whole lines, which join those before them if the reason is the same. */
  addLines(lines: SetAside): void {
    const run = this.#run;
    if (run?.reason === lines.reason && run.byte + run.bytes === lines.byte) {
      this.#run = { ...run, bytes: run.bytes + lines.bytes };
      return;
    }
    this.flush();
    this.#run = lines;
  }

  /** No more lines join what was added last. */
  flush(): void {
    const run = this.#run;
    this.#run = undefined;
    if (run !== undefined) this.#tell(run);
  }

  /**
   * A batch ends here: damage before it is no torn tail.
   * @throws {RefoldError} `damaged-log`: there is damage, and nobody asked to read around it
   */
  settle(): void {
    this.flush();
    if (this.#first !== undefined) throw damagedLog(this.#toDamage(this.#first));
  }

  #tell(damage: SetAside): void {
    const { onDamage } = this.options;
    if (onDamage === undefined) this.#first ??= damage;
    else onDamage(this.#toDamage(damage));
  }

  #toDamage({ lineIndex, ...damage }: SetAside): LogDamage {
    this.#firstLine ??= this.options.firstLine();
    const { file, findLost } = this.options;
    const isLost = findLost(damage.byte, damage.byte + damage.bytes) !== null;
    const reason = isLost ? "archive" : damage.reason;
    return { file, line: this.#firstLine + lineIndex, ...damage, reason };
  }
}
