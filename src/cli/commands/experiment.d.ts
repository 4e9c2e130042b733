import type { Experiment } from "../../experiments/experiment.js";
import type { ExperimentPlan } from "../../experiments/plan.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { type LoadedPlan } from "../experiment/plan-file.js";
import type { DeclareCommand, Shell } from "../shell.js";
/** `refold experiment`: forks of one thread that each vary one thing, side by side. */
export declare const declareExperiment: DeclareCommand;
interface RunWish {
    readonly mode?: ExperimentPlan["mode"];
    readonly jobs: number;
    readonly resume?: true;
}
/** Runs a plan's experiment and shows what it came to. Ctrl-C interrupts it: it can be resumed. */
export declare function runPlan(path: string, wish: RunWish, place: ExperimentPlace): Promise<void>;
interface ShowWish {
    readonly mode?: ExperimentPlan["mode"];
    readonly html?: string;
    readonly force?: true;
    readonly json?: true;
}
/** Shows what an experiment's variants came to; nothing is run. */
export declare function showPlan(path: string, wish: ShowWish, place: ExperimentPlace): Promise<void>;
/** Where a plan's experiment takes place. */
export interface ExperimentPlace {
    readonly store: JsonlStore;
    readonly shell: Shell;
}
/** Makes an experiment of a plan's file: its base in the store, its clients, its metrics. */
export declare function openExperiment({ plan, source, folder }: LoadedPlan, place: ExperimentPlace): Promise<Experiment>;
export {};
