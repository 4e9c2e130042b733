import { isRefoldError, type RefoldError } from "../../errors.js";
import { type BlobReader, type EventSource, runsOf } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import type { SessionDamage } from "../../sessions/session.js";
import { rollbackIn } from "../../reducers/replay-events.js";
import { listSource } from "../definition.js";
import { DefinitionWalk, type TakenStep } from "./definition-walk.js";
import { type InvariantReport, ReportDraft, type Tally } from "./invariant-report.js";
import type { CheckedLog, Invariant, LogReader, LogStep, StateInvariant } from "./invariant.js";
import { selectInvariants } from "./invariants.js";
import { rollbacksEarlier } from "./log-invariants.js";
import { PromptWalk } from "./prompt-walk.js";
import { TurnEnds } from "./turn-ends.js";

export interface CheckOptions {
  /** Names, or their first parts (`log`, `anthropic`); absent: everything there is. */
  readonly only?: readonly string[];
  /** Invariants of your own, beside the built-in ones. */
  readonly own?: readonly Invariant[];
  /** Looks at prompts and bodies at every end of a turn, not at some of them. */
  readonly isExhaustive?: boolean;
  /** Where the blobs are that the log names; absent: images are left out of bodies. */
  readonly blobs?: BlobReader;
  /** Places that reading the source came upon; a session has them. */
  readonly damage?: () => readonly SessionDamage[];
  /** Told how many events are checked. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Checks a thread: the laws at each of its events, prompts and request bodies at the ends of its
 * turns. One pass, and a look back where the log goes back first; memory and time grow with the log as
 * replaying it does.
 *
 * @param source a log to read from, or its events, from offset 0 on
 * @returns what does not hold, and how often what was asked about
 * @throws {RefoldError} `invalid-argument`: an invariant is named that does not exist; says which
 *   are spelled alike
 * @throws whatever reading the source throws
 */
export async function checkInvariants(
  source: EventSource | readonly LogEvent[],
  options: CheckOptions = {},
): Promise<InvariantReport> {
  const selected = selectInvariants(options.only, options.own);
  const log: CheckedLog = {
    source: isList(source) ? listSource(source) : source,
    blobs: options.blobs ?? null,
    damage: options.damage ?? null,
  };
  const report = new ReportDraft(selected);
  const ends = new TurnEnds(options.isExhaustive === true);
  const walk = new LawWalk(selected, log, { report, ends });
  const definition = new DefinitionWalk(log.source);
  let failed: TakenStep | null = null;
  let events = 0;
  walking: for await (const run of runsOf(log.source)) {
    for (const event of run) {
      const refused = refusalOf(event);
      if (refused !== null) {
        const message = `${refused.message}: what follows has no state and is not checked`;
        report.add(rollbacksEarlier, event.offset, [{ place: "to", message }]);
        break walking;
      }
      const taking = definition.take(event);
      const step = taking instanceof Promise ? await taking : taking;
      if (step.thrown !== undefined) {
        failed = step;
        break walking;
      }
      const asking = walk.take(step);
      if (asking !== undefined) await asking;
      events += 1;
      options.onProgress?.(events);
    }
  }
  await walk.end(failed);
  return {
    violations: report.violations(),
    checks: report.checks(),
    events,
    turnEnds: ends.counts,
  };
}

/** Why nothing after an event has a state: it goes back to no earlier one; null: it does not. */
function refusalOf(event: LogEvent): RefoldError | null {
  try {
    rollbackIn(event);
    return null;
  } catch (error) {
    if (isRefoldError(error)) return error;
    throw error;
  }
}

interface WalkContext {
  readonly report: ReportDraft;
  readonly ends: TurnEnds;
}

/** Asks every invariant about every event, each when the next one is known: a turn may end before that. */
class LawWalk {
  readonly #readers: readonly { readonly tally: Tally; readonly reader: LogReader }[];
  readonly #states: readonly { readonly tally: Tally; readonly of: StateInvariant }[];
  readonly #prompts: PromptWalk;
  readonly #ends: TurnEnds;
  #newest: TakenStep | null = null;
  #known: LogStep["after"] | null = null;

  constructor(invariants: readonly Invariant[], log: CheckedLog, { report, ends }: WalkContext) {
    this.#readers = invariants
      .filter((each) => each.over === "log")
      .map((of) => ({ tally: report.tallyOf(of), reader: of.begin(log) }));
    this.#states = invariants
      .filter((each) => each.over === "state")
      .map((of) => ({ tally: report.tallyOf(of), of }));
    this.#prompts = new PromptWalk(invariants, log, report);
    this.#ends = ends;
  }

  /** @returns a promise when something has to be waited for: at most events nothing has */
  take(step: TakenStep): Promise<void> | undefined {
    const newest = this.#newest;
    this.#newest = step;
    if (newest === null) return undefined;
    newest.isSampled = this.#ends.isPickedBefore(step);
    return this.#ask(newest);
  }

  #ask(step: LogStep): Promise<void> | undefined {
    const { offset } = step.event;
    let late: Promise<void>[] | null = null;
    for (const { tally, reader } of this.#readers) {
      const answer = reader.take(step);
      if (answer instanceof Promise) {
        late ??= [];
        late.push(answer.then((found) => tally.add(offset, found)));
      } else tally.add(offset, answer);
    }
    for (const { tally, of } of this.#states) tally.add(offset, of.check(step.after, this.#known));
    this.#known = step.after;
    return step.isSampled || late !== null ? this.#finish(step, late ?? []) : undefined;
  }

  async #finish(step: LogStep, late: readonly Promise<void>[]): Promise<void> {
    await Promise.all(late);
    if (step.isSampled) await this.#prompts.take(step);
  }

  /** @param failed the event that could not be folded; null: all could */
  async end(failed: TakenStep | null): Promise<void> {
    const newest = this.#newest;
    if (newest !== null) {
      this.#ends.pickNewest(newest.after);
      newest.isSampled = true;
      await this.#ask(newest);
    }
    if (failed !== null) await this.#ask(failed);
    for (const { tally, reader } of this.#readers) tally.add(null, await reader.end?.());
  }
}

function isList(source: EventSource | readonly LogEvent[]): source is readonly LogEvent[] {
  return Array.isArray(source);
}
