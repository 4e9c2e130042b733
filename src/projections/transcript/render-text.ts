import { neutraliseText } from "../neutralise-text.js";
import { entryHeading, threadHeading, turnHeading } from "./headings.js";
import type { Transcript, TranscriptEntry } from "./transcript.js";

/** A transcript as plain text: headings, then each entry's text, indented. */
export function renderTranscriptText(transcript: Transcript): string {
  const lines = [threadHeading(transcript), ""];
  for (const turn of transcript.turns) {
    lines.push(turnHeading(turn), "");
    for (const entry of turn.entries) lines.push(...entryLines(entry), "");
  }
  return lines.map(neutraliseText).join("\n");
}

function entryLines(entry: TranscriptEntry): readonly string[] {
  const images = entry.images.map((image) => `[${image}]`);
  const body = [...(entry.text === "" ? [] : neutraliseText(entry.text).split("\n")), ...images];
  return [entryHeading(entry), ...body.map((line) => (line === "" ? "" : `    ${line}`))];
}
