import type { EventSource } from "../../events/event-source.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { WalkedEvent } from "../../projections/walk-log.js";
import type { ExperimentBase } from "./base.js";
import { continuationOf } from "./continuation.js";
import type { Experiment } from "./experiment.js";
import { differenceBetween, firstDifference } from "./first-difference.js";
import type { VariantMeasures } from "./measures.js";
import { nextRequest, promptMeasures, type NextRequest } from "./prompt-measures.js";
import type { Variant } from "./plan.js";
import { measureThread, type ThreadMeasures } from "./thread-measures.js";
import { rangesBehind, walkRanges } from "./walk-behind.js";

/** What a variant is measured against. */
export interface MeasuredBase {
  readonly base: ExperimentBase;
  /** The base's next request at the fork. */
  readonly request: NextRequest;
  readonly measures: VariantMeasures;
}

/** The base itself, in the same figures: as it was recorded. */
export async function measureBase(
  experiment: Experiment,
  base: ExperimentBase,
): Promise<MeasuredBase> {
  const { blobs } = experiment.store;
  const request = await nextRequest({ state: base.state, base: base.state }, {}, blobs);
  const counted = await measureThread(continuationOf(base, experiment.turns));
  const measured = { threadId: base.threadId, state: base.state, source: base.source };
  const measures: VariantMeasures = {
    ...figures(experiment, counted, { request, base: request }),
    firstDifference: null,
    ...promptMeasures(request, request),
    own: await ownMeasures(experiment, measured),
  };
  return { base, request, measures };
}

/** A variant's fork, by what its log says; what was rolled back does not count. */
export async function measureVariant(
  experiment: Experiment,
  { base, request }: MeasuredBase,
  fork: {
    readonly threadId: string;
    readonly variant: Variant;
    readonly state: ThreadState;
    readonly source: EventSource;
  },
): Promise<VariantMeasures> {
  const { mode, turns, store } = experiment;
  const ranges = await rangesBehind(fork.source, base.offset);
  const walk = (): AsyncGenerator<WalkedEvent> => walkRanges(fork.source, base.state, ranges);
  const states = { state: fork.state, base: base.state };
  const next = await nextRequest(states, fork.variant, store.blobs);
  const counted = await measureThread(walk());
  return {
    ...figures(experiment, counted, { request: next, base: request }),
    firstDifference:
      mode === "project"
        ? differenceBetween(request.prompt, next.prompt, { offset: base.offset, request: 1 })
        : await firstDifference(continuationOf(base, turns), walk()),
    ...promptMeasures(request, next),
    own: await ownMeasures(experiment, fork),
  };
}

/** Where nothing is asked, the next request is what there is to count. */
function figures(
  { mode }: Experiment,
  counted: ThreadMeasures,
  { request, base }: { readonly request: NextRequest; readonly base: NextRequest },
): ThreadMeasures {
  if (mode !== "project") return counted;
  const { keptCache } = promptMeasures(base, request);
  const cachedTokens = Math.min(request.prompt.tokens, Math.round(keptCache * base.prompt.tokens));
  return { ...counted, inputTokens: request.prompt.tokens, cachedTokens };
}

async function ownMeasures(
  { metrics = {} }: Experiment,
  measured: {
    readonly threadId: string;
    readonly state: ThreadState;
    readonly source: EventSource;
  },
): Promise<VariantMeasures["own"]> {
  const own: Record<string, number | null> = {};
  for (const [name, { measure }] of Object.entries(metrics)) own[name] = await measure(measured);
  return own;
}
