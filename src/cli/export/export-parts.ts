import { DIALECTS } from "../../dialects/dialects.js";
import { THREAD_WRITERS } from "../../dialects/thread-writers.js";
import { ExportReport } from "../../dialects/writing/export-report.js";
import { InvalidArgument } from "../../errors.js";
import type { EventSource } from "../../events/event-source.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import { renderTranscript } from "../../projections/transcript/render-transcript.js";
import { bundleThread } from "../../runtime/bundle/write-bundle.js";
import type { RedactedThread } from "../../runtime/redaction/redact-thread.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { counted } from "../output/figures.js";
import { packageVersion } from "../package-version.js";
import { isTranscriptFormat, type ExportedTranscript } from "./formats.js";
import { notCarriedLines } from "./not-carried-lines.js";

/** A file to be written. */
export interface ExportedParts {
  readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
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
  source: EventSource,
  format: ExportedTranscript,
): Promise<ExportedParts> {
  const text = renderTranscript(await projectTranscript(source), format);
  return { parts: [Buffer.from(text, "utf8")], notes: () => [] };
}

/** A thread of a store in any format. */
export async function threadParts(format: string, thread: Exportable): Promise<ExportedParts> {
  if (format === "bundle") return bundleParts(thread);
  if (!isTranscriptFormat(format)) return dialectParts(format, thread);
  const { store, threadId } = thread;
  return transcriptParts({ read: (range) => store.read(threadId, range) }, format);
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

/** Of any thread where the dialect can, else of one that was imported from it. */
function dialectParts(format: string, { store, threadId }: Exportable): ExportedParts {
  const dialect = DIALECTS.get(format);
  if (dialect === undefined) throw new InvalidArgument(`unknown format ${format}`);
  const { blobs } = store;
  const write = THREAD_WRITERS.get(dialect.name);
  if (write === undefined) {
    return { parts: dialect.encode(store.read(threadId), blobs), notes: () => [] };
  }
  const source: EventSource = { read: (range) => store.read(threadId, range) };
  const report = new ExportReport();
  const parts = write(source, { threadId, blobs, version: packageVersion(), report });
  return { parts, notes: () => notCarriedLines(report) };
}
