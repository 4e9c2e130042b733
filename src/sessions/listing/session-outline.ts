import { lineageIn, type SessionLineage } from "../../dialects/codex/session-meta.js";
import { accountantOf } from "../../dialects/dialects.js";
import { ulidOfForeign } from "../../dialects/shared/derived-ids.js";
import type { Accountant, EventOf, LogEvent, RefoldEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import { spendReport } from "../../projections/stats/spend-groups.js";
import { addSpend, emptySpend, spendOf, UNKNOWN_MODEL } from "../../projections/stats/tally.js";
import { folderIn, ThreadTally } from "../../projections/stats/thread-tally.js";
import type { PriceTable } from "../../models/prices.js";
import { TurnFold } from "../../reducers/outline.js";
import { countedFacts } from "../../reducers/reduce.js";
import { asksNobody, experimentIn, type ExperimentPart } from "../experiment-mark.js";
import { costOfReported, type ThreadSummary } from "./thread-summary.js";
import { FirstWords, toTitle } from "../../projections/title.js";

type OutlinedSession = Omit<ThreadSummary, "collection" | "path" | "sizeBytes" | "problem"> &
  Pick<SessionLineage, "base">;

/**
 * What a list says of a session, by all of its events: for sessions whose figures are not at their end.
 * What was spent is counted as `stats` counts it.
 */
export class SessionOutline {
  readonly #tally: ThreadTally;
  readonly #turns = new TurnFold();
  readonly #words = new FirstWords();
  #accountant: Accountant | null = null;
  #start: EventOf<"thread.started"> | null = null;
  #first: LogEvent | null = null;
  #lastAt = "";
  #model: string | null = null;
  #title: string | null = null;
  /** Where the work was that is told of first. */
  #cwd: string | null = null;
  #experiment: ExperimentPart | null = null;
  #isReplay = false;

  /** @param path of the session */
  constructor(path: string, prices?: PriceTable) {
    this.#tally = new ThreadTally({ name: path, ...(prices !== undefined && { prices }) });
  }

  /**
   * Takes the session's events, in order.
   * @param isElsewhere it stands in a file that the session's history begins in, and counts there
   */
  take(event: LogEvent, isElsewhere = false): void {
    if (!isElsewhere) this.#first ??= event;
    this.#accountant ??= accountantOf(event);
    const account = this.#accountant.take(event);
    this.#isReplay ||= asksNobody(event);
    const isCopy = account.isCopy || this.#isReplay || isElsewhere;
    this.#tally.take({ event, bytes: 0, isCopy, account });
    this.#model = account.model ?? this.#model;
    if (event.at > this.#lastAt) this.#lastAt = event.at;
    this.#turns.take(event);
    if (!this.#words.isFound) this.#words.takeEvent(event);
    this.#experiment ??= experimentIn(event);
    if (isKnownEvent(event)) this.#takeFacts(event);
  }

  /** What the requests cost that the session made itself. */
  get spent(): Pick<ThreadSummary, "tokens" | "cost" | "unpricedModels"> {
    const whole = emptySpend();
    const unpriced = new Set<string | null>();
    for (const { model, spend } of spendOf(this.#tally.finish())) {
      addSpend(whole, spend);
      if (spend.unpriced > 0) unpriced.add(model === UNKNOWN_MODEL ? null : model);
    }
    return { tokens: whole.total, cost: spendReport(whole).cost, unpricedModels: [...unpriced] };
  }

  /** The experiment that the session is a fork for. */
  get experiment(): ExperimentPart | null {
    return this.#experiment;
  }

  /** A rollback was met of which only the states know how many turns it took. */
  get mayHaveUndone(): boolean {
    return this.#turns.mayBeUndone;
  }

  /** @returns undefined: there are no events */
  summary(): OutlinedSession | undefined {
    const [first, start] = [this.#first, this.#start];
    if (first === null || start === null) return undefined;
    const { threadId, cwd, source } = start.data;
    const { dialect, parent } = source;
    const { spent } = this;
    const { base, forkedFrom } = lineageOf(first);
    return {
      ...{ threadId, tool: dialect, title: this.#title ?? this.#words.title },
      cwd: cwd ?? this.#cwd,
      ...{ model: this.#model, createdAt: first.at, updatedAt: this.#lastAt },
      ...{
        turns: this.#turns.userTurns,
        ...spent,
        ...(forkedFrom === null && { cost: costOfReported(spent) }),
      },
      ...{ base, isArchived: false, forkedFrom, forks: 0, experiment: this.#experiment },
      parent: parent ? ulidOfForeign(parent.threadId, `${dialect}:thread`) : null,
    };
  }

  #takeFacts(event: RefoldEvent): void {
    for (const fact of countedFacts(event)) {
      if (fact.type === "thread.renamed") this.#title = toTitle(fact.data.title ?? "");
      this.#cwd ??= folderIn(fact);
      if (fact.type === "turn.started") this.#model = fact.data.envelope.model ?? this.#model;
    }
    if (event.type === "thread.started") {
      this.#start = event;
      this.#title ??= toTitle(event.data.title ?? "");
    }
  }
}

/** The first line of a Codex session's own file says what it goes on from. */
function lineageOf(first: LogEvent): SessionLineage {
  const { type, payload } = first.foreign?.object ?? {};
  return lineageIn(type === "session_meta" && isJsonObject(payload) ? payload : {});
}
