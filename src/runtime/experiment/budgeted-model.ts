import { defer, finalize, from, mergeMap, tap, type Observable } from "rxjs";
import { findModel } from "../../models/find-model.js";
import type { ModelClient, ModelEvent, ModelRequest } from "../models/model-client.js";
import type { ThreadLog } from "../thread-log.js";
import type { Budget } from "./budget.js";
import { markFact } from "./marks.js";

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
            tap((event) => (tokens = costIn(event) ?? tokens)),
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

function costIn(event: ModelEvent): number | null {
  if (event.type !== "finished") return null;
  return event.response.usage?.total ?? null;
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
