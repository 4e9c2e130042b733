import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { CheckOptions } from "../../events/check-event.js";
import type { ChainedEvent } from "../chain.js";
import { AheadSlots, type AheadTask } from "./ahead-slots.js";
import { decodeLines, decodeList, mark } from "./line-decoder.js";
import { maxLineBytes } from "./line-encoder.js";
import { endOf, lineRuns, type RawLine } from "./lines.js";
import type { LogFile } from "./log-file.js";
import { listText, type MarkedLine } from "./marked-list.js";

/** Lines, one after another, and what they are. */
export interface DecodedRun {
  readonly lines: readonly RawLine[];
  /** Null: they are to be decoded one by one. */
  readonly read: readonly ChainedEvent[] | null;
}

type DecodedRuns<Result> = Generator<DecodedRun, Result, undefined>;

/**
 * After so many bytes that were read alone a thread is worth its start: most readings end before. After twice
 * as many the next one is, where one has ended early.
 */
const aloneBytes = 8 * 1024 * 1024;

/**
 * The lines of a log from `fromByte` on, which must be where one begins, several at a time. Of a long log
 * a thread goes ahead (`ReadAhead`).
 */
export function* decodedRuns(
  log: LogFile,
  fromByte: number,
  newer: CheckOptions["newer"],
): DecodedRuns<void> {
  let byte = fromByte;
  for (let leastAlone = aloneBytes; ; leastAlone *= 2) {
    using starting = new StartingThread(log, byte + leastAlone);
    yield* runsAlone(log, { byte, newer, starting });
    const { reached } = starting;
    if (reached === null) return;
    byte = yield* reached.runs(newer);
  }
}

interface ReadingAlone {
  readonly byte: number;
  readonly newer: CheckOptions["newer"];
  readonly starting: StartingThread;
}

/** From a byte up to where the thread has the lines, or to the end of the log. */
function* runsAlone(log: LogFile, { byte, newer, starting }: ReadingAlone): DecodedRuns<void> {
  for (const run of lineRuns(log, byte)) {
    const lines = starting.linesBefore(run);
    if (lines.length > 0) yield { lines, read: decoded(lines, newer) };
    if (lines.length < run.length) return;
    const last = lines.at(-1);
    if (last !== undefined) starting.pass(endOf(last));
  }
}

/** @returns null, too, where one is too long: of such a line not all is there */
function decoded(
  lines: readonly RawLine[],
  newer: CheckOptions["newer"],
): readonly ChainedEvent[] | null {
  if (lines.some(({ sizeBytes }) => sizeBytes > maxLineBytes)) return null;
  const bytes = lines.map((line) => line.bytes);
  return decodeLines(bytes, newer);
}

/** A thread that is started at some byte of a reading, until the reading comes to its first line. */
class StartingThread implements Disposable {
  #ahead: ReadAhead | null | undefined;
  /** Null: the reading has not come to a first line. */
  reached: ReadAhead | null = null;

  constructor(
    private readonly log: LogFile,
    private readonly dueByte: number,
  ) {}

  /** The lines up to where the thread has them, which is all where there is none. */
  linesBefore(run: readonly RawLine[]): readonly RawLine[] {
    const ahead = this.#ahead ?? null;
    const first = ahead?.firstByte ?? null;
    const [start, last] = [run[0]?.start ?? 0, run.at(-1)?.start ?? 0];
    if (first === null || first > last) return run;
    if (first < start) {
      this.#end(); // it was overtaken
      return run;
    }
    this.reached = ahead;
    return run.filter((line) => line.start < first);
  }

  /** The reading has come to a byte. */
  pass(byte: number): void {
    if (this.#ahead === undefined && byte >= this.dueByte) {
      this.#ahead = ReadAhead.begin(this.log, byte);
    }
    this.#ahead?.noteReader(byte);
  }

  #end(): void {
    this.#ahead?.end();
    this.#ahead = null;
  }

  [Symbol.dispose](): void {
    this.#end();
  }
}

/** With less left to read a thread is hardly up before it is done. */
const leastBytes = 24 * 1024 * 1024;
/** Longer than the thread takes for a slot, shorter than anybody notices. */
const patienceMs = 100;
/** It holds next to nothing beside the slots. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32, stackSizeMb: 1 };
/** Of lines that are whole nobody looks at them. */
const noBytes = Buffer.alloc(0);

/**
 * A thread that goes ahead of a reader of a log: it reads the file and checks the sums of its lines, a sixth
 * of what reading takes. The bytes that it has checked are those that the reader decodes. It is a help
 * that may fail: where it meets damage or a line that is too long, is late or cannot be started, it has
 * ended, and the reader goes on alone.
 */
class ReadAhead {
  readonly #slots: AheadSlots;

  /** @returns null: it would not pay, or there are no threads here */
  static begin(log: LogFile, byte: number): ReadAhead | null {
    const { path, sizeBytes } = log;
    const identity = sizeBytes - byte < leastBytes ? null : (log.identity?.() ?? null);
    if (identity === null || availableParallelism() < 2) return null;
    const slots = new AheadSlots();
    slots.noteReader(byte);
    const isStarted = startThread(slots, { path, identity, sizeBytes, mark, memory: slots.memory });
    return isStarted ? new ReadAhead(slots) : null;
  }

  private constructor(slots: AheadSlots) {
    this.#slots = slots;
  }

  /** Where the lines begin that the thread has; null: not known yet. */
  get firstByte(): number | null {
    return this.#slots.firstByte;
  }

  /** Tells the thread how far the reader has come alone. */
  noteReader(byte: number): void {
    this.#slots.noteReader(byte);
  }

  /** The lines from `firstByte` on. @returns where it has ended: where a line begins */
  *runs(newer: CheckOptions["newer"]): DecodedRuns<number> {
    let byte = this.firstByte ?? 0;
    for (let turn = 0; this.#slots.awaitFilled(turn, patienceMs); turn++) {
      for (const { lines, endings, text } of this.#listsOf(turn, byte)) {
        const read = decodeList(text, endings, newer);
        if (read === null) return byte;
        yield { lines, read };
        const last = lines.at(-1);
        if (last !== undefined) byte = endOf(last);
      }
      this.#slots.noteEmptied(turn + 1);
    }
    return byte;
  }

  *#listsOf(turn: number, byte: number) {
    const slot = this.#slots.slot(turn);
    const { lineCount, bytes } = slot;
    let [listStart, end] = [1, 1];
    let lines: RawLine[] = [];
    let endings: MarkedLine[] = [];
    for (let index = 0; index < lineCount; index++) {
      const ending = slot.lineAt(index);
      const { sizeBytes } = ending;
      lines.push({ start: byte + end - 1, bytes: noBytes, sizeBytes });
      endings.push(ending);
      end += sizeBytes + 1;
      if (!slot.endsList(index)) continue;
      yield { lines, endings, text: listText(bytes, listStart - 1, end - 1) };
      [lines, endings] = [[], []];
      listStart = end;
    }
  }

  end(): void {
    this.#slots.end();
  }
}

/**
 * A failure of the thread's is one that the reader meets too, and reports.
 * @returns false: threads are not allowed here, or the package's files are not together
 */
function startThread(slots: AheadSlots, workerData: AheadTask): boolean {
  try {
    const script = new URL("./read-ahead-worker.js", import.meta.url);
    const worker = new Worker(script, { workerData, execArgv: [], env: {}, resourceLimits });
    worker.on("error", () => {
      slots.end();
    });
    worker.unref();
    return true;
  } catch {
    return false; // reading alone gives the same
  }
}
