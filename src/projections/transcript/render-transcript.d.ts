import type { Transcript, TranscriptEntry } from "./transcript.js";
export type TranscriptFormat = "text" | "md" | "json" | "html";
/** A transcript in one of its formats. JSON is the transcript itself, texts as they were recorded. */
export declare function renderTranscript(transcript: Transcript, format: TranscriptFormat): string;
export declare function entryHeading(entry: TranscriptEntry): string;
