import { readOutput } from "../item-words.js";
import { neutraliseText, withSingleSpaces } from "../display-text.js";
import { type Edit, readEdits } from "./edits.js";
import type { Transcript, TranscriptEntry } from "./transcript.js";
import {
  blocksOf,
  callLook,
  entryHeading,
  headFields,
  threadHeading,
  type TranscriptBlock,
  type TranscriptLook,
  turnAnchor,
  turnFacts,
  turnName,
  turnOpening,
} from "./transcript-words.js";

/** From so many turns on there is a list of contents. */
const LISTED_TURNS = 5;

/**
 * A transcript as Markdown. What was said is in fenced blocks, so that nothing in it is taken
 * for Markdown or HTML: no headings, links or pictures but our own.
 */
export function renderTranscriptMarkdown(transcript: Transcript, look: TranscriptLook): string {
  const { turns } = transcript;
  const blocks = [`# ${escapeMarkdown(threadHeading(transcript))}`, headTable(transcript, look)];
  if (turns.length >= LISTED_TURNS) blocks.push(contents(transcript));
  for (const [index, turn] of turns.entries()) {
    const facts = turnFacts(turn, look).join(", ");
    blocks.push(`<a id="${turnAnchor(turn, index)}"></a>`);
    blocks.push(`## ${escapeMarkdown(`${turnName(turn, index)} (${facts})`)}`);
    for (const block of blocksOf(turn)) blocks.push(...renderBlock(block));
  }
  return `${blocks.join("\n\n")}\n`;
}

function headTable(transcript: Transcript, look: TranscriptLook): string {
  const rows = headFields(transcript, look).map(
    ([name, words]) => `| ${name} | ${escapeMarkdown(words)} |`,
  );
  return ["| | |", "| --- | --- |", ...rows].join("\n");
}

function contents({ turns }: Transcript): string {
  const lines = turns.map((turn, index) => {
    const link = `- [${turnName(turn, index)}](#${turnAnchor(turn, index)})`;
    const opening = turnOpening(turn);
    return opening === "" ? link : `${link}: ${escapeMarkdown(opening)}`;
  });
  return lines.join("\n");
}

function renderBlock(block: TranscriptBlock): readonly string[] {
  const { entry } = block;
  if (entry.speaker === "call") return renderCall(block);
  const language = entry.speaker === "context" || entry.speaker === "output" ? "text" : "markdown";
  return [`**${escapeMarkdown(entryHeading(entry))}**`, ...renderContent(entry, language)];
}

function renderContent({ text, images }: TranscriptEntry, language: string): readonly string[] {
  const shown = images.map((image) => escapeMarkdown(`[${image}]`));
  return [...(text === "" ? [] : [fenced(text, language)]), ...shown];
}

/** A call and what came back, folded. */
function renderCall(block: TranscriptBlock): readonly string[] {
  const { entry, outputs } = block;
  const { words, facts, args } = callLook(block);
  const named = words === "" ? "" : `: ${words}`;
  const heading = escapeSummary(`${entryHeading(entry)}${named} (${facts.join(", ")})`);
  const edits = readEdits(entry.name, entry.text);
  const others = (edits ?? args).others.map(([name, value]) => `${name}: ${value}`);
  const said = edits === null && args.command !== null ? [args.command, ...others] : others;
  return [
    `<details>\n<summary>${heading}</summary>`,
    ...(edits?.edits.map(renderEdit) ?? []),
    ...(said.length === 0 ? [] : [fenced(said.join("\n"), "text")]),
    ...entry.images.map((image) => escapeMarkdown(`[${image}]`)),
    ...outputs.flatMap((output) => [
      `**${escapeMarkdown(entryHeading(output))}**`,
      ...renderContent({ ...output, text: readOutput(output.text).text }, "text"),
    ]),
    "</details>",
  ];
}

function renderEdit({ path, lines }: Edit): string {
  const shown = lines.map(({ sign, text }) => `${sign}${text}`);
  return fenced([...(path === null ? [] : [`*** ${path}`]), ...shown].join("\n"), "diff");
}

/** A block whose fence is longer than any run of backticks inside it. */
function fenced(text: string, language: string): string {
  const shown = neutraliseText(text);
  const runs = shown.match(/`+/g) ?? [];
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** One line for a place where HTML is read, and by some readers Markdown too. */
function escapeSummary(text: string): string {
  return withSingleSpaces(neutraliseText(text)).replace(
    /[&<>"'\\`*_{}[\]()#+!|~]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );
}

/** One line in which every sign that means something in Markdown or HTML stands for itself. */
function escapeMarkdown(text: string): string {
  return withSingleSpaces(neutraliseText(text)).replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, (sign) =>
    sign === "<" ? "&lt;" : sign === ">" ? "&gt;" : sign === "&" ? "&amp;" : `\\${sign}`,
  );
}
