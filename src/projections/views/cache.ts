import type { RefoldEvent } from "../../events/event.js";
import type { EventSource } from "../../events/event-source.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import { usageIn } from "./usage-in.js";
import { AnswerStarts } from "./answer-starts.js";
import { walkLog, type WalkOptions } from "../walk-log.js";
import {
  compareRequests,
  requestOf,
  type CachedRequest,
  type SharedPrefix,
} from "./cache-prefix.js";

export interface CacheOptions extends WalkOptions {
  readonly models?: ModelTable;
}

/** An event after which a request could not go on from the one before. */
export interface CacheBreak {
  readonly offset: number;
  readonly type: string;
  readonly reason: string;
}

/** One request, and what it shares with the one before. Tokens are coarse estimates. */
export interface RequestCache {
  /** Of `request.sent`; in a foreign session, of the first item that the model answered with. */
  readonly offset: number;
  readonly items: number;
  readonly tokens: number;
  /** What both begin with; zero for the first request. */
  readonly common: SharedPrefix;
  /** Why it is not the whole of the request before; empty where it is. */
  readonly brokenBy: readonly CacheBreak[];
  /** Share of the input that can have come from a cache, 0 to 1. */
  readonly estimatedShare: number;
  /** What the provider said; null: nothing. */
  readonly reported: { readonly input: number; readonly cachedInput: number } | null;
}

export interface CacheReport {
  /** `requests`: by `request.sent`; `responses`: by the model's answers. */
  readonly basis: "requests" | "responses";
  readonly requests: readonly RequestCache[];
  /** Of all requests with a report: estimated and reported cached tokens, and all input. */
  readonly totals: {
    readonly estimated: number;
    readonly cachedInput: number;
    readonly input: number;
  };
}

/**
 * How long a prefix each request of a session shares with the one before, which event broke it, and
 * how that compares with what the provider reported as cached.
 */
export async function projectCache(
  source: EventSource,
  options: CacheOptions = {},
): Promise<CacheReport> {
  const byRequest = new CacheWalk("requests", options.models);
  const byResponse = new CacheWalk("responses", options.models);
  for await (const { event, before, after } of walkLog(source, options)) {
    byRequest.take(event, before, after);
    byResponse.take(event, before, after);
  }
  return byRequest.hasRequests ? byRequest.report() : byResponse.report();
}

type Draft = { -readonly [Member in keyof RequestCache]: RequestCache[Member] };

class CacheWalk {
  readonly #basis: CacheReport["basis"];
  readonly #models: ModelTable;
  readonly #requests: Draft[] = [];
  #previous: CachedRequest | null = null;
  #breaks: CacheBreak[] = [];
  readonly #answers = new AnswerStarts();

  constructor(basis: CacheReport["basis"], models: ModelTable = KNOWN_MODELS) {
    this.#basis = basis;
    this.#models = models;
  }

  get hasRequests(): boolean {
    return this.#requests.length > 0;
  }

  take(event: RefoldEvent, before: ThreadState, after: ThreadState): void {
    this.#noteBreak(event, before, after);
    const answerStarts = this.#answers.take(event);
    if (this.#basis === "requests" ? event.type === "request.sent" : answerStarts) {
      this.#addRequest(event.offset, before);
    }
    const usage = usageIn(event);
    const last = this.#requests.at(-1);
    if (usage !== null && last !== undefined && last.reported === null) {
      last.reported = { input: usage.input, cachedInput: usage.cachedInput };
    }
  }

  report(): CacheReport {
    const reported = this.#requests.filter((request) => request.reported !== null);
    const sum = (value: (request: Draft) => number) =>
      reported.reduce((total, request) => total + value(request), 0);
    const totals = {
      estimated: Math.round(sum((r) => r.estimatedShare * (r.reported?.input ?? 0))),
      cachedInput: sum((r) => r.reported?.cachedInput ?? 0),
      input: sum((r) => r.reported?.input ?? 0),
    };
    return { basis: this.#basis, requests: this.#requests, totals };
  }

  #addRequest(offset: number, state: ThreadState): void {
    const request = requestOf(state, this.#previous);
    const { shared, isWhole, changes } = compareRequests(this.#previous, request);
    const reasons = changes.map((reason) => ({ offset, type: "request", reason }));
    const { model } = request.prompt.target;
    const rule = model === null ? null : findModel(model, this.#models).model.cache;
    const cacheable = shared.tokens >= (rule?.minimumTokens ?? 0) ? shared.tokens : 0;
    this.#requests.push({
      offset,
      items: request.prompt.items.length,
      tokens: request.tokens,
      common: shared,
      brokenBy: isWhole ? [] : this.#breaks.length > 0 ? this.#breaks : reasons,
      estimatedShare: request.tokens === 0 ? 0 : cacheable / request.tokens,
      reported: null,
    });
    this.#previous = request;
    this.#breaks = [];
  }

  /** Remembers what can break a prefix until the next request shows whether it did. */
  #noteBreak({ offset, type }: RefoldEvent, before: ThreadState, after: ThreadState): void {
    const note = (reason: string) => this.#breaks.push({ offset, type, reason });
    const isEdited = before.log.historyVersion !== after.log.historyVersion;
    if (isEdited && before.ledger !== after.ledger) note("the history was rewritten");
    if (before.thread?.instructions?.hash !== after.thread?.instructions?.hash) {
      note("the instructions changed");
    }
    if (before.thread?.tools?.hash !== after.thread?.tools?.hash) note("the tools changed");
    const [from, to] = [modelOf(before), modelOf(after)];
    if (to !== null && from !== to) note("another model");
  }
}

function modelOf({ turns, baseline }: ThreadState): string | null {
  return turns.running?.envelope.model ?? turns.previous?.model ?? baseline?.envelope.model ?? null;
}
