import { figure, sum } from "../../projections/figures.js";
import type { BarChart as Chart, RangeChart as Ranges } from "../../projections/static-page.js";

const WIDTH = 800;
const HEIGHT = 160;
const BASELINE = 140;
const TOP = 16;
const LEGEND_LEFT = 150;
const LEGEND_STEP = 100;

/** Bars of layers, a legend, the highest value. */
export function BarChart({ chart }: { readonly chart: Chart }) {
  const { description, unit, layers, bars, labelWidth } = chart;
  const most = bars.reduce((high, { values }) => Math.max(high, sum(values)), 1);
  const step = WIDTH / Math.max(1, bars.length);
  return (
    <div class="scroll" tabIndex={0}>
      <svg class="drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={description}>
        <text x="0" y="10">{`${figure(most)} ${unit}`}</text>
        {layers.map(({ name, colour }, index) => (
          <g key={name} class={`hue-${colour}`}>
            <rect x={LEGEND_LEFT + index * LEGEND_STEP} y="2" width="8" height="8" />
            <text x={LEGEND_LEFT + 12 + index * LEGEND_STEP} y="10">
              {name}
            </text>
          </g>
        ))}
        <line x1="0" y1={BASELINE} x2={WIDTH} y2={BASELINE} />
        {bars.map((bar, index) => (
          <Bar
            key={index}
            {...{ bar, layers, most, step }}
            left={index * step}
            hasLabel={step >= labelWidth}
          />
        ))}
      </svg>
    </div>
  );
}

interface BarProps {
  readonly bar: Chart["bars"][number];
  readonly layers: Chart["layers"];
  /** The value of a bar as high as the chart. */
  readonly most: number;
  readonly left: number;
  readonly step: number;
  readonly hasLabel: boolean;
}

function Bar({ bar: { label, caption, values }, layers, most, left, step, hasLabel }: BarProps) {
  let bottom = BASELINE;
  return (
    <g>
      <title>{caption}</title>
      {layers.map(({ name, colour }, index) => {
        const height = ((BASELINE - TOP) * (values[index] ?? 0)) / most;
        bottom -= height;
        if (height === 0) return null;
        return (
          <rect
            key={name}
            class={`hue-${colour}`}
            x={coordinate(left + step * 0.1)}
            y={coordinate(bottom)}
            width={coordinate(step * 0.8)}
            height={coordinate(height)}
          />
        );
      })}
      {hasLabel && (
        <text x={coordinate(left + step / 2)} y={BASELINE + 12} text-anchor="middle">
          {label}
        </text>
      )}
    </g>
  );
}

const ROW = 22;
const LABELS = 190;
const VALUES = 90;

/** A bar for each value, a line from least to most. */
export function RangeChart({ chart: { title, rows } }: { readonly chart: Ranges }) {
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
  readonly row: Ranges["rows"][number];
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

/** A place or length in a drawing, in hundredths. */
function coordinate(value: number): number {
  return Math.round(value * 100) / 100;
}
