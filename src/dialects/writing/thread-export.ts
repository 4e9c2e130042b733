import type { EventSource } from "../../events/event-source.js";
import type { BlobReader } from "../keeping/kept-bytes.js";
import type { ExportReport } from "./export-report.js";

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
