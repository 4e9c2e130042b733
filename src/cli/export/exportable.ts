import { DIALECTS } from "../../dialects/dialects.js";
import { ExportReport } from "../../dialects/shared/export-report.js";
import type { ThreadExport } from "../../dialects/shared/write-thread.js";
import { invalidArgument } from "../../errors.js";
import type { PriceTable } from "../../models/prices.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import {
  renderTranscript,
  type TranscriptFormat,
} from "../../projections/transcript/render-transcript.js";
import type { TranscriptLook } from "../../projections/transcript/transcript-words.js";
import { bundleThread } from "../../sessions/bundle/write-bundle.js";
import { rolloutPlace } from "../../sessions/open-session.js";
import { namesFile } from "../../sessions/path-refused.js";
import type { RedactedThread } from "../../sessions/redaction/redact-thread.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { importOne } from "../commands/import.js";
import { counted, figure } from "../../projections/figures.js";
import { packageVersion } from "../package-version.js";
import type { ReadTranscript } from "./read-transcript.js";
import type { Parts } from "./write-file.js";
import type { HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
import { withTemporaryStore, withThread } from "../store.js";

/**
 * What FILE|THREAD names, as a thread of a store. A file that is in no store is taken into one that
 * goes when the work is done: the user's own is only read.
 */
export async function withExportable<Result>(
  text: string,
  { shell, home }: HomeOption & { readonly shell: Shell },
  work: (thread: Exportable) => Promise<Result>,
): Promise<Result> {
  const isFile = namesFile(text);
  const place = isFile
    ? rolloutPlace(text)
    : { ...(home !== undefined && { home }), threadId: text };
  if (place !== null) {
    return withThread(place.threadId, place, (store, threadId) => work({ store, threadId }));
  }
  return withTemporaryStore(async (store) => {
    const results = await importOne(text, { store, shell, reach: "file" });
    return await work({ store, threadId: results.at(-1)?.threadId ?? "" });
  });
}

/** A file to be written. */
export interface ExportedParts {
  readonly parts: Parts;
  /** What is to be said of it, once it is written. */
  readonly notes: () => readonly string[];
}

/** A thread of a store. */
export interface Exportable {
  readonly store: JsonlStore;
  readonly threadId: string;
  /** What was replaced in it; absent: it is as it was recorded. */
  readonly redaction?: RedactedThread;
}

export async function transcriptParts(
  { transcript, look }: ReadTranscript,
  format: ExportedTranscript,
): Promise<ExportedParts> {
  const text = await renderTranscript(transcript, format, look);
  return { parts: [Buffer.from(text, "utf8")], notes: () => [] };
}

type DialectOptions = Pick<ThreadExport, "generation" | "modelProvider">;

interface PartsOptions extends DialectOptions {
  readonly look: TranscriptLook;
  readonly prices: PriceTable;
}

/** A thread of a store in any format. A transcript names its pictures and shows none. */
export async function threadParts(
  format: string,
  thread: Exportable,
  options: PartsOptions,
): Promise<ExportedParts> {
  if (format === "bundle") return bundleParts(thread);
  if (!isTranscriptFormat(format)) return dialectParts(format, thread, options);
  const { store, threadId } = thread;
  const { look, prices } = options;
  const transcript = await projectTranscript(store.source(threadId), { prices });
  return transcriptParts({ transcript, look }, format);
}

async function bundleParts({ store, threadId, redaction }: Exportable): Promise<ExportedParts> {
  const { manifest, parts } = await bundleThread({
    ...{ home: store.home, threadId, version: packageVersion() },
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
  { generation, modelProvider }: DialectOptions,
): ExportedParts {
  const dialect = DIALECTS.get(format);
  if (dialect === undefined) throw invalidArgument(`unknown format ${format}`);
  const { blobs } = store;
  const source = store.source(threadId);
  const report = new ExportReport();
  const options = { threadId, blobs, version: packageVersion(), report, generation, modelProvider };
  const parts = dialect.write(source, options);
  return { parts, notes: () => notCarriedLines(report) };
}

type ExportedTranscript = Exclude<TranscriptFormat, "text">;

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
