import { isRefoldError } from "../../errors.js";
import { type EventSource, runsOf } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import type { BlobReader, SessionDamage } from "../../sessions/session.js";
import { listSource } from "../definition.js";
import { DefinitionWalk } from "./definition-walk.js";
import { type InvariantReport, ReportDraft } from "./invariant-report.js";
import type {
  CheckedLog,
  Invariant,
  LogInvariant,
  LogReader,
  LogStep,
  StateInvariant,
} from "./invariant.js";
import { selectInvariants } from "./invariants.js";
import { rollbacksEarlier } from "./log-invariants.js";
import { PromptWalk } from "./prompt-walk.js";
import { sampleTurnEnds, surveyLog } from "./survey-log.js";

export interface CheckOptions {
  /** Names, or their first parts (`log`, `anthropic`); absent: everything there is. */
  readonly only?: readonly string[];
  /** Invariants of your own, beside the built-in ones. */
  readonly own?: readonly Invariant[];
  /** Looks at prompts and bodies at every end of a turn, not at a spread of 200 at most. */
  readonly isExhaustive?: boolean;
  /** Where the blobs are that the log names; absent: images are left out of bodies. */
  readonly blobs?: BlobReader;
  /** Places that reading the source came upon; a session has them. */
  readonly damage?: () => readonly SessionDamage[];
  /** Told how many events are checked, of how many. */
  readonly onProgress?: (done: number, all: number) => void;
}

/**
 * Checks a thread: the laws at each of its events, prompts and request bodies at the ends of its
 * turns. One pass to see what is there, one to check it; memory and time grow with the log as
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
  const { events, targets, turnEnds, broken } = await surveyLog(log.source);
  const sampled = sampleTurnEnds(turnEnds, options.isExhaustive === true);
  const walk = new LawWalk(selected, log, report);
  const definition = new DefinitionWalk(targets, sampled);
  let checked = 0;
  walking: for await (const run of runsOf(log.source)) {
    for (const event of run) {
      const error = event.offset === broken?.offset ? broken.error : undefined;
      if (isRefoldError(error)) {
        const message = `${error.message}: what follows has no state and is not checked`;
        report.add(rollbacksEarlier, event.offset, [{ place: "to", message }]);
        break walking;
      }
      const asking = walk.take(definition.take(event));
      if (asking !== undefined) await asking;
      if (error !== undefined) break walking;
      options.onProgress?.((checked += 1), events);
    }
  }
  await walk.end();
  return {
    violations: report.violations(),
    checks: report.checks(),
    events,
    turnEnds: { checked: sampled.size, all: turnEnds.length },
  };
}

/** Asks every invariant about every event. */
class LawWalk {
  readonly #readers: readonly { readonly of: LogInvariant; readonly reader: LogReader }[];
  readonly #states: readonly StateInvariant[];
  readonly #prompts: PromptWalk;
  readonly #report: ReportDraft;
  #known: LogStep["after"] | null = null;

  constructor(invariants: readonly Invariant[], log: CheckedLog, report: ReportDraft) {
    this.#readers = invariants
      .filter((each) => each.over === "log")
      .map((of) => ({ of, reader: of.begin(log) }));
    this.#states = invariants.filter((each) => each.over === "state");
    this.#prompts = new PromptWalk(invariants, log, report);
    this.#report = report;
  }

  /** @returns a promise when something has to be waited for: at most events nothing has */
  take(step: LogStep): Promise<void> | undefined {
    const { offset } = step.event;
    const late: Promise<void>[] = [];
    for (const { of, reader } of this.#readers) {
      const answer = reader.take(step);
      if (answer instanceof Promise) {
        late.push(answer.then((found) => this.#report.add(of, offset, found)));
      } else this.#report.add(of, offset, answer);
    }
    for (const invariant of this.#states) {
      this.#report.add(invariant, offset, invariant.check(step.after, this.#known));
    }
    this.#known = step.after;
    return step.isSampled || late.length > 0 ? this.#finish(step, late) : undefined;
  }

  async #finish(step: LogStep, late: readonly Promise<void>[]): Promise<void> {
    await Promise.all(late);
    if (step.isSampled) await this.#prompts.take(step);
  }

  async end(): Promise<void> {
    for (const { of, reader } of this.#readers) this.#report.add(of, null, await reader.end?.());
  }
}

function isList(source: EventSource | readonly LogEvent[]): source is readonly LogEvent[] {
  return Array.isArray(source);
}
