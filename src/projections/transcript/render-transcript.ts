import { neutraliseText } from "../display-text.js";
import type { Transcript, TranscriptEntry } from "./transcript.js";
import {
  entryHeading,
  headFields,
  threadHeading,
  type TranscriptLook,
  turnFacts,
  turnName,
} from "./transcript-words.js";

export type TranscriptFormat = "text" | "md" | "json";

/**
 * Renders a transcript as text, Markdown or JSON. JSON is the transcript itself, with its texts
 * as they were recorded. What reads Markdown and compares texts is loaded when it is needed.
 */
export async function renderTranscript(
  transcript: Transcript,
  format: TranscriptFormat,
  look: TranscriptLook = {},
): Promise<string> {
  switch (format) {
    case "text":
      return renderTranscriptText(transcript, look);
    case "md":
      return (await import("./render-markdown.js")).renderTranscriptMarkdown(transcript, look);
    case "json":
      return `${JSON.stringify(transcript, null, 2)}\n`;
  }
}

function renderTranscriptText(transcript: Transcript, look: TranscriptLook): string {
  const fields = headFields(transcript, look).map(([name, words]) => `${name}: ${words}`);
  const lines = [threadHeading(transcript), ...fields, ""];
  for (const [index, turn] of transcript.turns.entries()) {
    lines.push(`${turnName(turn, index)} (${turnFacts(turn, look).join(", ")})`, "");
    for (const entry of turn.entries) {
      for (const line of entryLines(entry)) lines.push(line); // more of them than a call has arguments
      lines.push("");
    }
  }
  return lines.map(neutraliseText).join("\n");
}

function entryLines(entry: TranscriptEntry): readonly string[] {
  const images = entry.images.map((image) => `[${image}]`);
  const body = [...(entry.text === "" ? [] : neutraliseText(entry.text).split("\n")), ...images];
  return [entryHeading(entry), ...body.map((line) => (line === "" ? "" : `    ${line}`))];
}
