import { DerivedEventIds, sha256 } from "../../dialects/derived-ids.js";
import type { ExperimentBase } from "./base.js";
import type { Experiment } from "./experiment.js";
import type { VariantMark } from "./marks.js";
import type { Variant } from "./plan.js";

/** One variant, once: what one fork is for. */
export interface Task {
  readonly variant: Variant;
  /** Derived from experiment, base, variant and repetition, so that the fork is found again. */
  readonly threadId: string;
  readonly mark: VariantMark;
}

/** Every fork of an experiment, in the plan's order. */
export function tasksOf(experiment: Experiment, base: ExperimentBase): readonly Task[] {
  return Object.entries(experiment.variants).flatMap(([name, variant]) =>
    seedsOf(experiment).map((seed, index) =>
      task({ experiment, base, name, variant }, seed, index),
    ),
  );
}

function seedsOf({ seeds, repetitions = 1 }: Experiment): readonly number[] {
  return seeds ?? Array.from({ length: repetitions }, (_, index) => index + 1);
}

interface TaskParts {
  readonly experiment: Experiment;
  readonly base: ExperimentBase;
  readonly name: string;
  readonly variant: Variant;
}

function task({ experiment, base, name, variant }: TaskParts, seed: number, index: number): Task {
  const { mode, turns, inputs } = experiment;
  const { threadId, offset, eventId, head, state } = base;
  const repetition = index + 1;
  const key = JSON.stringify([experiment.name, mode, threadId, name, repetition]);
  const startedMs = Date.parse(state.thread?.startedAt ?? "") || 0;
  const mark: VariantMark = {
    ...{ name: experiment.name, mode, variant: name, repetition, seed },
    planned: sha256(JSON.stringify([variant, seed, turns ?? null, inputs ?? null])),
    base: { threadId, offset, eventId, head },
  };
  return { variant, threadId: new DerivedEventIds(key).idOf(0, startedMs), mark };
}
