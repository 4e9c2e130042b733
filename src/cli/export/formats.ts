import type { TranscriptFormat } from "../../projections/transcript/render-transcript.js";

export type ExportedTranscript = Exclude<TranscriptFormat, "text">;

/** The formats of an export that are transcripts. */
export const TRANSCRIPT_FORMATS: readonly ExportedTranscript[] = ["md", "html", "json"];

export function isTranscriptFormat(format: string): format is ExportedTranscript {
  return TRANSCRIPT_FORMATS.some((name) => name === format);
}
