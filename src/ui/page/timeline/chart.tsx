import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Timeline, TimelineMark } from "../../api.js";
import { shortFigure } from "../../../projections/figures.js";
import { watchTheme } from "../theme.js";
import { useKeys } from "../keyboard.js";
import { drawMarks, LANE } from "./marks.js";

interface ChartProps {
  readonly timeline: Timeline;
  /** The offset that the reader is at. */
  readonly offset: number;
  readonly onScrub: (offset: number) => void;
  /** What is pointed at; null: nothing is. */
  readonly onPoint: (offset: number | null) => void;
}

const AXIS = 44;

/** The tokens of the context against its window, over the events of a session; where the reader is. */
export function Chart({ timeline, offset, onScrub, onPoint }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const range = useRef<Range | null>(null);
  const plot = usePlot(timeline, offset, { host, playhead, range });
  const offsetAt = (event: MouseEvent): number => {
    const { current } = plot;
    if (current === null) return 0;
    const value = current.posToVal(event.clientX - current.over.getBoundingClientRect().left, "x");
    return Math.max(0, Math.min(timeline.head - 1, Math.round(value)));
  };
  const zoom = (factor: number, around: number): void => {
    range.current = zoomed(range.current, timeline.head - 1, { factor, around });
    if (plot.current !== null) showRange(plot.current, range.current, timeline);
  };
  useKeys({
    "+": () => zoom(1 / KEY_ZOOM, offset),
    "-": () => zoom(KEY_ZOOM, offset),
    "0": () => zoom(Infinity, offset),
  });
  return (
    <div
      class="chart"
      ref={host}
      onWheel={(event) => {
        event.preventDefault();
        zoom(Math.exp(event.deltaY * WHEEL_ZOOM), offsetAt(event));
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onScrub(offsetAt(event));
      }}
      onPointerMove={(event) => {
        const at = offsetAt(event);
        onPoint(at);
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onScrub(at);
      }}
      onPointerLeave={() => onPoint(null)}
    >
      <div ref={playhead} class="playhead" />
    </div>
  );
}

interface Places {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly playhead: RefObject<HTMLDivElement | null>;
  /** The part that is shown; null: all. */
  readonly range: RefObject<Range | null>;
}

/** How much wider, for a step of the wheel and for a key. */
const WHEEL_ZOOM = 0.002;
const KEY_ZOOM = 2;

function showRange(plot: uPlot, range: Range | null, { head }: Timeline): void {
  plot.setScale("x", range ?? { min: 0, max: Math.max(1, head - 1) });
}

/** The chart lives as long as the component: new data is set, and a step moves the playhead alone. */
function usePlot(
  timeline: Timeline,
  offset: number,
  { host, playhead, range }: Places,
): RefObject<uPlot | null> {
  const plot = useRef<uPlot | null>(null);
  const shown = useRef({ timeline, offset });
  shown.current = { timeline, offset };
  const place = (): void => {
    if (plot.current !== null) movePlayhead(plot.current, playhead.current, shown.current.offset);
  };
  useLayoutEffect(() => {
    const { current } = host;
    if (current === null) return;
    const made = makePlot(current, () => shown.current.timeline.marks, place);
    plot.current = made;
    const resized = new ResizeObserver(() => {
      made.setSize({ width: current.clientWidth, height: current.clientHeight });
    });
    resized.observe(current);
    const unwatch = watchTheme(() => made.redraw());
    return () => {
      resized.disconnect();
      unwatch();
      made.destroy();
    };
  }, []);
  useLayoutEffect(() => {
    plot.current?.setData(dataOf(timeline));
    if (plot.current !== null && range.current !== null) {
      showRange(plot.current, range.current, timeline);
    }
  }, [timeline]);
  useLayoutEffect(() => {
    const before = range.current;
    range.current = before && containing(before, timeline.head - 1, offset);
    if (range.current !== before && plot.current !== null) {
      showRange(plot.current, range.current, timeline);
    }
    place();
  }, [offset]);
  return plot;
}

function movePlayhead(plot: uPlot, playhead: HTMLDivElement | null, offset: number): void {
  if (playhead === null) return;
  const left = plot.over.offsetLeft + plot.valToPos(offset, "x");
  playhead.style.transform = `translateX(${Math.round(left)}px)`;
}

function makePlot(
  host: HTMLElement,
  marks: () => readonly TimelineMark[],
  onDrawn: () => void,
): uPlot {
  const colour = (name: string): string => colourOf(host, name);
  return new uPlot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      padding: [LANE, 20, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: (_plot, _min, max) => [0, Math.max(max, 100)] } },
      axes: [
        axis({ size: 20, space: 80, values: (_plot, splits) => splits.map(offsetWords) }, colour),
        axis({ size: AXIS, space: 24, values: (_plot, splits) => splits.map(shortFigure) }, colour),
      ],
      series: [
        {},
        {
          stroke: () => colour("--accent"),
          fill: () => colour("--accent-soft"),
          width: 1.5,
          points: { show: false },
        },
        {
          stroke: () => colour("--quiet"),
          width: 1,
          dash: [4, 4],
          points: { show: false },
        },
      ],
      hooks: { draw: [(plot) => drawMarks(plot, marks(), colour), onDrawn] },
    },
    [[], [], []],
    host,
  );
}

function axis(options: uPlot.Axis, colour: (name: string) => string): uPlot.Axis {
  return {
    font: "11px system-ui, sans-serif",
    stroke: () => colour("--quiet"),
    grid: { stroke: () => colour("--line"), width: 1 },
    ticks: { show: false },
    gap: 4,
    ...options,
  };
}

const offsetWords = (offset: number): string => (Number.isInteger(offset) ? `#${offset}` : "");

/** A window far above all that was used would make the line of the tokens flat: it is left out. */
const FAR_ABOVE = 3;

function dataOf({ points }: Timeline): uPlot.AlignedData {
  const most = points.reduce((high, { tokens }) => Math.max(high, tokens), 1);
  return [
    points.map(({ offset }) => offset),
    points.map(({ tokens }) => tokens),
    points.map(({ window }) => (window === null || window > most * FAR_ABOVE ? null : window)),
  ];
}

/** Canvases know no variables of style sheets: an element is asked. */
function colourOf(host: HTMLElement, name: string): string {
  const before = host.style.color;
  host.style.color = `var(${name})`;
  const { color } = getComputedStyle(host);
  host.style.color = before;
  return color;
}

/** A part of a session's offsets, from the first that is shown to the last. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/** So few offsets fill the chart at most. */
const LEAST = 20;

/**
 * A part that is `factor` times as wide, with `around` in the same place of it.
 * @param before null: all is shown
 * @returns null: all of it
 */
function zoomed(
  before: Range | null,
  last: number,
  { factor, around }: { readonly factor: number; readonly around: number },
): Range | null {
  const { min, max } = before ?? { min: 0, max: last };
  const width = Math.max(Math.min(LEAST, last), (max - min) * factor);
  if (width >= last) return null;
  const share = max === min ? 0.5 : (around - min) / (max - min);
  return placed(around - share * width, width, last);
}

/** The same, moved so that an offset is in it. */
function containing(range: Range, last: number, offset: number): Range {
  if (offset >= range.min && offset <= range.max) return range;
  const width = range.max - range.min;
  return placed(offset - width / 2, width, last);
}

function placed(from: number, width: number, last: number): Range {
  const min = Math.max(0, Math.min(last - width, from));
  return { min, max: min + width };
}
