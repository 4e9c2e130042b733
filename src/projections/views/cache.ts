import { countLeading } from "../../events/count-leading.js";
import { jsonValueBytes, tokensOfBytes, utf8Bytes } from "../../events/bytes.js";
import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import type { UsageReported } from "../../events/usage.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import { factsOf } from "../../reducers/reduce.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { continuePrompt, projectPrompt } from "../prompt/project-prompt.js";
import type { Prompt, PromptItem } from "../prompt/prompt.js";
import { walkLog, type WalkOptions } from "../walk-log.js";
import { isSame } from "./diff-prompts.js";
import { AnswerStarts, modelOf } from "./reported-requests.js";

interface CacheOptions extends WalkOptions {
  readonly models?: ModelTable;
}

/** An event after which a request could not go on from the one before. */
interface CacheBreak {
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
  /** Why the provider did not find the prefix, in its own word, and its tokens; null: it did not say. */
  readonly cacheMiss: UsageReported["data"]["cacheMiss"] | null;
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
    const report = usageIn(event);
    const last = this.#requests.at(-1);
    if (report === null || last === undefined) return;
    const { usage, cacheMiss } = report;
    last.reported ??= { input: usage.input, cachedInput: usage.cachedInput };
    last.cacheMiss ??= cacheMiss ?? null;
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
      cacheMiss: null,
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

/** What two requests begin with. */
interface SharedPrefix {
  readonly items: number;
  /** By docs/semantics.md §7.1, instructions and tools included. */
  readonly bytes: number;
  readonly tokens: number;
}

/** A request as its cache sees it. */
export interface CachedRequest {
  readonly prompt: Prompt;
  /** Instructions and tools: what is before the items. */
  readonly headBytes: number;
  readonly bytes: number;
  readonly tokens: number;
}

/** The request that a state gives, at the cost of what is new since the one before. */
export function requestOf(state: ThreadState, previous: CachedRequest | null): CachedRequest {
  const prompt = previous === null ? projectPrompt(state) : continuePrompt(previous.prompt, state);
  const isSameHead = previous !== null && isSamePrefix(previous.prompt, prompt);
  const headBytes = isSameHead
    ? previous.headBytes
    : utf8Bytes(prompt.instructions) + (prompt.tools.length > 0 ? jsonValueBytes(prompt.tools) : 0);
  const kept = previous === null ? 0 : sharedObjects(previous.prompt, prompt);
  const base = previous === null ? 0 : previous.bytes - previous.headBytes;
  const gone = previous === null ? 0 : bytesFrom(previous.prompt, kept);
  const bytes = headBytes + base - gone + bytesFrom(prompt, kept);
  return { prompt, headBytes, bytes, tokens: tokensOfBytes(bytes) };
}

interface RequestComparison {
  readonly shared: SharedPrefix;
  /** True when the whole of the request before is the beginning of this one. */
  readonly isWhole: boolean;
  /** What else differs, where no event says it. */
  readonly changes: readonly string[];
}

export function compareRequests(
  before: CachedRequest | null,
  now: CachedRequest,
): RequestComparison {
  const none = { items: 0, bytes: 0, tokens: 0 };
  if (before === null) return { shared: none, isWhole: true, changes: [] };
  const isSameModel = before.prompt.target.model === now.prompt.target.model;
  if (!isSameModel) return { shared: none, isWhole: false, changes: ["another model"] };
  if (!isSamePrefix(before.prompt, now.prompt)) {
    return { shared: none, isWhole: false, changes: ["instructions or tools changed"] };
  }
  const items = sharedItems(before.prompt, now.prompt);
  const bytes = before.bytes - bytesFrom(before.prompt, items);
  const isWhole = items === before.prompt.items.length;
  const changes = isWhole ? [] : ["an item before the end of the last request changed"];
  return { shared: { items, bytes, tokens: tokensOfBytes(bytes) }, isWhole, changes };
}

function isSamePrefix(before: Prompt, now: Prompt): boolean {
  return (
    before.instructions === now.instructions &&
    (before.tools === now.tools || isSame(before.tools, now.tools))
  );
}

/** Items from the start that are the same objects: what a continued prompt shares, found by halving. */
function sharedObjects(before: Prompt, now: Prompt): number {
  const shorter = Math.min(before.items.length, now.items.length);
  return countLeading(shorter, (index) => before.items.at(index) === now.items.at(index));
}

/** Items from the start with the same content, the shared objects first. */
function sharedItems(before: Prompt, now: Prompt): number {
  const most = Math.min(before.items.length, now.items.length);
  let count = sharedObjects(before, now);
  while (count < most && isSame(before.items.at(count)?.item, now.items.at(count)?.item)) count++;
  return count;
}

function bytesFrom(prompt: Prompt, start: number): number {
  let bytes = 0;
  for (let index = start; index < prompt.items.length; index += 1) {
    const part: PromptItem | undefined = prompt.items.at(index);
    bytes += part?.countedBytes ?? 0;
  }
  return bytes;
}

/** What an event reports of a request's cost, itself or in what else it means; null: nothing. */
function usageIn(event: RefoldEvent): UsageReported["data"] | null {
  for (const fact of factsOf(event)) if (fact.type === "usage.reported") return fact.data;
  return null;
}
