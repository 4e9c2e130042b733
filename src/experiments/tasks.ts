import { z } from "zod";
import { DerivedEventIds, sha256 } from "../dialects/shared/derived-ids.js";
import type { Fact, LogEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import type { EventStore } from "../store/event-store.js";
import type { ExperimentBase } from "./base.js";
import { type Experiment, VariantMeasures, type VariantResult } from "./experiment.js";
import { MODES, type Variant } from "./plan.js";

/** One variant, once: what one fork is for. */
export interface Task {
  readonly variant: Variant;
  /** Derived from experiment, base, variant and repetition, so that the fork is found again. */
  readonly threadId: string;
  readonly mark: VariantMark;
}

/** Every fork of an experiment, in the plan's order. */
export function tasksOf(experiment: Experiment, base: ExperimentBase): readonly Task[] {
  const { mode, turns, inputs, repetitions = 1 } = experiment;
  const { threadId, offset, eventId, head, state } = base;
  const startedMs = Date.parse(state.thread?.startedAt ?? "") || 0;
  const seeds = experiment.seeds ?? Array.from({ length: repetitions }, (_, index) => index + 1);
  return Object.entries(experiment.variants).flatMap(([name, variant]) =>
    seeds.map((seed, index): Task => {
      const repetition = index + 1;
      const key = JSON.stringify([experiment.name, mode, threadId, name, repetition]);
      const mark = {
        ...{ name: experiment.name, mode, variant: name, repetition, seed },
        planned: sha256(JSON.stringify([variant, seed, turns ?? null, inputs ?? null])),
        base: { threadId, offset, eventId, head },
      };
      return { variant, threadId: new DerivedEventIds(key).idOf(0, startedMs), mark };
    }),
  );
}

/** What a task's fork says that came of it; the newest word counts. */
export async function readResult(
  { threadId, mark }: Task,
  { store }: Pick<Experiment, "store">,
): Promise<VariantResult> {
  const { variant, repetition, seed, base } = mark;
  const about = { variant, repetition, seed, threadId };
  const nothing = { failure: null, measures: null };
  if (!(await store.has(threadId))) return { ...about, ...nothing, outcome: "unfinished" };
  for await (const event of store.readBackward(threadId)) {
    if (event.offset <= base.offset) break;
    const result = markIn(event, "experiment.result");
    if (result !== null) {
      return { ...about, ...nothing, outcome: "done", measures: result.measures };
    }
    const failed = markIn(event, "experiment.failed");
    if (failed === null) continue;
    const failure = { code: failed.code, message: failed.message };
    return { ...about, outcome: "failed", failure, measures: null };
  }
  return { ...about, ...nothing, outcome: "unfinished" };
}

/**
 * What earlier runs of an experiment have used, by their forks' logs: turns that were given up count
 * as well, and a request whose cost nobody said counts with the most that it can have cost.
 */
export async function spentBy(
  tasks: readonly Task[],
  store: EventStore,
): Promise<{ readonly tokens: number; readonly requests: number }> {
  const used = { tokens: 0, requests: 0 };
  for (const { threadId, mark } of tasks) {
    if (!(await store.has(threadId))) continue;
    let open: number[] = [];
    for await (const event of store.read(threadId, { from: mark.base.offset + 1 })) {
      const request = markIn(event, "experiment.request");
      if (request !== null) {
        open.push(request.mostTokens);
        used.requests += 1;
      }
      const cost = costIn(event);
      if (cost === null || open.length === 0) continue;
      used.tokens += cost;
      open = open.slice(0, -1);
    }
    used.tokens += open.reduce((sum, most) => sum + most, 0);
  }
  return used;
}

function costIn(event: LogEvent): number | null {
  return isKnownEvent(event) && event.type === "usage.reported" ? event.data.usage.total : null;
}

/**
 * What a fork's log says of its experiment: `notice.logged` events whose kind begins with
 * `experiment.`, with one more member in their data. Their shape is stable.
 */

/** `experiment.variant`: the first thing that a fork says of itself. */
const VariantMark = z.looseObject({
  name: z.string(),
  mode: z.enum(MODES),
  variant: z.string(),
  repetition: z.int().positive(),
  seed: z.int(),
  /** Hash of what the variant is and does. */
  planned: z.string(),
  base: z.looseObject({
    threadId: z.string(),
    offset: z.int(),
    eventId: z.string(),
    head: z.int(),
  }),
});
export type VariantMark = z.infer<typeof VariantMark>;

/** `experiment.step`: what is before it is done; `turns` of the variant's own have ended. */
const StepMark = z.looseObject({ turns: z.int().nonnegative() });

/** `experiment.request`: a request goes out now, and costs so much at most. */
const RequestMark = z.looseObject({ mostTokens: z.int().nonnegative() });

/** `experiment.result`: the variant is done, and what it came to; the newest one counts. */
const ResultMark = z.looseObject({ measures: VariantMeasures });

/** `experiment.failed`: an attempt ended early. */
const FailureMark = z.looseObject({ code: z.string(), message: z.string() });

const SCHEMAS = {
  "experiment.variant": VariantMark,
  "experiment.step": StepMark,
  "experiment.request": RequestMark,
  "experiment.result": ResultMark,
  "experiment.failed": FailureMark,
};
type MarkKind = keyof typeof SCHEMAS;
type MarkOf<Kind extends MarkKind> = z.infer<(typeof SCHEMAS)[Kind]>;
const MARKS: { readonly [Kind in MarkKind]: z.ZodType<MarkOf<Kind>> } = SCHEMAS;

/** The fact that says it. */
export function markFact<Kind extends MarkKind>(
  kind: Kind,
  experiment: MarkOf<Kind>,
  message: string,
): Fact {
  const level = kind === "experiment.failed" ? ("warning" as const) : ("info" as const);
  return { type: "notice.logged", data: { level, kind, message, experiment } };
}

/** What an event says of an experiment, if it is of that kind. */
export function markIn<Kind extends MarkKind>(event: LogEvent, kind: Kind): MarkOf<Kind> | null {
  if (!isKnownEvent(event) || event.type !== "notice.logged" || event.data.kind !== kind) {
    return null;
  }
  const parsed = MARKS[kind].safeParse(event.data["experiment"]);
  return parsed.success ? parsed.data : null;
}
