import { counted } from "../figures.js";
import { escapeHtml, renderBarChart, renderHtmlPage } from "../html-page.js";
import { ENTRY_STYLE, renderBlock } from "./entry-html.js";
import type { Transcript, TranscriptSpeaker, TranscriptTurn } from "./transcript.js";
import {
  blocksOf,
  headFields,
  threadHeading,
  type TranscriptLook,
  turnAnchor,
  turnFacts,
  turnName,
  turnOpening,
} from "./transcript-words.js";

/**
 * A transcript as one HTML page that needs nothing else: no script, no request. Nothing that a text
 * brings becomes an element or an attribute of another kind than those of our own.
 */
export function renderTranscriptHtml(transcript: Transcript, look: TranscriptLook): string {
  const { turns } = transcript;
  const hasContents = turns.length > 1;
  return renderHtmlPage({
    title: threadHeading(transcript),
    style: STYLE,
    body: [
      renderHead(transcript, look),
      renderTokenChart(turns),
      ...(hasContents ? [renderContents(turns)] : []),
      ...turns.map((turn, index) => renderTurn(turn, { index, look, hasContents })),
    ].join("\n"),
  });
}

function renderHead(transcript: Transcript, look: TranscriptLook): string {
  const fields = headFields(transcript, look).map(
    ([name, words]) => `<dt>${name}</dt><dd dir="auto">${escapeHtml(words)}</dd>`,
  );
  return `<dl>\n${fields.join("\n")}\n</dl>`;
}

/** A longer list of contents is folded. */
const SHOWN_CONTENTS = 15;

function renderContents(turns: readonly TranscriptTurn[]): string {
  const rows = turns.map((turn, index) => {
    const link = `<a href="#${turnAnchor(turn, index)}">${escapeHtml(turnName(turn, index))}</a>`;
    return `<li>${link} <span dir="auto">${escapeHtml(turnOpening(turn))}</span></li>`;
  });
  const open = turns.length > SHOWN_CONTENTS ? "" : " open";
  return `<nav id="contents"><details${open}><summary>Contents: ${counted(turns.length, "turn")}</summary>
<ul>
${rows.join("\n")}
</ul></details></nav>`;
}

interface TurnPlace {
  readonly index: number;
  readonly look: TranscriptLook;
  readonly hasContents: boolean;
}

function renderTurn(turn: TranscriptTurn, { index, look, hasContents }: TurnPlace): string {
  const anchor = turnAnchor(turn, index);
  const name = `<a class="own" href="#${anchor}">${escapeHtml(turnName(turn, index))}</a>`;
  const facts = `<small>${escapeHtml(turnFacts(turn, look).join(", "))}</small>`;
  const up = hasContents ? ' <a class="up" href="#contents" title="to the contents">↑</a>' : "";
  const blocks = blocksOf(turn).map((block) => renderBlock(block, look));
  return `<section id="${anchor}">\n<h2>${name} ${facts}${up}</h2>\n${blocks.join("\n")}\n</section>`;
}

const STYLE = `${ENTRY_STYLE}
section{content-visibility:auto;contain-intrinsic-size:auto 40rem}
h2{display:flex;flex-wrap:wrap;gap:0 .6rem;align-items:baseline}
h2 small{font-weight:normal;font-size:.8rem}
.own{color:inherit;text-decoration:none}.own:hover{text-decoration:underline}.up{margin-left:auto;text-decoration:none}
nav ul{list-style:none;padding-left:.5rem;margin:.4rem 0}nav li{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
nav span{color:var(--muted)}
@media (max-width:40rem){h2 small{order:1;flex-basis:100%}}
@media print{section{content-visibility:visible}.up,nav{display:none}}
`;

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
