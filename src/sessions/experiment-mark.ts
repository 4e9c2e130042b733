import type { LogEvent } from "../events/event.js";
import { isJsonObject } from "../events/json.js";
import { isKnownEvent } from "../events/known-event.js";

/** What the fork of an experiment is for, as it says itself (docs/experiments.md). */
export interface ExperimentPart {
  readonly name: string;
  readonly variant: string;
  /** The thread that all variants are forks of. */
  readonly base: string;
}

/** @returns null: the event says nothing of it */
export function experimentIn(event: LogEvent): ExperimentPart | null {
  const { name, variant, base } = markOf(event) ?? {};
  const threadId = isJsonObject(base) ? base.threadId : null;
  if (typeof name !== "string" || typeof variant !== "string") return null;
  return typeof threadId === "string" ? { name, variant, base: threadId } : null;
}

/** From here on, a fork repeats what its base did: nobody is asked, and nothing is run. */
export function asksNobody(event: LogEvent): boolean {
  const mark = markOf(event);
  return mark !== null && mark.mode !== "run";
}

function markOf(event: LogEvent) {
  if (!isKnownEvent(event) || event.type !== "notice.logged") return null;
  const { kind, experiment } = event.data;
  return kind === "experiment.variant" && isJsonObject(experiment) ? experiment : null;
}
