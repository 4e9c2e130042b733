import { accountantOf, DIALECTS } from "../dialects/dialects.js";
import { ExportReport } from "../dialects/shared/export-report.js";
import type { ThreadExport } from "../dialects/shared/write-thread.js";
import { invalidArgument } from "../errors.js";
import type { PriceTable } from "../models/prices.js";
import { counted, figure } from "../projections/figures.js";
import { projectHeading } from "../projections/transcript/project-heading.js";
import { projectTranscript } from "../projections/transcript/project-transcript.js";
import {
  renderTranscript,
  type TranscriptFormat,
} from "../projections/transcript/render-transcript.js";
import type { Transcript } from "../projections/transcript/transcript.js";
import type { TranscriptLook } from "../projections/transcript/transcript-words.js";
import type { EventStore } from "../store/event-store.js";
import { bundleThread } from "./bundle/write-bundle.js";
import { type RedactedThread, redactThread } from "./redaction/redact-thread.js";
import { type StandalonePage, standalonePage } from "./static-page.js";
import { withTemporaryStore } from "./temporary-store.js";

/** A file to be written. */
export interface ExportedParts {
  readonly parts: Parts;
  /** What is to be said of it, once it is written. */
  readonly notes: () => readonly string[];
}

/** A thread of a store. */
export interface Exportable {
  readonly store: EventStore;
  /** What opens the store. */
  readonly home: string;
  readonly threadId: string;
  /** What was replaced in it; absent: it is as it was recorded. */
  readonly redaction?: RedactedThread;
}

/** The bytes of a file, in pieces. */
export type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** What is shown of a session, and how. */
export interface ReadTranscript {
  readonly transcript: Transcript;
  readonly look: TranscriptLook;
}

export async function transcriptParts(
  { transcript, look }: ReadTranscript,
  format: Exclude<ExportedTranscript, "html">,
): Promise<ExportedParts> {
  const text = await renderTranscript(transcript, format, look);
  return { parts: [Buffer.from(text, "utf8")], notes: () => [] };
}

type DialectOptions = Pick<ThreadExport, "generation" | "modelProvider">;

/** How an export is written. */
interface PartsOptions extends DialectOptions {
  /** Of the tool that writes. */
  readonly version: string;
  readonly look: TranscriptLook;
  readonly prices: PriceTable;
}

/** A thread of a store in any format. A transcript names its pictures and shows none. */
export async function threadParts(
  format: string,
  thread: Exportable,
  options: PartsOptions,
): Promise<ExportedParts> {
  if (format === "bundle") return bundleParts(thread, options);
  if (!isTranscriptFormat(format)) return dialectParts(format, thread, options);
  const { store, threadId } = thread;
  const { blobs } = store;
  const source = store.source(threadId);
  const hasPayloads = thread.redaction === undefined;
  if (format === "html") {
    return pageParts({ source, blobs, damage: () => [], hasPayloads }, options);
  }
  const { look, prices } = options;
  const transcript = await projectTranscript(source, { prices, accountantOf });
  return transcriptParts({ transcript, look }, format);
}

/** The page of `refold ui` that holds a session: of a damaged one what can be read. */
export async function pageParts(
  session: Omit<StandalonePage, "title" | "version">,
  { version }: Pick<PartsOptions, "version">,
): Promise<ExportedParts> {
  const title = await projectHeading(session.source);
  return { parts: standalonePage({ ...session, title, version }), notes: () => [] };
}

async function bundleParts(
  { home, threadId, redaction }: Exportable,
  { version }: PartsOptions,
): Promise<ExportedParts> {
  const { manifest, parts } = await bundleThread({
    ...{ home, threadId, version },
    ...(redaction !== undefined && { redacted: countsOf(redaction) }),
  });
  const missing = manifest.missingBlobs.length;
  const note = `refold: ${counted(missing, "blob")} that it names are gone, and not in the bundle`;
  return { parts: parts(), notes: () => (missing === 0 ? [] : [note]) };
}

function countsOf({ findings }: RedactedThread): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, count } of findings) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}

function dialectParts(
  format: string,
  { store, threadId }: Exportable,
  { generation, modelProvider, version }: PartsOptions,
): ExportedParts {
  const dialect = DIALECTS.get(format);
  if (dialect === undefined) throw invalidArgument(`unknown format ${format}`);
  const { blobs } = store;
  const source = store.source(threadId);
  const report = new ExportReport();
  const options = { threadId, blobs, version, report, generation, modelProvider };
  const parts = dialect.write(source, options);
  return { parts, notes: () => notCarriedLines(report) };
}

/** A format of an export that is a transcript. */
export type ExportedTranscript = Exclude<TranscriptFormat, "text"> | "html";

/** The formats of an export that are transcripts. */
export const TRANSCRIPT_FORMATS: readonly ExportedTranscript[] = ["md", "html", "json"];

export function isTranscriptFormat(format: string): format is ExportedTranscript {
  return TRANSCRIPT_FORMATS.some((name) => name === format);
}

/** What an export left out, a line each; none when nothing was. */
function notCarriedLines({ notCarried }: ExportReport): readonly string[] {
  if (notCarried.length === 0) return [];
  return [
    "not carried over, for the format has no place for it:",
    ...notCarried.map(({ what, count, firstAt }) => {
      const where = count === 1 ? `at #${firstAt}` : `the first at #${firstAt}`;
      return `  ${what}: ${figure(count)}, ${where}`;
    }),
  ];
}

/** A redacted copy of the thread, which goes when the work is done; without patterns the thread. */
export function withRedacted<Result>(
  thread: Exportable,
  patterns: readonly string[] | null,
  work: (thread: Exportable) => Promise<Result>,
): Promise<Result> {
  if (patterns === null) return work(thread);
  return withTemporaryStore(async (store) => {
    const { home: target } = store;
    const { home, threadId } = thread;
    const redaction = await redactThread({ home, threadId, target, patterns });
    return await work({ store, home: target, threadId: redaction.threadId, redaction });
  });
}
