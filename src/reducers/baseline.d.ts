import type { Baseline, RunningTurn } from "../events/slices.js";
import { type FoldedEvent } from "./thread-state.js";
/**
 * The facts that the ledger already tells the model; null: everything is to be told again. It
 * survives only while every item that established a fact of it survives (law 7).
 * @param running the running turn: its envelope is what an injection makes the baseline
 */
export declare function reduceBaseline(state: Baseline | null, event: FoldedEvent, running: RunningTurn | null): Baseline | null;
