import { useEffect, useState } from "preact/hooks";
import type { Timeline as TimelineAnswer, TimelineMark } from "../../api.js";
import { counted, figure, shortFigure } from "../../../projections/figures.js";
import { useClient, useConnection } from "../client.js";
import { useKeys } from "../keyboard.js";
import type { PaneProps } from "../pane.js";
import { ProblemBox } from "../notices.js";
import { useLatest } from "../use-latest.js";
import { Chart } from "./chart.js";
import { EventStrip, type Steps, useSteps } from "./event-strip.js";
import { MARKS, type MarkKind } from "./marks.js";

const ASK_AGAIN_MS = 1500;

/** Where the reader is in a session, and ways to anywhere else in it. */
export function Timeline({ session, offset }: PaneProps) {
  const { report } = useConnection();
  const { row, head } = session;
  const steps = useSteps(row.key, head, report);
  const { timeline, problem } = useTimeline(row.key, head);
  const [pointed, setPointed] = useState<number | null>(null);
  useKeys({
    ArrowLeft: () => steps.by("event", "previous"),
    ArrowRight: () => steps.by("event", "next"),
    "Shift+ArrowLeft": () => steps.by("turn", "previous"),
    "Shift+ArrowRight": () => steps.by("turn", "next"),
    "[": () => steps.by("compaction", "previous"),
    "]": () => steps.by("compaction", "next"),
    Home: () => steps.to(0),
    End: steps.follow,
  });
  return (
    <section class="timeline" aria-label="Timeline">
      {problem !== null && <ProblemBox problem={problem} />}
      {timeline !== null && (
        <div
          class="scrubber"
          role="slider"
          tabIndex={0}
          aria-label="Event"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, head - 1)}
          aria-valuenow={offset}
          aria-valuetext={`event ${offset} of ${head}, ${pointWords(timeline, offset)}`}
        >
          <Chart timeline={timeline} offset={offset} onScrub={steps.to} onPoint={setPointed} />
        </div>
      )}
      {timeline !== null && (
        <Legend timeline={timeline} offset={offset} pointed={pointed} steps={steps} />
      )}
      <EventStrip session={session} offset={offset} steps={steps} />
    </section>
  );
}

/** Asked again while the session is being read, and when it has grown. */
function useTimeline(
  key: string,
  head: number,
): { readonly timeline: TimelineAnswer | null; readonly problem: unknown } {
  const client = useClient();
  const [round, setRound] = useState(0);
  const { value, problem } = useLatest(`${key} ${round}`, (signal) =>
    client.askSession(key, "timeline", {}, signal),
  );
  const isOld = value !== null && (!value.isComplete || value.head < head);
  useEffect(() => {
    if (!isOld) return;
    const timer = setTimeout(() => setRound(round + 1), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isOld, value]);
  return { timeline: value, problem };
}

interface LegendProps {
  readonly timeline: TimelineAnswer;
  readonly offset: number;
  readonly pointed: number | null;
  readonly steps: Steps;
}

const KINDS: readonly MarkKind[] = ["compaction", "rollback", "fork", "cache-break"];

/** What the marks mean; each leads to the next of its kind. Where one points, what is there. */
function Legend({ timeline, offset, pointed, steps }: LegendProps) {
  const { marks } = timeline;
  const near = markNear(timeline, pointed ?? offset);
  return (
    <div class="legend">
      {KINDS.map((kind) => {
        const ofKind = marks.filter((mark) => mark.kind === kind);
        if (ofKind.length === 0) return null;
        const { name, colour, path } = MARKS[kind];
        const count = ofKind.reduce((sum, mark) => sum + mark.count, 0);
        const next = ofKind.find((mark) => mark.offset > offset) ?? ofKind[0];
        return (
          <button
            key={kind}
            type="button"
            class="link-button"
            title={`To the next ${name}`}
            onClick={() => next !== undefined && steps.to(next.offset)}
          >
            <svg class="icon" viewBox="-6 -6 12 12" width="12" height="12" aria-hidden="true">
              <path d={path} style={{ stroke: `var(${colour})` }} />
            </svg>
            {counted(count, name)}
          </button>
        );
      })}
      <span class="legend-point">
        #{figure(pointed ?? offset)} {pointWords(timeline, pointed ?? offset)}
        {near !== null && ` · ${near.words}`}
      </span>
    </div>
  );
}

function pointWords({ points }: TimelineAnswer, offset: number): string {
  const point = points.findLast((one) => one.offset <= offset);
  if (point === undefined) return "";
  const { tokens, window } = point;
  if (window === null || window === 0) return `${shortFigure(tokens)} tokens`;
  const percent = Math.round((100 * tokens) / window);
  return `${shortFigure(tokens)} of ${shortFigure(window)} tokens, ${percent}%`;
}

/** A mark that the pointer means: within a hundredth of the session. */
function markNear({ marks, head }: TimelineAnswer, offset: number): TimelineMark | null {
  const reach = head / 150;
  let best: TimelineMark | null = null;
  for (const mark of marks) {
    const distance = Math.abs(mark.offset - offset);
    if (distance > reach) continue;
    if (best === null || distance < Math.abs(best.offset - offset)) best = mark;
  }
  return best;
}
