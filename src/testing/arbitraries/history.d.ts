import fc from "fast-check";
import type { LogEvent } from "../../events/event.js";
import type { History } from "../history-builder.js";
import type { HistoryCommand, OwnEventCommand } from "../history-command.js";
import type { OwnKit } from "../own-kit.js";
export interface HistoryOptions {
    /** Least number of commands; a command makes about two events. */
    readonly minLength?: number;
    readonly maxLength?: number;
    /** How often each kind of command comes, against the others: whole numbers; 0 leaves it out. */
    readonly weights?: HistoryWeights;
}
/** The same with event types and fragments of one's own. */
export interface OwnHistoryOptions extends HistoryOptions {
    readonly own: OwnKit;
}
/**
 * - `call` is one call, `parallel-calls` are two or three;
 * - `end-turn` ends a turn as it should, `abort-turn` early;
 * - `images`: how often an image stands where a text could, which has 5 in messages, 2 in outputs;
 * - `damage` spoils a line of the rollout's text (`historyRollout`), never the events; 0 unless told.
 */
export type HistoryWeights = Partial<Readonly<Record<WeightName, number>>>;
type WeightName = CommandName | "images";
type CommandName = HistoryCommand["do"] | "parallel-calls" | "abort-turn" | OwnEventCommand["do"];
/**
 * Whole threads that can exist: turns with tools and images, settings that change, compactions of
 * every trigger, edits, aborts, rollbacks of rollbacks, forks of forks, and lines of foreign
 * sessions. What is drawn is a list of commands, so a counterexample shrinks to the few that matter;
 * a failing one is printed as the path of a rollout that `refold replay` opens.
 * @throws {InvalidArgument} a weight does not exist, or is no whole number from 0 on
 */
export declare function histories(options: OwnHistoryOptions): fc.Arbitrary<History<LogEvent>>;
export declare function histories(options?: HistoryOptions): fc.Arbitrary<History>;
/** The commands of such threads, for `renderHistory`. */
export declare function historyCommands(options?: HistoryOptions): fc.Arbitrary<HistoryCommand[]>;
/**
 * The commands of one whole turn: it starts, a user speaks, the model answers and calls tools, it
 * ends. For `renderHistory`, alone or among others.
 */
export declare function turnCommands(options?: HistoryOptions): fc.Arbitrary<HistoryCommand[]>;
export {};
