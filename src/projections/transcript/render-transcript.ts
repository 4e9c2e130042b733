import { renderTranscriptHtml } from "./render-html.js";
import { renderTranscriptMarkdown } from "./render-markdown.js";
import { renderTranscriptText } from "./render-text.js";
import type { Transcript } from "./transcript.js";

export type TranscriptFormat = "text" | "md" | "json" | "html";

/** A transcript in one of its formats. JSON is the transcript itself, texts as they were recorded. */
export function renderTranscript(transcript: Transcript, format: TranscriptFormat): string {
  switch (format) {
    case "text":
      return renderTranscriptText(transcript);
    case "md":
      return renderTranscriptMarkdown(transcript);
    case "html":
      return renderTranscriptHtml(transcript);
    case "json":
      return `${JSON.stringify(transcript, null, 2)}\n`;
  }
}
