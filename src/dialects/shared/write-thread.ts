import type { BlobReader, EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { isBlank } from "../../events/white-space.js";
import { countedFacts } from "../../reducers/reduce.js";
import { ForwardReplay } from "../../reducers/replay.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { addUsage, isAside, NO_USAGE, SpendMeter } from "../../reducers/usage.js";
import { DerivedEventIds } from "./derived-ids.js";
import type { ExportLedger } from "./export-ledger.js";
import { ExportReport } from "./export-report.js";
import { encodeObject } from "./foreign-form.js";
import { wholeKept } from "./kept-bytes.js";
import { ImportedFiles } from "./imported-files.js";
import { encodeKept } from "./kept-file.js";
import { objectsIn } from "./read-content.js";
import type { SessionForm } from "./session-form.js";

export interface ThreadExport {
  readonly threadId: string;
  readonly blobs: BlobReader;
  /** Version of the tool that writes. */
  readonly version: string;
  /** Filled with what has no place in the file; complete once the bytes were read to their end. */
  readonly report?: ExportReport;
  /** Of a thread that was imported from several files: the one whose name ends in this id, as it was. */
  readonly generation?: string | undefined;
  /** What a Codex rollout names as its model provider, where it has a first line of ours. */
  readonly modelProvider?: string | undefined;
}

/**
 * Writes a thread, whoever recorded it, as a file of one dialect.
 * @param source the thread's events through its ancestors; read more than once
 * @returns the file's bytes, in parts
 */
export type WriteThread = (source: EventSource, options: ThreadExport) => AsyncIterable<Uint8Array>;

/** Writes a thread that went on, or that comes from elsewhere; takes its events in order. */
export interface ThreadWriter {
  readonly ledger: ExportLedger;
  /** So many events are imported ones that are written as their own lines. */
  readonly importedEnd: number;
  /** The first line, unless the imported ones begin with it. */
  readonly first: JsonObject | null;
  /** Takes an imported event, and the object of its line. */
  follow(object: JsonObject, imported: WrittenEvent): void;
  /** @returns the lines that are settled by now */
  write(written: WrittenEvent): Promise<readonly JsonObject[]>;
  /** @returns what the end of the thread needs, so that it is what the file ends with */
  finish(last: WrittenEvent): Promise<readonly JsonObject[]>;
}

/** An event, with what it made of the thread. */
export interface WrittenEvent {
  readonly event: LogEvent;
  readonly before: ThreadState;
  readonly after: ThreadState;
  /** What all requests up to it cost, rolled-back turns included: each request once. */
  readonly spent: Usage;
}

/** What a writer is given. */
export interface ExportStart
  extends
    Required<Omit<ThreadExport, "generation" | "modelProvider">>,
    Pick<ThreadExport, "modelProvider"> {
  /** The thread's state at its end. */
  readonly state: ThreadState;
  /** How many of its events were read from a file of the dialect that is written. */
  readonly importedEnd: number;
  /** Of the first event. */
  readonly at: string;
  /** The thread that the first event started; null: it is no start. */
  readonly startedId: string | null;
  /** The object of the first imported event; null: none was imported. */
  readonly firstObject: JsonObject | null;
}

/** The imported lines are this thread's own, not those that it was forked from. */
export function isOwnFile({ importedEnd, startedId, threadId }: ExportStart): boolean {
  return importedEnd > 0 && startedId === threadId;
}

/**
 * Writes a thread as a file of one dialect: byte for byte what was imported from one, then what came
 * after it. Of several files it is the newest.
 * @returns the file's bytes, in parts
 */
export async function* writeThread(
  source: EventSource,
  { report = new ExportReport(), generation, ...options }: ThreadExport,
  { form, Writer }: { form: SessionForm; Writer: new (start: ExportStart) => ThreadWriter },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { blobs } = options;
  const { first, files, ...survey } = await surveyThread(source, form.name);
  const { importedEnd } = survey;
  const asked = generation === undefined ? null : files.rangeOf(generation, importedEnd);
  const isFork = first !== null && startedBy(first) !== options.threadId;
  const from = asked?.from ?? (isFork ? 0 : files.newestFrom);
  if (from > 0) report.add(EARLIER_FILES, 0);
  if (asked !== null) {
    yield* encodeKept(source.read(asked), form, blobs);
    return;
  }
  if (first === null || importedEnd === survey.state.log.head) {
    if (options.modelProvider !== undefined) report.add(PROVIDER_LEFT, 0);
    yield* encodeKept(source.read({ from }), form, blobs);
    return;
  }
  // A fork is one file, in which nothing can say that lines of it were taken back.
  if (isFork && files.areSeveral) survey.importedEnd = 0;
  const firstObject = survey.importedEnd === 0 ? null : await importedObject(first, form, blobs);
  const startedId = startedBy(first);
  const writer = new Writer({
    ...options,
    ...survey,
    report,
    at: first.at,
    startedId,
    firstObject,
  });
  yield* writeOn(source, writer, { form, blobs, from, files });
}

/** Said of an export that is one file of several. */
const EARLIER_FILES = "lines of earlier files, which it may refer to (keep those beside it)";

/** Said of an export whose first line was imported, and stays as it was. */
export const PROVIDER_LEFT = "the model provider (the file keeps its own)";

/** Writes what was imported, from an event on, as it was; then what came after it. */
async function* writeOn(
  source: EventSource,
  writer: ThreadWriter,
  imported: {
    readonly form: SessionForm;
    readonly blobs: BlobReader;
    readonly from: number;
    readonly files: ImportedFiles;
  },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { form, blobs } = imported;
  const replay = new ForwardReplay(source);
  const spending = new Spending();
  const take = async (event: LogEvent): Promise<WrittenEvent> => {
    const spent = spending.take(event);
    const before = replay.state;
    const reading = replay.take(event);
    if (reading !== undefined) await reading;
    const after = replay.state;
    writer.ledger.take(event, before, after);
    return { event, before, after, spent };
  };
  const isInHistory = imported.files.historyOf(writer.importedEnd);
  const follow = async function* (to: number): AsyncGenerator<LogEvent> {
    for await (const event of to < 0 ? [] : source.read({ from: 0, to })) {
      const written = await take(event);
      if (isInHistory(event.offset)) {
        writer.follow(await importedObject(event, form, blobs), written);
      }
      if (event.offset >= imported.from) yield event;
    }
  };
  if (writer.first !== null) yield encodeLine(writer.first);
  yield* withFinalLineFeed(encodeKept(follow(writer.importedEnd - 1), form, blobs));
  let last: WrittenEvent | null = null;
  for await (const event of source.read({ from: writer.importedEnd })) {
    last = await take(event);
    yield* (await writer.write(last)).map(encodeLine);
  }
  if (last !== null) yield* (await writer.finish(last)).map(encodeLine);
}

/** What the requests of a thread's conversation cost in sum, each once. */
class Spending {
  readonly #meter = new SpendMeter();
  #sum = NO_USAGE;

  /** @returns the sum after the event; the same object where nothing was added */
  take(event: LogEvent): Usage {
    for (const fact of isKnownEvent(event) ? countedFacts(event) : []) {
      if (fact.type !== "usage.reported" || isAside(fact.data)) continue;
      const more = this.#meter.take(fact.data);
      if (more !== null) this.#sum = addUsage(this.#sum, more.usage);
    }
    return this.#sum;
  }
}

/** What has to be known of a thread before its first line is written. */
async function surveyThread(source: EventSource, dialect: string): Promise<ThreadSurvey> {
  const files = new ImportedFiles();
  const replay = new ForwardReplay(source);
  let first: LogEvent | null = null;
  let ids: DerivedEventIds | null = null;
  let importedEnd = 0;
  for await (const event of source.read()) {
    first ??= event;
    if (event.offset === 0) ids = idsOf(event, dialect);
    if (event.offset === importedEnd && ids?.isDerived(event) === true) {
      importedEnd++;
      files.take(event);
    }
    const reading = replay.take(event);
    if (reading !== undefined) await reading;
  }
  return { state: replay.state, importedEnd, first, files };
}

interface ThreadSurvey {
  readonly state: ThreadState;
  importedEnd: number;
  readonly first: LogEvent | null;
  readonly files: ImportedFiles;
}

/** Null: the thread was not read from a file of the dialect. */
function idsOf(event: LogEvent, dialect: string): DerivedEventIds | null {
  if (!isKnownEvent(event) || event.type !== "thread.started") return null;
  const { source, threadId } = event.data;
  return source.dialect === dialect ? new DerivedEventIds(threadId) : null;
}

function startedBy(event: LogEvent): string | null {
  return isKnownEvent(event) && event.type === "thread.started" ? event.data.threadId : null;
}

/** A line that is written. */
function encodeLine(line: JsonObject): Uint8Array {
  return Buffer.from(`${JSON.stringify(line)}\n`, "utf8");
}

/** The object of an imported event's line. */
async function importedObject(
  event: LogEvent,
  form: SessionForm,
  blobs: BlobReader,
): Promise<JsonObject> {
  if (!isKnownEvent(event)) return {};
  const { raw } = event.foreign ?? {};
  if (raw === undefined) {
    const object = await encodeObject(event, form, blobs);
    return isJsonObject(object) ? object : {};
  }
  const line = Buffer.concat([await wholeKept(raw, blobs), Uint8Array.of(LINE_FEED)]);
  for (const { value } of objectsIn(line, form.lines)) return value;
  return {};
}

const LINE_FEED = 0x0a;

/** A file that was cut within a line gets its line ended before another follows. */
async function* withFinalLineFeed(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let newest: number | undefined = LINE_FEED;
  for await (const part of parts) {
    newest = part.at(-1) ?? newest;
    yield part;
  }
  if (newest !== LINE_FEED) yield Uint8Array.of(LINE_FEED);
}

/** A thread's title as other tools know one; null: it has none, or one that says nothing. */
export function titleOf({ thread }: ThreadState): string | null {
  const title = thread?.title ?? null;
  return title === null || isBlank(title) ? null : title;
}
