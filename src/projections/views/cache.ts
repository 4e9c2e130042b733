import type { EventSource } from "../../events/event-source.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import { addUsd, type ModelPrice } from "../../models/model-price.js";
import { countedFacts } from "../../reducers/reduce.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { sum } from "../figures.js";
import { type WalkedEvent, walkLog, type WalkOptions } from "../walk-log.js";
import {
  type CacheBreak,
  type CacheBreakCause,
  cacheLifetimes,
  idleCauses,
  lostTokens,
  lostUsd,
  PrefixEvents,
} from "./cache-breaks.js";
import {
  AnswerStarts,
  type FoundRequest,
  modelOf,
  ReportedRequests,
  isFailedAttempt,
} from "./reported-requests.js";
import {
  type CachedRequest,
  compareRequests,
  requestOf,
  type SharedPrefix,
} from "./request-prefix.js";

interface CacheOptions extends WalkOptions {
  readonly models?: ModelTable;
  /** `(model) => findPrice(model).price`; absent: what was lost has no price. */
  readonly priceOf?: PriceOf;
}

type PriceOf = (model: string) => ModelPrice | null;

/** One request, and what it shares with the one before. Tokens are coarse estimates. */
export interface RequestCache {
  /** Of `request.sent`; in a foreign session, of the first item that the model answered with. */
  readonly offset: number;
  /** RFC 3339; of the newest item that it held, where the time is not recorded. */
  readonly sentAt: string;
  /** Null: unknown. */
  readonly model: string | null;
  readonly items: number;
  readonly tokens: number;
  /** What both begin with; zero for the first request. */
  readonly common: SharedPrefix;
  /** Share of the input that can have come from a cache, 0 to 1. */
  readonly estimatedShare: number;
  /** What the provider said; null: nothing. */
  readonly reported: Usage | null;
  /** Since the request before was sent; null: there was none. */
  readonly idleMs: number | null;
  /** Null: it went on from the cache of the request before. */
  readonly break: CacheBreak | null;
  /** Why the provider did not find the prefix, in its own word, and its tokens; null: it did not say. */
  readonly cacheMiss: UsageReported["data"]["cacheMiss"] | null;
}

export interface CacheReport {
  /** How the requests were found: `request.sent`, else by reports of usage, else by the model's answers. */
  readonly basis: "requests" | "reports" | "responses";
  readonly requests: readonly RequestCache[];
  /** Of all requests with a report: estimated and reported cached tokens, and all input; and of the breaks. */
  readonly totals: {
    readonly estimated: number;
    readonly cachedInput: number;
    readonly input: number;
    /** How many more requests stood beside the conversation, and share no prefix with it. */
    readonly asides: number;
    readonly breaks: number;
    readonly lostTokens: number;
    /** US dollars; null: that of some break is unknown. */
    readonly lostUsd: number | null;
  };
}

/**
 * How long a prefix each request of a session shares with the one before, which requests lost what was
 * cached and why, and how that compares with what the provider reported as cached.
 */
export async function projectCache(
  source: EventSource,
  options: CacheOptions = {},
): Promise<CacheReport> {
  const reader = new CacheReader(options);
  for await (const walked of walkLog(source, options)) reader.take(walked);
  return reader.report();
}

/** The same for whoever walks a log anyway. */
export class CacheReader {
  readonly #found: FoundRequests;
  /** In a session without requests and reports, one for each answer; null: requests were found. */
  #answered: RequestList | null;
  readonly #answers = new AnswerStarts();

  constructor({ models = KNOWN_MODELS, priceOf = () => null }: Omit<CacheOptions, "to"> = {}) {
    this.#found = new FoundRequests(new RequestList(models, priceOf));
    this.#answered = new RequestList(models, priceOf);
  }

