import fc from "fast-check";
import type { LogEvent } from "../../events/event.js";
import { printableHistory } from "../counterexample.js";
import type { History } from "../history-builder.js";
import type { HistoryCommand, OwnEventCommand } from "../history-command.js";
import type { OwnKit } from "../own-kit.js";
import { renderHistory } from "../render-history.js";
import { commandsByKind } from "./commands.js";
import { readWeights, weighted } from "./weights.js";

export interface HistoryOptions {
  /** Least number of commands; a command makes about two events. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** How often each kind of command comes, against the others: whole numbers; 0 leaves it out. */
  readonly weights?: HistoryWeights;
}

/** The same with event types and fragments of your own. */
export interface OwnHistoryOptions extends HistoryOptions {
  readonly own: OwnKit;
}

/**
 * - `call` is one call, `parallel-calls` are two or three;
 * - `end-turn` ends a turn as it should, `abort-turn` early;
 * - `images`: how often an image is where a text could, which has 5 in messages, 2 in outputs;
 * - `damage` spoils a line of the rollout's text (`historyRollout`), never the events; 0 unless told.
 */
export type HistoryWeights = Partial<Readonly<Record<WeightName, number>>>;
type WeightName = CommandName | "images";
type CommandName = HistoryCommand["do"] | "parallel-calls" | "abort-turn" | OwnEventCommand["do"];

const WEIGHTS: Readonly<Record<WeightName, number>> = {
  "start-turn": 10,
  user: 8,
  assistant: 5,
  reason: 3,
  call: 4,
  "parallel-calls": 4,
  "report-usage": 4,
  request: 1,
  "end-turn": 3,
  "abort-turn": 2,
  compact: 4,
  trim: 2,
  "clear-outputs": 2,
  "replace-images": 1,
  "clear-history": 1,
  "roll-back": 4,
  redo: 2,
  fork: 2,
  rename: 1,
  configure: 1,
  instruct: 1,
  "declare-tools": 1,
  snapshot: 1,
  restore: 1,
  notice: 1,
  "foreign-line": 2,
  damage: 0,
  "own-event": 5,
  "own-fragment": 5,
  images: 2,
};

/**
 * Whole threads that can exist: turns with tools and images, settings that change, compactions of
 * every trigger, edits, aborts, rollbacks of rollbacks, forks of forks, and lines of foreign
 * sessions. What is drawn is a list of commands, so a counterexample shrinks to the few that matter;
 * a failing one is printed as the path of a rollout that `refold replay` opens.
 * @throws {RefoldError} `invalid-argument`: a weight does not exist, or is no whole number from 0
 *   on
 */
export function histories(options: OwnHistoryOptions): fc.Arbitrary<History<LogEvent>>;
export function histories(options?: HistoryOptions): fc.Arbitrary<History>;
export function histories(
  options: HistoryOptions | OwnHistoryOptions = {},
): fc.Arbitrary<History<LogEvent>> {
  return drawnCommands(options).map((commands) => printableHistory(renderHistory(commands)));
}

/** The commands of such threads, for `renderHistory`. */
export function historyCommands(options: HistoryOptions = {}): fc.Arbitrary<HistoryCommand[]> {
  return drawnCommands(options).map((row) => row.filter((each) => each.do !== "own-event"));
}

/**
 * The commands of one whole turn: it starts, a user speaks, the model answers and calls tools, it
 * ends. For `renderHistory`, alone or among others.
 */
export function turnCommands(options: HistoryOptions = {}): fc.Arbitrary<HistoryCommand[]> {
  const weights = readWeights("history", WEIGHTS, options.weights);
  const { user, "start-turn": start, ...kinds } = commandsByKind(weights.images, {});
  const { assistant, reason, call, "parallel-calls": calls, "report-usage": usage } = kinds;
  const step = weighted<HistoryCommand>("history", weights, {
    ...{ assistant, reason, call, "parallel-calls": calls, "report-usage": usage },
  });
  const end = weighted<HistoryCommand>("history", weights, {
    ...{ "end-turn": kinds["end-turn"], "abort-turn": kinds["abort-turn"] },
  });
  const { minLength = 0, maxLength = 6 } = options;
  return fc
    .tuple(start, user, fc.array(step, { minLength, maxLength }), end)
    .map(([first, message, steps, last]) => structuredClone([first, message, ...steps, last]));
}

function drawnCommands({
  minLength = 0,
  maxLength = 60,
  ...options
}: HistoryOptions | OwnHistoryOptions): fc.Arbitrary<(HistoryCommand | OwnEventCommand)[]> {
  const weights = readWeights("history", WEIGHTS, options.weights);
  const kinds = commandsByKind(weights.images, "own" in options ? options.own : {});
  const command = weighted<HistoryCommand | OwnEventCommand>("history", weights, kinds);
  // Cloned: plain objects, as a log gives them, whatever prototypes were drawn.
  return fc
    .array(command, { minLength, maxLength, size: "max" })
    .map((commands) => structuredClone(commands));
}
