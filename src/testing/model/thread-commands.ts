import { isRefoldError } from "../../errors.js";
import { modelDisagrees } from "../errors.js";
import fc from "fast-check";
import type { LogEvent } from "../../events/event.js";
import { callPairs } from "../arbitraries/calls.js";
import { assistantMessages, reasoningItems } from "../arbitraries/items.js";
import { readWeights, weighted } from "../arbitraries/weights.js";
import { keepRollout, rolloutOf } from "../counterexample.js";
import { checkInvariants } from "../invariants/check-invariants.js";
import type { Invariant } from "../invariants/invariant.js";
import type { OwnKit } from "../own-kit.js";
import { DrivenThread, type StoreUnderTest } from "./driven-thread.js";
import {
  compact,
  crash,
  endTurn,
  fork,
  readWhileWriting,
  recordCalls,
  recordItem,
  resume,
  startTurn,
  wholeTurn,
} from "./thread-acts.js";
import type { ThreadCommand } from "./thread-command.js";
import { ThreadModel } from "./thread-model.js";
import {
  recordOwnEvent,
  redo,
  rollBackTo,
  rollBackTurns,
  undo,
  useFragment,
} from "./travel-acts.js";

export interface RunOptions {
  /** The event types and fragments of your own that the commands were drawn with. */
  readonly own?: OwnKit;
  /** Invariants of your own, asked at the end beside the laws. */
  readonly invariants?: readonly Invariant[];
}

/**
 * Does what the commands say with a real thread over a real store, and with a small reference of it.
 * After each command the thread's state, a resumed one and what the log defines (law 1) agree,
 * the history is what was said, what was acknowledged is there as it was, and readers saw whole
 * batches of one log. At the end the laws hold.
 * @throws {RefoldError} `model-disagrees`: something differs: says after which command, what, and
 *   which rollout shows
 *   it (`refold replay`)
 */
export async function runThreadCommands(
  commands: ThreadCommands,
  store: StoreUnderTest,
  options: RunOptions = {},
): Promise<void> {
  const { own = {}, invariants = [] } = options;
  const real = await DrivenThread.begin(store, own);
  try {
    const model = new ThreadModel();
    await real.check(model, "openThread");
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await checkLaws(real, invariants);
  } catch (error) {
    if (!isRefoldError(error, "model-disagrees")) throw error;
    const { cause } = error;
    const { command, what } = error.details;
    const opened = keepRollout(rolloutOf(readable(real.log)));
    throw modelDisagrees(command, what, { opened, cause });
  } finally {
    await real.close();
  }
}

async function checkLaws(real: DrivenThread, own: readonly Invariant[]): Promise<void> {
  const { source } = real.thread;
  const only = ["log", "state", "prompt", ...own.map(({ name }) => name)];
  const { violations } = await checkInvariants(source, {
    only,
    own,
    blobs: real.options.store.blobs,
  });
  if (violations.length === 0) return;
  const found = violations.map(
    ({ invariant, offset, place, message }) =>
      `${invariant} at ${offset ?? "?"}, ${place}: ${message}`,
  );
  throw modelDisagrees("all commands", ["laws do not hold", ...found].join("\n  "));
}

/** The log up to its end, or to where its offsets have a gap: what comes after cannot be replayed. */
function readable(log: readonly LogEvent[]): readonly LogEvent[] {
  const end = log.findIndex(({ offset }, place) => offset !== place);
  return end === -1 ? log : log.slice(0, end);
}

const WEIGHTS = {
  "start-turn": 5,
  item: 4,
  call: 2,
  "parallel-calls": 2,
  "end-turn": 3,
  "abort-turn": 2,
  "whole-turn": 6,
  "roll-back-turns": 2,
  "roll-back-to": 3,
  undo: 3,
  redo: 3,
  compact: 3,
  fork: 2,
  crash: 3,
  resume: 2,
  "read-while-writing": 3,
  "own-event": 3,
  "own-fragment": 3,
  images: 2,
} as const;
type WeightName = keyof typeof WEIGHTS;

