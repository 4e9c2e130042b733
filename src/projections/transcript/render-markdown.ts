import { neutraliseText } from "../neutralise-text.js";
import { entryHeading, threadHeading, turnHeading } from "./headings.js";
import type { Transcript, TranscriptEntry } from "./transcript.js";

/**
 * A transcript as Markdown. What was said stands in fenced blocks, so that nothing in it is taken
 * for Markdown or HTML: no headings, links or pictures but our own.
 */
export function renderTranscriptMarkdown(transcript: Transcript): string {
  const blocks = [`# ${escapeMarkdown(threadHeading(transcript))}`];
  for (const turn of transcript.turns) {
    blocks.push(`## ${escapeMarkdown(turnHeading(turn))}`);
    for (const entry of turn.entries) blocks.push(...entryBlocks(entry));
  }
  return `${blocks.join("\n\n")}\n`;
}

function entryBlocks(entry: TranscriptEntry): readonly string[] {
  const heading = `**${escapeMarkdown(entryHeading(entry))}**`;
  const images = entry.images.map((image) => escapeMarkdown(`[${image}]`));
  return [heading, ...(entry.text === "" ? [] : [fenced(entry.text)]), ...images];
}

/** A block whose fence is longer than any run of backticks inside it. */
function fenced(text: string): string {
  const shown = neutraliseText(text);
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${shown}\n${fence}`;
}

/** One line in which every sign that means something in Markdown or HTML stands for itself. */
function escapeMarkdown(text: string): string {
  return neutraliseText(text)
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, (sign) =>
      sign === "<" ? "&lt;" : sign === ">" ? "&gt;" : sign === "&" ? "&amp;" : `\\${sign}`,
    );
}
