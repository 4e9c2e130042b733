import { neutraliseText } from "../display-text.js";
import { escapeHtml, renderBarChart, renderHtmlPage } from "../html-page.js";
import type {
  Transcript,
  TranscriptEntry,
  TranscriptSpeaker,
  TranscriptTurn,
} from "./transcript.js";

export type TranscriptFormat = "text" | "md" | "json" | "html";

/**
 * Renders a transcript as text, Markdown, HTML or JSON. JSON is the transcript itself, with its texts as
 * they were recorded.
 */
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

function renderTranscriptText(transcript: Transcript): string {
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

/**
 * A transcript as Markdown. What was said is in fenced blocks, so that nothing in it is taken
 * for Markdown or HTML: no headings, links or pictures but our own.
 */
function renderTranscriptMarkdown(transcript: Transcript): string {
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

/**
 * A transcript as one HTML page that needs nothing else: no script, no request, a chart of the tokens
 * of each turn as inline SVG. Everything that was said is text.
 */
function renderTranscriptHtml(transcript: Transcript): string {
  const turns = transcript.turns.map(renderTurn).join("\n");
  return renderHtmlPage({
    title: threadHeading(transcript),
    style: STYLE,
    body: `${renderTokenChart(transcript.turns)}\n${turns}`,
  });
}

function renderTurn(turn: TranscriptTurn): string {
  const entries = turn.entries.map(renderEntry).join("\n");
  return `<section>\n<h2>${escapeHtml(turnHeading(turn))}</h2>\n${entries}\n</section>`;
}

function renderEntry(entry: TranscriptEntry): string {
  const images = entry.images.map((image) => `<p class="image">${escapeHtml(image)}</p>`).join("");
  const text = entry.text === "" ? "" : `<pre dir="auto">${escapeHtml(entry.text)}</pre>`;
  const heading = `<h3>${escapeHtml(entryHeading(entry))}</h3>`;
  return `<article class="${entry.speaker}">${heading}${text}${images}</article>`;
}

const STYLE = `
h3{font-size:.8rem;margin:0;color:#666;font-weight:normal}
article{border-left:.3rem solid #ccc;margin:.8rem 0;padding:.2rem .8rem}
.user,.agent{border-color:#2a6fb0}.model{border-color:#2f855a}.reasoning{border-color:#999}
.call,.output{border-color:#b7791f}.summary,.note{border-color:#805ad5}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.2rem 0}
.image{font-style:italic;margin:.2rem 0}
`;

/** The words above a thread, a turn and an entry, not yet escaped for any format. */

function threadHeading({ title, threadId }: Transcript): string {
  return title ?? `Thread ${threadId ?? "without an id"}`;
}

function turnHeading(turn: TranscriptTurn): string {
  const name = turn.number === null ? "Before a user spoke" : `Turn ${turn.number}`;
  const facts = [turn.model, turn.startedAt, `about ${turn.tokens} tokens`, turn.end];
  return `${name} (${facts.filter((fact) => fact !== null).join(", ")})`;
}

export function entryHeading(entry: TranscriptEntry): string {
  const { speaker, name, offset, failed, cutTokens } = entry;
  const words = [
    speaker === "note" || name === null ? speaker : `${speaker} ${name}`,
    ...(failed ? ["failed"] : []),
    ...(cutTokens > 0 ? [`${cutTokens} tokens cut`] : []),
  ];
  return `[${offset}] ${words.join(", ")}`;
}

const LAYERS: readonly {
  readonly name: string;
  readonly color: string;
  readonly speakers: readonly TranscriptSpeaker[];
}[] = [
  { name: "context", color: "#805ad5", speakers: ["context", "summary", "note"] },
  { name: "user", color: "#2a6fb0", speakers: ["user", "agent"] },
  { name: "model", color: "#2f855a", speakers: ["model", "reasoning", "call"] },
  { name: "tools", color: "#b7791f", speakers: ["output"] },
];

/** A turn's number has room below a bar of this width. */
const LABEL_WIDTH = 12;

/** An SVG bar chart: a bar for each turn, as high as its estimated tokens, by who brought them. */
function renderTokenChart(turns: readonly TranscriptTurn[]): string {
  return renderBarChart({
    description: "Estimated tokens of each turn",
    unit: "tokens",
    layers: LAYERS,
    labelWidth: LABEL_WIDTH,
    bars: turns.map((turn) => {
      const label = turn.number === null ? "" : String(turn.number);
      const values = LAYERS.map(({ speakers }) => tokensOf(turn, speakers));
      return { label, caption: `turn ${label}: ${turn.tokens} tokens`, values };
    }),
  });
}

function tokensOf({ entries }: TranscriptTurn, speakers: readonly TranscriptSpeaker[]): number {
  return entries
    .filter(({ speaker }) => speakers.includes(speaker))
    .reduce((sum, entry) => sum + entry.tokens, 0);
}
