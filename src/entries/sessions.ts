// `refold/sessions`: recorded sessions and homes on disk: open, list, import, write, bundle, redact, repair, count.
export { writeClaudeCode } from "../dialects/claude-code/claude-code-encoder.js";
export { writeCodex } from "../dialects/codex/codex-encoder.js";
export { accountantOf } from "../dialects/dialects.js";
export { writePi } from "../dialects/pi/pi-encoder.js";
export type { ByteSource } from "../dialects/shared/byte-source.js";
export { ExportReport, type NotCarried } from "../dialects/shared/export-report.js";
export type { ThreadExport } from "../dialects/shared/write-thread.js";
export { ulidToUuid, uuidToUlid } from "../events/ids.js";
export { originOf } from "../events/item-class.js";
export {
  redactText,
  type RedactedText,
  type RedactionFinding,
  type RedactionOptions,
} from "../projections/redaction/redactor.js";
export { statsReport, type StatsReport } from "../projections/stats/stats-report.js";
export { emptyTally, mergeTallies, type Tally } from "../projections/stats/tally.js";
export {
  ThreadTally,
  type CountedEvent,
  type TallyOptions,
} from "../projections/stats/thread-tally.js";
export { importBundle } from "../sessions/bundle/import-bundle.js";
export { bundleThread, type Bundle, type BundleOptions } from "../sessions/bundle/write-bundle.js";
export { importFile, type ImportOptions, type ImportResult } from "../sessions/import-file.js";
export { listThreads, type ListThreadsOptions } from "../sessions/listing/list-threads.js";
export type { ThreadSummary } from "../sessions/listing/thread-summary.js";
export { openSession } from "../sessions/open-session.js";
export { redactEvents, type RedactedEvents } from "../sessions/redaction/redact-events.js";
export {
  redactThread,
  type RedactedThread,
  type RedactThreadOptions,
} from "../sessions/redaction/redact-thread.js";
export { repairFile } from "../sessions/repair-file.js";
export type { Repair } from "../sessions/repair-file.js";
export type { Session } from "../sessions/session.js";
export { renderStatsHtml, renderTranscriptHtml } from "../sessions/static-page.js";
