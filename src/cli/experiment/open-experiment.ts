import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import type { Experiment } from "../../runtime/experiment/experiment.js";
import { threadForFork } from "../import/thread-for-fork.js";
import type { Shell } from "../shell.js";
import { clientOfPlan } from "./clients.js";
import { commandMetric } from "./command-metric.js";
import type { LoadedPlan, PlanFile } from "./load-plan.js";
import { loadPlanModule, type PlanModule } from "./plan-module.js";

/** Where a plan's experiment takes place. */
export interface ExperimentPlace {
  readonly store: JsonlStore;
  readonly shell: Shell;
}

/** Makes an experiment of a plan's file: its base in the store, its clients, its metrics. */
export async function openExperiment(
  { plan, source, folder }: LoadedPlan,
  place: ExperimentPlace,
): Promise<Experiment> {
  const { clients, module, metrics, ...rest } = plan;
  const base = await threadForFork(plan.base, place);
  const fromModule =
    plan.mode === "run" && module !== undefined
      ? await loadPlanModule({ module, folder }, source)
      : null;
  return {
    ...rest,
    base,
    store: place.store,
    planSource: source,
    metrics: metricsOf(metrics),
    client: clientMaker(clients ?? {}, fromModule),
  };
}

function clientMaker(
  clients: NonNullable<PlanFile["clients"]>,
  fromModule: PlanModule | null,
): NonNullable<Experiment["client"]> {
  return async (wish) => {
    const { model, tools } = (await fromModule?.(wish)) ?? { model: null, tools: null };
    return {
      model: model ?? (await clientOfPlan(wish, clients)),
      ...(tools !== null && { tools }),
    };
  };
}

function metricsOf(metrics: PlanFile["metrics"] = {}): NonNullable<Experiment["metrics"]> {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, metric]) => [name, commandMetric(name, metric)]),
  );
}
