import { neutraliseText } from "./display-text.js";
import { sum } from "./figures.js";

interface HtmlPage {
  readonly title: string;
  readonly style: string;
  /** Markup; every text in it is escaped already. */
  readonly body: string;
}

/** One HTML page that needs nothing else: no script, no request. */
export function renderHtmlPage({ title, style, body }: HtmlPage): string {
  const text = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${text}</title>
<style>${PAGE_STYLE}${style}</style>
</head>
<body>
<h1>${text}</h1>
${body}
</body>
</html>
`;
}

/** Text for any place between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return neutraliseText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const PAGE_STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h2{margin-top:2.5rem;border-bottom:1px solid #ccc}
svg text{font:10px system-ui,sans-serif;fill:#666}
`;

const WIDTH = 800;
const HEIGHT = 160;
const BASELINE = 140;
const TOP = 16;

interface ChartLayer {
  readonly name: string;
  readonly color: string;
}

interface ChartBar {
  /** Below the bar, where there is room. */
  readonly label: string;
  /** Shown when it is pointed at. */
  readonly caption: string;
  /** One for each layer. */
  readonly values: readonly number[];
}

interface BarChart {
  /** For those who cannot see it. */
  readonly description: string;
  /** What the values count. */
  readonly unit: string;
  readonly layers: readonly ChartLayer[];
  readonly bars: readonly ChartBar[];
  /** Labels are shown from so wide a bar on. */
  readonly labelWidth: number;
}

/** An SVG bar chart for a page of your own: bars of layers, a legend, the highest value. */
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

function figure(value: number): string {
  return String(Math.round(value * 100) / 100);
}