  /** Takes the events of a log, oldest first, none left out. */
  take(walked: WalkedEvent): void {
    this.#found.take(walked);
    if (!this.#found.isEmpty) this.#answered = null;
    if (this.#answered === null) return;
    const { event, before, after } = walked;
    this.#answered.note(walked);
    if (!this.#answers.take(event)) return;
    const { offset, at: sentAt } = event;
    this.#answered.add({ offset, sentAt, idleMs: null, model: modelOf(after), state: before });
  }

  /** Of what was taken so far. */
  report(): CacheReport {
    const found = this.#found.report();
    if (found !== null) return found;
    return reportOf("responses", this.#answered?.requests ?? [], this.#found.asides);
  }
}

type Draft = { -readonly [Member in keyof RequestCache]: RequestCache[Member] };

/** When and by which model a request was answered. */
interface RequestPlace extends Pick<RequestCache, "offset" | "sentAt" | "idleMs" | "model"> {
  /** What it was made from. */
  readonly state: ThreadState;
}

/** The requests in their order, each compared with the one before. */
class RequestList {
  readonly requests: Draft[] = [];
  readonly #events = new PrefixEvents();
  #failures = 0;
  /** Of the newest request. */
  #failedAttempts = 0;
  #previous: CachedRequest | null = null;
  /** Why the newest request cannot have gone on from the one that was reported last; empty: its prompt can. */
  #changes: readonly CacheBreakCause[] = [];
  #newestReported: Draft | null = null;

  constructor(
    private readonly models: ModelTable,
    private readonly priceOf: PriceOf,
  ) {}

  note({ event, before, after }: WalkedEvent): void {
    this.#events.take(event, before, after);
    this.#failures += countedFacts(event).filter(isFailedAttempt).length;
  }

  add({ state, ...place }: RequestPlace): void {
    const before = this.#previous;
    const request = requestOf(state, before, place.model);
    const { shared, changes } = compareRequests(before, request);
    const causes = this.#events.causesOf(changes, place.offset);
    this.#changes = [...this.#changes, ...causes];
    this.#failedAttempts = this.#failures;
    this.#failures = 0;
    const rule = request.model === null ? null : findModel(request.model, this.models).model.cache;
    const minimum = rule?.minimumTokens ?? 0;
    const cacheable = shared.tokens >= minimum ? shared.tokens : 0;
    const lost = Math.min(before?.tokens ?? 0, request.tokens) - shared.tokens;
    const isBroken = causes.length > 0 && lost > 0 && (before?.tokens ?? 0) >= minimum;
    this.requests.push({
      ...place,
      model: request.model,
      items: request.prompt.items.length,
      tokens: request.tokens,
      common: shared,
      estimatedShare: request.tokens === 0 ? 0 : cacheable / request.tokens,
      reported: null,
      break: isBroken
        ? {
            ...{ causes, lostTokens: lost, lostUsd: null },
            ...{ basis: "estimated", failedAttempts: this.#failedAttempts, lifetimes: [] },
          }
        : null,
      cacheMiss: null,
    });
    this.#previous = request;
  }

  /** The first report on the newest request. */
  report({ usage, cacheMiss }: UsageReported["data"]): void {
    const request = this.requests.at(-1);
    if (request === undefined) return;
    request.reported = usage;
    request.cacheMiss = cacheMiss ?? null;
    const before = this.#newestReported;
    this.#newestReported = request;
    if (before?.reported) request.break = this.#breakOf(request, before, before.reported, usage);
    this.#changes = [];
  }

  /** What a later report says more of the newest request. */
  revise({ usage, cacheMiss }: UsageReported["data"]): void {
    const request = this.#newestReported;
    if (request === null) return;
    request.reported = usage;
    request.cacheMiss ??= cacheMiss ?? null;
  }

  #breakOf(request: Draft, before: Draft, cached: Usage, usage: Usage): CacheBreak | null {
    const lost = lostTokens(cached, usage);
    if (lost === null) return null;
    const lifetimes = cacheLifetimes(before.model, cached, this.models);
    const causes = [...this.#changes, ...idleCauses(request.idleMs, lifetimes)];
    return {
      causes: causes.length > 0 ? causes : [{ kind: "unknown", offset: null }],
      lostTokens: lost,
      lostUsd: lostUsd(usage, lost, request.model === null ? null : this.priceOf(request.model)),
      basis: "reported",
      failedAttempts: this.#failedAttempts,
      lifetimes,
    };
  }
}

/** Requests that are recorded, and those that a provider reported on. */
class FoundRequests {
  readonly #reports = new ReportedRequests();
  #hasSent = false;

  constructor(private readonly list: RequestList) {}

  take(walked: WalkedEvent): void {
    const { before, after } = walked;
    this.list.note(walked);
    const reported = this.#reports.take(walked);
    const { sent, revision } = this.#reports;
    if (sent !== null) {
      this.#hasSent = true;
      this.list.add(placeOf(sent, before));
    }
    if (revision !== null) this.list.revise(revision);
    if (reported === null) return;
    // A request of our own was added when it was sent.
    if (reported.fragments === null) this.list.add(placeOf(reported, after));
    this.list.report(reported.report);
  }

  /** How many requests beside the conversation were reported. */
  get asides(): number {
    return this.#reports.asides;
  }

  get isEmpty(): boolean {
    return this.list.requests.length === 0;
  }

  /** Null: none was found. */
  report(): CacheReport | null {
    const { requests } = this.list;
    if (requests.length === 0) return null;
    return reportOf(this.#hasSent ? "requests" : "reports", requests, this.asides);
  }
}

/** @param answered the state that names the model: some sessions do so with the answer only */
function placeOf(
  { offset, sentAt, idleMs, state }: FoundRequest,
  answered: ThreadState,
): RequestPlace {
  return { offset, sentAt, idleMs, state, model: modelOf(answered) };
}

function reportOf(
  basis: CacheReport["basis"],
  requests: readonly RequestCache[],
  asides: number,
): CacheReport {
  const breaks = requests.flatMap((request) => request.break ?? []);
  const ofAll = (count: (request: RequestCache) => number) => sum(requests.map(count));
  const totals = {
    estimated: Math.round(ofAll((each) => each.estimatedShare * (each.reported?.input ?? 0))),
    cachedInput: ofAll(({ reported }) => reported?.cachedInput ?? 0),
    input: ofAll(({ reported }) => reported?.input ?? 0),
    asides,
    breaks: breaks.length,
    lostTokens: sum(breaks.map((broken) => broken.lostTokens)),
    lostUsd: sumUsd(breaks.map((broken) => broken.lostUsd)),
  };
  return { basis, requests, totals };
}

function sumUsd(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce<number | null>(
    (total, usd) => (total === null || usd === null ? null : addUsd(total, usd)),
    0,
  );
}
