import { escapeHtml, renderHtmlPage } from "../html-page.js";
import { entryHeading, threadHeading, turnHeading } from "./headings.js";
import { renderTokenChart } from "./render-token-chart.js";
import type { Transcript, TranscriptEntry, TranscriptTurn } from "./transcript.js";

/**
 * A transcript as one HTML page that needs nothing else: no script, no request, a chart of the tokens
 * of each turn as inline SVG. Everything that was said is text.
 */
export function renderTranscriptHtml(transcript: Transcript): string {
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
