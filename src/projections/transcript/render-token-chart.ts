import { renderBarChart } from "../bar-chart.js";
import type { TranscriptSpeaker, TranscriptTurn } from "./transcript.js";

/** The layers of a bar, from the bottom up. */
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
export function renderTokenChart(turns: readonly TranscriptTurn[]): string {
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
