import type { TranscriptSpeaker, TranscriptTurn } from "./transcript.js";

const WIDTH = 800;
const HEIGHT = 160;
const BASELINE = 140;
const TOP = 16;

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

/** An SVG bar chart: a bar for each turn, as high as its estimated tokens, by who brought them. */
export function renderTokenChart(turns: readonly TranscriptTurn[]): string {
  const most = Math.max(1, ...turns.map(({ tokens }) => tokens));
  const step = WIDTH / Math.max(1, turns.length);
  const bars = turns.map((turn, index) => renderBar(turn, { left: index * step, step, most }));
  const legend = LAYERS.map(
    ({ name, color }, index) =>
      `<rect x="${100 + index * 70}" y="2" width="8" height="8" fill="${color}"/>` +
      `<text x="${112 + index * 70}" y="10">${name}</text>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Estimated tokens of each turn">
<text x="0" y="10">${most} tokens</text>${legend.join("")}
<line x1="0" y1="${BASELINE}" x2="${WIDTH}" y2="${BASELINE}" stroke="#999"/>
${bars.join("\n")}
</svg>`;
}

function renderBar(
  turn: TranscriptTurn,
  { left, step, most }: { left: number; step: number; most: number },
): string {
  let bottom = BASELINE;
  const layers = LAYERS.map(({ color, speakers }) => {
    const tokens = turn.entries
      .filter(({ speaker }) => speakers.includes(speaker))
      .reduce((sum, entry) => sum + entry.tokens, 0);
    const height = ((BASELINE - TOP) * tokens) / most;
    bottom -= height;
    const place = `x="${figure(left + step * 0.1)}" y="${figure(bottom)}"`;
    return `<rect ${place} width="${figure(step * 0.8)}" height="${figure(height)}" fill="${color}"/>`;
  });
  const label = turn.number === null ? "" : String(turn.number);
  const middle = figure(left + step / 2);
  const caption = `<title>turn ${label}: ${turn.tokens} tokens</title>`;
  const number =
    step < 12
      ? ""
      : `<text x="${middle}" y="${BASELINE + 12}" text-anchor="middle">${label}</text>`;
  return `<g>${caption}${layers.join("")}${number}</g>`;
}

function figure(value: number): string {
  return String(Math.round(value * 100) / 100);
}