export interface ThreadCommandOptions {
  /** Most commands in a row. Default 20. */
  readonly maxCommands?: number;
  /** How often each kind comes, against the others: whole numbers; 0 leaves it out. */
  readonly weights?: Partial<Readonly<Record<WeightName, number>>>;
  /** Event types and fragments of your own; hand the same to `runThreadCommands`. */
  readonly own?: OwnKit;
}

/** Commands in a row, as fast-check draws and shrinks them. */
export type ThreadCommands = Iterable<fc.AsyncCommand<ThreadModel, DrivenThread>>;

/**
 * What can be done with a thread, in a row: turns and items, calls in parallel, rollbacks, undo and
 * redo, compactions, forks, crashes in the middle of a write, resuming, and reading while it is
 * written. Run them with `runThreadCommands`; a failing row shrinks to the few that matter.
 * @throws {RefoldError} `invalid-argument`: a weight does not exist, or is no whole number from 0
 *   on
 */
export function threadCommands(options: ThreadCommandOptions = {}): fc.Arbitrary<ThreadCommands> {
  const { maxCommands = 20, own = {} } = options;
  const weights = readWeights("thread command", WEIGHTS, options.weights);
  const command = weighted("thread command", weights, commandsByKind(weights.images, own));
  return fc.commands([command], { maxCommands, size: "max" });
}

type Drawn = fc.Arbitrary<ThreadCommand> | readonly fc.Arbitrary<ThreadCommand>[];

function commandsByKind(images: number, own: OwnKit): Record<Exclude<WeightName, "images">, Drawn> {
  const facts = sessionFacts(own);
  const pairs = callPairs(undefined, { images }).map(asParsed);
  const calls = (minLength: number, maxLength: number) =>
    fc.array(fc.tuple(pairs, fc.nat(4)), { minLength, maxLength }).map(recordCalls);
  const items = fc.oneof(assistantMessages(), reasoningItems());
  const turn = fc.tuple(userWords(), facts);
  const { events = [], fragments = [] } = own;
  return {
    "start-turn": turn.map(([text, told]) => startTurn(text, told)),
    item: items.map((item) => recordItem(asParsed(item))),
    call: calls(1, 1),
    "parallel-calls": calls(2, 3),
    "end-turn": fc.constant(endTurn("completed")),
    "abort-turn": fc.constant(endTurn("aborted")),
    "whole-turn": fc
      .tuple(turn, assistantMessages())
      .map(([[text, told], item]) => wholeTurn(text, told, asParsed(item))),
    "roll-back-turns": fc.nat(4).map(rollBackTurns),
    "roll-back-to": share().map(rollBackTo),
    undo: fc.constant(undo),
    redo: fc.constant(redo),
    compact: fc.constant(compact),
    fork: fc.tuple(share(), fc.boolean()).map((drawn) => fork(...drawn)),
    crash: share().map(crash),
    resume: fc.constant(resume),
    "read-while-writing": fc
      .tuple(userWords(), fc.nat(30))
      .map(([text, first]) => readWhileWriting(text, first)),
    "own-event": events.map((draws) => draws.facts.map((fact) => recordOwnEvent(draws.type, fact))),
    "own-fragment": fragments.flatMap((draws) =>
      draws.lifetime === "session" ? [] : [draws.uses.map(useFragment)],
    ),
  };
}

/** As a provider's answer is parsed: plain objects, and no number that JSON has no word for. */
function asParsed<Value>(value: Value): Value {
  // JSON of JSON values gives the same type back: nothing that is drawn here is anything else.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** Words that no marker of the runtime's begins with. */
function userWords(): fc.Arbitrary<string> {
  return fc.stringMatching(/^[a-z]{1,8}$/);
}

/** Facts of all own session fragments, each told or not. */
function sessionFacts({ fragments = [] }: OwnKit): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const drawn = fragments.flatMap((draws) => (draws.lifetime === "session" ? [draws.facts] : []));
  return fc.tuple(...drawn).map((facts) => facts.reduce((all, each) => ({ ...all, ...each }), {}));
}

/** A place in something whose length is not known yet. */
function share(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
}
