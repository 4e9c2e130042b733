import { RefoldError } from "../errors.js";
import { modelError } from "../runtime/errors.js";
import { EventEmitter, once } from "node:events";
import { defer, finalize, from, mergeMap, type Observable, tap } from "rxjs";
import { findModel } from "../models/find-model.js";
import type { ModelClient, ModelEvent, ModelRequest } from "../runtime/models/model-client.js";
import { TaskQueue } from "../runtime/task-queue.js";
import type { ThreadLog } from "../runtime/thread-log.js";
import { markFact } from "./tasks.js";

interface BudgetLimits {
  readonly tokens: number | null;
  readonly requests: number | null;
}

interface Reservation {
  /** Says what it came to; until then it counts with the most that it can cost. */
  settle(tokens: number): void;
}

/**
 * One budget for all variants of an experiment, however many run at a time. A request is admitted
 * when the most that it can cost still fits beside what was used and what is under way; one that does
 * not fit yet waits for those under way to say what they came to.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  #tokens: number;
  #requests: number;
  #underWay = 0;
  /** First come, first served: a small request does not overtake a large one for ever. */
  readonly #queue = new TaskQueue();
  readonly #settled = new EventEmitter();

  /** @param used by earlier runs of the same experiment */
  constructor(limits: BudgetLimits, used: { readonly tokens: number; readonly requests: number }) {
    this.#limits = limits;
    this.#tokens = used.tokens;
    this.#requests = used.requests;
  }

  /** @throws {RefoldError} `budget-exhausted`: nothing is under way that could make room */
  reserve(mostTokens: number, signal?: AbortSignal): Promise<Reservation> {
    return this.#queue.run(async () => {
      try {
        for (;;) {
          signal?.throwIfAborted();
          const refusal = this.#refusalOf(mostTokens);
          if (refusal === null) return this.#admitted(mostTokens);
          if (this.#underWay === 0 || refusal.details.budget !== "tokens") throw refusal;
          await once(this.#settled, "settled", { signal });
        }
      } catch (error) {
        if (signal?.aborted !== true) throw error;
        throw modelError("aborted", { provider: "experiment", cause: signal.reason });
      }
    });
  }

  #refusalOf(mostTokens: number): RefoldError<"budget-exhausted"> | null {
    const { tokens, requests } = this.#limits;
    if (requests !== null && this.#requests + 1 > requests) {
      const counts = { allowed: requests, used: this.#requests, needed: 1 };
      return budgetExhausted("requests", counts);
    }
    if (tokens === null || this.#tokens + mostTokens <= tokens) return null;
    const counts = { allowed: tokens, used: this.#tokens, needed: mostTokens };
    return budgetExhausted("tokens", counts);
  }

  #admitted(mostTokens: number): Reservation {
    this.#tokens += mostTokens;
    this.#requests += 1;
    this.#underWay += 1;
    let isSettled = false;
    return {
      settle: (tokens) => {
        if (isSettled) return;
        isSettled = true;
        this.#underWay -= 1;
        this.#tokens += tokens - mostTokens;
        this.#settled.emit("settled");
      },
    };
  }
}

/**
 * A client whose every request, repeated ones too, is admitted by the budget first and noted in the
 * fork's log, so that nobody who goes on later forgets it. A request whose cost nobody said counts
 * with the most that it can have cost.
 */
export function budgetedModel(model: ModelClient, budget: Budget, log: ThreadLog): ModelClient {
  return {
    ...model,
    stream: (request, options = {}) =>
      defer(() => from(admitted(request, options.signal))).pipe(
        mergeMap(({ reservation, mostTokens }) => {
          let tokens = mostTokens;
          return model.stream(request, options).pipe(
            tap((event) => {
              if (event.type === "finished") tokens = event.response.usage?.total ?? tokens;
            }),
            finalize(() => reservation.settle(tokens)),
          );
        }),
      ) satisfies Observable<ModelEvent>,
  };

  async function admitted(request: ModelRequest, signal: AbortSignal | undefined) {
    const mostTokens = mostTokensOf(model, request);
    const reservation = await budget.reserve(mostTokens, signal);
    try {
      const message = `a request goes out, for ${mostTokens} tokens at most`;
      const turn = log.state.turns.running?.turn;
      const facts = [markFact("experiment.request", { mostTokens }, message)];
      await log.commit(() => ({ facts, turn }));
    } catch (error) {
      reservation.settle(0); // it was not sent
      throw error;
    }
    return { reservation, mostTokens };
  }
}

/**
 * The most that a request can cost, in tokens: no token is shorter than a byte, so the body's bytes
 * bound what goes in; the answer is bounded by the request or the model. Both together by the window.
 */
function mostTokensOf(model: ModelClient, { body, prompt }: ModelRequest): number {
  const input = Math.max(Buffer.byteLength(JSON.stringify(body)), prompt.tokens);
  const output = mostAnswerTokens(model) ?? prompt.target.maxOutputTokens ?? input;
  const { contextWindow } = model;
  if (contextWindow === null) return input + output;
  return Math.min(input, Math.max(contextWindow, prompt.tokens)) + Math.min(output, contextWindow);
}

/** How long an answer may be, in tokens; null: nobody knows. */
export function mostAnswerTokens({ model, options, contextWindow }: ModelClient): number | null {
  return options.maxTokens ?? findModel(model).model.maxOutputTokens ?? contextWindow;
}

/** The next request could go beyond the experiment's budget, and was not sent. */
function budgetExhausted(
  budget: "tokens" | "requests",
  counts: Readonly<{ allowed: number; used: number; needed: number }>,
): RefoldError<"budget-exhausted"> {
  const { allowed, used, needed } = counts;
  const most = `${used} used, the next needs up to ${needed}`;
  const message = `the budget of ${allowed} ${budget} is used up: ${most}`;
  const remedy = "Resume the experiment with a larger budget: it goes on where it stopped.";
  return new RefoldError("budget-exhausted", { budget, ...counts }, { message, remedy });
}
