import { escapeHtml } from "./html-page.js";

const WIDTH = 800;
const HEIGHT = 160;
const BASELINE = 140;
const TOP = 16;

/** A layer of every bar, from the bottom up. */
export interface ChartLayer {
  readonly name: string;
  readonly color: string;
}

export interface ChartBar {
  /** Below the bar, where there is room. */
  readonly label: string;
  /** Shown when it is pointed at. */
  readonly caption: string;
  /** One for each layer. */
  readonly values: readonly number[];
}

export interface BarChart {
  /** For those who cannot see it. */
  readonly description: string;
  /** What the values count. */
  readonly unit: string;
  readonly layers: readonly ChartLayer[];
  readonly bars: readonly ChartBar[];
  /** Labels are shown from so wide a bar on. */
  readonly labelWidth: number;
}

/** An SVG bar chart for a page of one's own: bars of layers, a legend, the highest value. */
export function renderBarChart({ description, unit, layers, bars, labelWidth }: BarChart): string {
  const most = Math.max(1, ...bars.map(({ values }) => sum(values)));
  const step = WIDTH / Math.max(1, bars.length);
  const drawn = bars.map((bar, index) =>
    renderBar(bar, layers, { left: index * step, step, most, labelWidth }),
  );
  const legend = layers.map(
    ({ name, color }, index) =>
      `<rect x="${LEGEND_LEFT + index * 90}" y="2" width="8" height="8" fill="${color}"/>` +
      `<text x="${LEGEND_LEFT + 12 + index * 90}" y="10">${escapeHtml(name)}</text>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(description)}">
<text x="0" y="10">${most} ${escapeHtml(unit)}</text>${legend.join("")}
<line x1="0" y1="${BASELINE}" x2="${WIDTH}" y2="${BASELINE}" stroke="#999"/>
${drawn.join("\n")}
</svg>`;
}

const LEGEND_LEFT = 150;

interface Place {
  readonly left: number;
  readonly step: number;
  /** The value of a bar as high as the chart. */
  readonly most: number;
  readonly labelWidth: number;
}

function renderBar(
  { label, caption, values }: ChartBar,
  layers: readonly ChartLayer[],
  { left, step, most, labelWidth }: Place,
): string {
  let bottom = BASELINE;
  const rects = layers.map(({ color }, index) => {
    const height = ((BASELINE - TOP) * (values[index] ?? 0)) / most;
    bottom -= height;
    const place = `x="${figure(left + step * 0.1)}" y="${figure(bottom)}"`;
    return `<rect ${place} width="${figure(step * 0.8)}" height="${figure(height)}" fill="${color}"/>`;
  });
  const middle = figure(left + step / 2);
  const text = `<text x="${middle}" y="${BASELINE + 12}" text-anchor="middle">${escapeHtml(label)}</text>`;
  return `<g><title>${escapeHtml(caption)}</title>${rects.join("")}${step < labelWidth ? "" : text}</g>`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function figure(value: number): string {
  return String(Math.round(value * 100) / 100);
}
