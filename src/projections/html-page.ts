import { neutraliseText } from "./display-text.js";
import { figure, sum } from "./figures.js";

interface HtmlPage {
  readonly title: string;
  /** What this page has beside what all pages have. */
  readonly style?: string;
  /** Markup; every text in it is escaped already. */
  readonly body: string;
}

/**
 * One HTML page that needs nothing else: no script, no request. It follows the reader's choice of a
 * dark page, and fits a phone and paper.
 */
export function renderHtmlPage({ title, style = "", body }: HtmlPage): string {
  const text = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text}</title>
<style>${PAGE_STYLE}${style}</style>
</head>
<body>
<h1 dir="auto">${text}</h1>
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
:root{color-scheme:light dark;--text:#222;--muted:#595959;--line:#d5d5d5;--page:#fff;--box:#f5f5f5;
--link:#1a5fa0;--added:#dcf5e3;--removed:#fbe1e1;--good:#22694a;--bad:#b3261e;
--user:#2a6fb0;--model:#2f855a;--tool:#b7791f;--context:#805ad5}
@media screen and (prefers-color-scheme:dark){:root{--text:#ddd;--muted:#a3a3a3;--line:#444;--page:#181818;--box:#242424;
--link:#82b8ee;--added:#16351f;--removed:#451c1c;--good:#6cc596;--bad:#f28b82;
--user:#5a9bd8;--model:#4caf7d;--tool:#d39a3f;--context:#a98bea}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--text);background:var(--page);overflow-wrap:break-word}
h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin-top:2.5rem;border-bottom:1px solid var(--line)}
a{color:var(--link)}small{color:var(--muted)}
svg{max-width:100%;height:auto}svg text{font:10px system-ui,sans-serif;fill:var(--muted)}svg line{stroke:var(--muted)}
.scroll{overflow-x:auto;margin:.6rem 0}.chart{min-width:36rem}
table{border-collapse:collapse;font-size:.85rem}
th,td{text-align:left;vertical-align:top;padding:.2rem .6rem;border-bottom:1px solid var(--line)}
th[scope=row]{font-weight:normal}
.figure,.right{text-align:right;font-variant-numeric:tabular-nums}.figure{white-space:nowrap}.center{text-align:center}
@media (max-width:40rem){body{margin:1rem auto;padding:0 .7rem}h1{font-size:1.25rem}}
@media print{:root{color-scheme:light}body{max-width:none;margin:0;font-size:10pt}.scroll{overflow:visible}}
`;

/** A column of a table: its head, and what is in a row. Figures are on the right. */
export interface Column<Row> {
  readonly head: string;
  readonly value: (row: Row) => string | number | Cell;
}

export interface Cell {
  readonly text: string;
  /** Small, below the text. */
  readonly note?: string;
  readonly className: string;
}

/** A table that is scrolled alone where it is wider than the page. The first column heads the rows. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(({ value }) => value(row)));
  const head = columns.map((column, index) => {
    const place = isFigure(cells[0]?.[index]) ? ' class="figure"' : "";
    return `<th scope="col"${place}>${escapeHtml(column.head)}</th>`;
  });
  const body = cells.map((row) => {
    const shown = row.map((value, index) => renderCell(value, index === 0));
    return `<tr>${shown.join("")}</tr>`;
  });
  return `<div class="scroll"><table>
<thead><tr>${head.join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody>
</table></div>`;
}

function isFigure(value: string | number | Cell | undefined): boolean {
  return (
    typeof value === "number" || (typeof value === "object" && /^figure/.test(value.className))
  );
}

function renderCell(value: string | number | Cell, isHead: boolean): string {
  if (typeof value === "number") return `<td class="figure">${figure(value)}</td>`;
  if (typeof value === "string") {
    return isHead ? `<th scope="row">${escapeHtml(value)}</th>` : `<td>${escapeHtml(value)}</td>`;
  }
  const note = value.note === undefined ? "" : `<br><small>${escapeHtml(value.note)}</small>`;
  return `<td class="${escapeHtml(value.className)}">${escapeHtml(value.text)}${note}</td>`;
}

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
  return `<div class="scroll"><svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(description)}">
<text x="0" y="10">${figure(most)} ${escapeHtml(unit)}</text>${legend.join("")}
<line x1="0" y1="${BASELINE}" x2="${WIDTH}" y2="${BASELINE}"/>
${drawn.join("\n")}
</svg></div>`;
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
    const place = `x="${coordinate(left + step * 0.1)}" y="${coordinate(bottom)}"`;
    return `<rect ${place} width="${coordinate(step * 0.8)}" height="${coordinate(height)}" fill="${color}"/>`;
  });
  const middle = coordinate(left + step / 2);
  const text = `<text x="${middle}" y="${BASELINE + 12}" text-anchor="middle">${escapeHtml(label)}</text>`;
  return `<g><title>${escapeHtml(caption)}</title>${rects.join("")}${step < labelWidth ? "" : text}</g>`;
}

/** A place or length in a drawing. */
export function coordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}
