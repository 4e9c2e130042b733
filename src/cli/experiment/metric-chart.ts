import { escapeHtml } from "../../projections/html-page.js";
import type { ComparedMetric, Comparison } from "../../runtime/experiment/compare-variants.js";
import { figureWords } from "./comparison-lines.js";

const WIDTH = 800;
const ROW = 22;
const LABELS = 190;
const VALUES = 90;

/** An SVG chart of one metric: a bar for each variant's median, a line from least to most. */
export function metricChart(
  { name, unit, better, best, worst }: ComparedMetric,
  rows: Comparison["rows"],
): string {
  const known = rows.filter(({ figures }) => (figures[name] ?? null) !== null);
  const top = Math.max(1e-9, ...known.map(({ figures }) => figures[name]?.most ?? 0));
  const scale = (WIDTH - LABELS - VALUES) / top;
  const bars = known.map(({ variant, figures }, index) => {
    const figure = figures[name] ?? { median: 0, least: 0, most: 0 };
    const y = index * ROW;
    const isBest = variant !== null && best.includes(variant);
    const isWorst = variant !== null && worst.includes(variant);
    const color = isBest ? "#2f855a" : isWorst ? "#c53030" : variant === null ? "#999" : "#2a6fb0";
    const width = pixels(Math.max(0, figure.median) * scale);
    const [from, to] = [
      pixels(LABELS + figure.least * scale),
      pixels(LABELS + figure.most * scale),
    ];
    const range =
      figure.least === figure.most
        ? ""
        : `<line x1="${from}" x2="${to}" y1="${y + 10}" y2="${y + 10}" stroke="#222"/>`;
    return `<g><text x="${LABELS - 8}" y="${y + 14}" text-anchor="end">${escapeHtml(variant ?? "base")}</text>
<rect x="${LABELS}" y="${y + 3}" width="${width}" height="14" fill="${color}"/>${range}
<text x="${pixels(LABELS + Math.max(figure.most, 0) * scale + 6)}" y="${y + 14}">${escapeHtml(figureWords(figure.median, unit))}</text></g>`;
  });
  const aim = better === null ? "" : ` (${better} is better)`;
  const label = escapeHtml(`${name}${aim}`);
  return `<figure><figcaption>${label}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${known.length * ROW + 4}" role="img" aria-label="${label}">
${bars.join("\n")}
</svg></figure>`;
}

function pixels(value: number): string {
  return String(Math.round(value * 100) / 100);
}
