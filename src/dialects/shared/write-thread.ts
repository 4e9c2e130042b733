import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import { isBlank } from "../../events/white-space.js";
import { ForwardReplay } from "../../reducers/replay.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { DerivedEventIds } from "./derived-ids.js";
import { encodeKept, encodeObject } from "./encode-kept.js";
import type { ExportLedger } from "./export-ledger.js";
import { type BlobReader, readKept } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";

/** One export of a thread that went on, or that comes from elsewhere. Each is asked for once, in order. */
export interface ThreadRun {
  /** The first line, where the imported ones do not begin with it; null: they do. */
  begin(): JsonObject | null | Promise<JsonObject | null>;
  /** The events that were imported, each read along as it is handed out. */
  imported(): AsyncIterable<LogEvent>;
  /** The lines of the events behind them. */
  own(): AsyncIterable<readonly JsonObject[]>;
}

interface WritingForm {
  readonly form: Pick<SessionForm, "name" | "plainObject">;
  readonly blobs: BlobReader;
}

/**
 * Writes a thread as a file of one dialect: byte for byte what was imported from one, then what came
 * after it.
 * @returns the file's bytes, in parts
 */
export async function* writeThread(
  source: EventSource,
  { form, blobs }: WritingForm,
  startRun: (survey: ThreadSurvey) => ThreadRun,
): AsyncGenerator<Uint8Array, void, undefined> {
  const survey = await surveyThread(source, form.name);
  if (survey.importedEnd === survey.state.log.head) {
    yield* encodeKept(source.read(), form, blobs);
    return;
  }
  const run = startRun(survey);
  const first = await run.begin();
  if (first !== null) yield encodeLine(first);
  yield* withFinalLineFeed(encodeKept(run.imported(), form, blobs));
  for await (const lines of run.own()) yield* lines.map(encodeLine);
}

export interface ThreadExport {
  readonly threadId: string;
  readonly blobs: BlobReader;
  /** Version of the tool that writes. */
  readonly version: string;
  /** Told what has no place in the file; complete once the bytes were read to their end. */
  readonly report?: ExportReport;
}

/**
 * Writes a thread, whoever recorded it, as a file of one dialect.
 * @param source the thread's events through its ancestors; read more than once
 * @returns the file's bytes, in parts
 */
export type WriteThread = (source: EventSource, options: ThreadExport) => AsyncIterable<Uint8Array>;

/** Something of a thread that a file of another tool has no place for. */
export interface NotCarried {
  /** A type of event, or a part of one: `request.sent`, `failed tool calls`. */
  readonly what: string;
  readonly count: number;
  /** Offset of the first. */
  readonly firstAt: number;
}

/** Lists what an export leaves out; complete once the export was read to its end. */
export class ExportReport {
  readonly #found = new Map<string, NotCarried>();

  /** Counts a fact that the format cannot hold. */
  add(what: string, offset: number): void {
    const { count, firstAt } = this.#found.get(what) ?? { count: 0, firstAt: offset };
    this.#found.set(what, { what, count: count + 1, firstAt });
  }

  /** In the order in which they first came. */
  get notCarried(): readonly NotCarried[] {
    return [...this.#found.values()];
  }
}

/** What has to be known of a thread before its first line is written. */
export interface ThreadSurvey {
  /** The state at its end. */
  readonly state: ThreadState;
  /** How many of its events were read from a file of the dialect that it is written in. */
  readonly importedEnd: number;
  /** The first event, and the thread that it started; null: there is none. */
  readonly first: { readonly at: string; readonly threadId: string | null } | null;
}

/** @param dialect the one that the thread is to be written in */
async function surveyThread(source: EventSource, dialect: string): Promise<ThreadSurvey> {
  const prefix = new ImportedPrefix(dialect);
  const replay = new ForwardReplay(source);
  let first: ThreadSurvey["first"] = null;
  for await (const event of source.read()) {
    first ??= { at: event.at, threadId: startedBy(event) };
    prefix.take(event);
    const reading = replay.take(event);
    if (reading !== undefined) await reading;
  }
  return { state: replay.state, importedEnd: prefix.end, first };
}

function startedBy(event: LogEvent): string | null {
  return isKnownEvent(event) && event.type === "thread.started" ? event.data.threadId : null;
}

/** Digits of a ULID that tell a time; the others are derived from thread and ordinal. */
const TIME_DIGITS = 10;

/**
 * Tells the events that were read from a file of one dialect, and are written again byte for byte, from
 * those recorded behind them. Their ids tell: an import derives them (docs/semantics.md §3.8), a
 * writer of ours draws them.
 */
class ImportedPrefix {
  #ids: DerivedEventIds | null = null;
  #end = 0;

  constructor(private readonly dialect: string) {}

  /** Events so far that were imported. */
  get end(): number {
    return this.#end;
  }

  /** Takes the events in order, from offset 0 on. */
  take(event: LogEvent): void {
    if (event.offset !== this.#end) return;
    if (event.offset === 0) this.#ids = idsOf(event, this.dialect);
    const derived = this.#ids?.idOf(event.offset, 0).slice(TIME_DIGITS);
    if (event.id.slice(TIME_DIGITS) === derived) this.#end++;
  }
}

function idsOf(event: LogEvent, dialect: string): DerivedEventIds | null {
  if (!isKnownEvent(event) || event.type !== "thread.started") return null;
  const { source, threadId } = event.data;
  return source.dialect === dialect ? new DerivedEventIds(threadId) : null;
}

/** An event, with what it made of the thread. */
export interface WrittenEvent {
  readonly event: LogEvent;
  readonly before: ThreadState;
  readonly after: ThreadState;
}

/** Folds a thread while it is written, and numbers the ledger behind each event. */
export class ThreadFold {
  readonly #replay: ForwardReplay;

  constructor(
    source: EventSource,
    private readonly ledger: ExportLedger,
  ) {
    this.#replay = new ForwardReplay(source);
  }

  async take(event: LogEvent): Promise<WrittenEvent> {
    const before = this.#replay.state;
    const reading = this.#replay.take(event);
    if (reading !== undefined) await reading;
    const after = this.#replay.state;
    this.ledger.take(event, before, after);
    return { event, before, after };
  }
}

/** A thread's title as other tools know one; null: it has none, or one that says nothing. */
export function titleOf({ thread }: ThreadState): string | null {
  const title = thread?.title ?? null;
  return title === null || isBlank(title) ? null : title;
}

/** A line that is written. */
function encodeLine(line: JsonObject): Uint8Array {
  return Buffer.from(`${JSON.stringify(line)}\n`, "utf8");
}

/** The object of an imported event's line. */
export async function importedObject(
  event: LogEvent,
  form: Pick<SessionForm, "plainObject">,
  blobs: BlobReader,
): Promise<JsonObject> {
  if (!isKnownEvent(event)) return {};
  const { raw } = event.foreign ?? {};
  if (raw === undefined) return asObject(await encodeObject(event, form, blobs));
  const parts: Uint8Array[] = [];
  for await (const part of readKept(raw, blobs)) parts.push(part);
  return asObject(JSON.parse(Buffer.concat(parts).toString("utf8")));
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

const LINE_FEED = 0x0a;

/** What was cut in the middle of a file ends its line all the same. */
async function* withFinalLineFeed(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let newest: number | undefined = LINE_FEED;
  for await (const part of parts) {
    newest = part.at(-1) ?? newest;
    yield part;
  }
  if (newest !== LINE_FEED) yield Uint8Array.of(LINE_FEED);
}
