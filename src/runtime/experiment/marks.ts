import { z } from "zod";
import type { Fact, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { MODES } from "./plan.js";
import { VariantMeasures } from "./measures.js";

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

/** `experiment.step`: what stands before it is done; `turns` of the variant's own have ended. */
const StepMark = z.looseObject({ turns: z.int().nonnegative() });

/** `experiment.request`: a request goes out now, and costs so much at most. */
const RequestMark = z.looseObject({ mostTokens: z.int().nonnegative() });

/** `experiment.result`: the variant is done, and what it came to; the newest one counts. */
const ResultMark = z.looseObject({ measures: VariantMeasures });

/** `experiment.failed`: an attempt ended early. */
const FailureMark = z.looseObject({ code: z.string(), message: z.string() });

interface Marks {
  readonly "experiment.variant": VariantMark;
  readonly "experiment.step": z.infer<typeof StepMark>;
  readonly "experiment.request": z.infer<typeof RequestMark>;
  readonly "experiment.result": z.infer<typeof ResultMark>;
  readonly "experiment.failed": z.infer<typeof FailureMark>;
}
export type MarkKind = keyof Marks;
export type MarkOf<Kind extends MarkKind> = Marks[Kind];

const MARKS: { readonly [Kind in MarkKind]: z.ZodType<Marks[Kind]> } = {
  "experiment.variant": VariantMark,
  "experiment.step": StepMark,
  "experiment.request": RequestMark,
  "experiment.result": ResultMark,
  "experiment.failed": FailureMark,
};

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
