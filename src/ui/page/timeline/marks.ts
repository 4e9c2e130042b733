import type uPlot from "uplot";
import type { TimelineMark } from "../../api.js";

/** Height of the lane above the chart, in pixels. */
export const LANE = 16;

export type MarkKind = TimelineMark["kind"];

/** How the marks look: in the chart and in its legend. */
export const MARKS: Readonly<
  Record<MarkKind, { readonly name: string; readonly colour: string; readonly path: string }>
> = {
  compaction: { name: "compaction", colour: "--accent", path: "M0 -4L4 0L0 4L-4 0Z" },
  rollback: { name: "rollback", colour: "--danger", path: "M3 -4L-4 0L3 4Z" },
  fork: { name: "fork", colour: "--good", path: "M-4 -4L0 0L4 -4M0 0L0 4" },
  "cache-break": { name: "cache break", colour: "--warning", path: "M-3 -3L3 3M3 -3L-3 3" },
};

/** Marks closer than this, in pixels, are drawn as one. */
const NEAR = 4;

/** Draws each mark in the lane, and a line down to the axis for what changes the context. */
export function drawMarks(
  plot: uPlot,
  marks: readonly TimelineMark[],
  colour: (name: string) => string,
): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const drawn = new Map<MarkKind, number>();
  for (const { kind, offset } of marks) {
    const { colour: name, path } = MARKS[kind];
    const left = plot.valToPos(offset, "x", true);
    if (left < bbox.left || left > bbox.left + bbox.width) continue; // beside what is shown
    if (left - (drawn.get(kind) ?? -Infinity) < NEAR * scale) continue;
    drawn.set(kind, left);
    ctx.save();
    ctx.setLineDash([]);
    ctx.lineCap = "round";
    ctx.strokeStyle = ctx.fillStyle = colour(name);
    if (kind === "compaction" || kind === "rollback") {
      ctx.globalAlpha = 0.3;
      ctx.lineWidth = scale;
      ctx.beginPath();
      ctx.moveTo(left, bbox.top);
      ctx.lineTo(left, bbox.top + bbox.height);
      ctx.stroke();
      ctx.globalAlpha = 1;
    }
    ctx.translate(left, bbox.top - (LANE * scale) / 2);
    ctx.scale(scale, scale);
    ctx.lineWidth = 1.5;
    const shape = new Path2D(path);
    if (path.endsWith("Z")) ctx.fill(shape);
    else ctx.stroke(shape);
    ctx.restore();
  }
}
