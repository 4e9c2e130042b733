import type { RangeChart as Chart } from "../../projections/static-page.js";
import { coordinate } from "./coordinate.js";

const WIDTH = 800;
const ROW = 22;
const LABELS = 190;
const VALUES = 90;

/** A bar for each value, a line from least to most. */
export function RangeChart({ chart: { title, rows } }: { readonly chart: Chart }) {
  const top = rows.reduce((high, { most }) => Math.max(high, most), 1e-9);
  const scale = (WIDTH - LABELS - VALUES) / top;
  return (
    <figure class="ranges">
      <figcaption>{title}</figcaption>
      <div class="scroll" tabIndex={0}>
        <svg
          class="drawing"
          viewBox={`0 0 ${WIDTH} ${rows.length * ROW + 4}`}
          role="img"
          aria-label={title}
        >
          {rows.map((row, index) => (
            <Range key={index} row={row} y={index * ROW} scale={scale} />
          ))}
        </svg>
      </div>
    </figure>
  );
}

interface RangeProps {
  readonly row: Chart["rows"][number];
  readonly y: number;
  readonly scale: number;
}

function Range({ row, y, scale }: RangeProps) {
  const { name, value, least, most, words, mark } = row;
  const at = (figure: number): number => coordinate(LABELS + figure * scale);
  return (
    <g class={`range ${mark ?? ""}`.trim()}>
      <text x={LABELS - 8} y={y + 14} text-anchor="end">
        {name}
      </text>
      <rect x={LABELS} y={y + 3} width={coordinate(Math.max(0, value) * scale)} height="14" />
      {least !== most && <line x1={at(least)} x2={at(most)} y1={y + 10} y2={y + 10} />}
      <text x={coordinate(at(Math.max(most, 0)) + 6)} y={y + 14}>
        {words}
      </text>
    </g>
  );
}
