import { utf8Bytes } from "../../events/bytes.js";
import type { PromptFragment } from "../../events/context.js";
import type { EventSource } from "../../events/event-source.js";
import type { Fact, RefoldEvent } from "../../events/event.js";
import { isModelGenerated } from "../../events/item-class.js";
import type { UsageReported } from "../../events/usage.js";
import { countedFacts, factsOf } from "../../reducers/reduce.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { byteBudget } from "../../reducers/truncate-text.js";
import { isAside, isNewRequest, SpendMeter } from "../../reducers/usage.js";
import { itemContent } from "../tokens/content-estimator.js";
import type { CalibrationPair, TokenEstimator } from "../tokens/token-estimator.js";
import { type WalkedEvent, walkLog, type WalkOptions } from "../walk-log.js";

/** A request that its provider told the input of. */
export interface ReportedRequest extends FoundRequest {
  /** Reported tokens, all that went in. */
  readonly input: number;
  readonly report: UsageReported["data"];
}

export interface FoundRequest extends SendTime {
  /** Of `request.sent`, or of what the model answered with first; else of the report. */
  readonly offset: number;
  /** What it was made from. */
  readonly state: ThreadState;
  /** What stood in it alone; null: another tool made it, and did not record that. */
  readonly fragments: readonly PromptFragment[] | null;
}

/**
 * Finds the request that each report of usage is about. Most sessions report after the answer; Codex
 * also did so before it recorded the answer's first item: then a report comes while nothing is
 * answered, and the answer that follows is its own. One for each walk through a log.
 */
export class ReportedRequests {
  /** The request that the newest event is; null: it is no `request.sent`. */
  sent: FoundRequest | null = null;
  /** What the newest event says more of the request that was reported on last; null: nothing. */
  revision: UsageReported["data"] | null = null;
  /** How many requests beside the conversation were reported. */
  asides = 0;
  readonly #answers = new AnswerStarts();
  readonly #spent = new SpendMeter();
  readonly #clock = new SendClock();
  #open: FoundRequest | null = null;
  #isAnswerReported = false;
  #historyVersion = 0;

  /** Takes the next event. @returns the request that it reports on; null: it reports on none */
  take({ event, before }: WalkedEvent): ReportedRequest | null {
    if (before.log.historyVersion !== this.#historyVersion) this.#isAnswerReported = false;
    this.#historyVersion = before.log.historyVersion;
    this.#find(event, before);
    const report = this.#reportIn(event);
    if (report === null) return null;
    this.#isAnswerReported = this.#open === null;
    const request = this.#open ?? this.#found(event, before, null);
    this.#open = null;
    return { ...request, input: report.usage.input, report };
  }

  #find(event: RefoldEvent, before: ThreadState): void {
    this.#clock.take(event);
    const starts = this.#answers.take(event);
    this.sent = null;
    if (event.type === "request.sent") {
      this.sent = this.#found(event, before, event.data.fragments);
      this.#open = this.sent;
    } else if (!starts || (this.#open !== null && this.#open.fragments !== null)) return;
    else if (this.#isAnswerReported) this.#isAnswerReported = false;
    else this.#open = this.#found(event, before, null);
  }

  #found(
    event: RefoldEvent,
    state: ThreadState,
    fragments: FoundRequest["fragments"],
  ): FoundRequest {
    return { offset: event.offset, state, fragments, ...this.#clock.send(event) };
  }

  /** One that is new: neither one more of the same request nor the last one over again. */
  #reportIn(event: RefoldEvent): UsageReported["data"] | null {
    this.revision = null;
    // What a tool spent: logs of older versions do not say that it stood beside the conversation.
    const isOfTool = event.type === "item.recorded" && !isModelGenerated(event.data.item);
    for (const fact of factsOf(event)) {
      if (fact.type !== "usage.reported") continue;
      if (isAside(fact.data) && isNewRequest(fact.data)) this.asides += 1;
      if (isAside(fact.data) || isOfTool) continue;
      const spent = this.#spent.take(fact.data);
      if (spent?.isNewRequest === true) return fact.data;
      if (spent !== null) this.revision = fact.data;
    }
    return null;
  }
}

/** When a request was sent. Where that is not recorded: at the time of the newest item that it held. */
interface SendTime {
  /** RFC 3339. */
  readonly sentAt: string;
  /** Since the request before was sent; null: there was none. */
  readonly idleMs: number | null;
}

/** The kind of the notice that a transcript's error of the API becomes. */
const API_ERROR = "api_error";

/** Whether a fact tells that an attempt at a request failed. */
export function isFailedAttempt(fact: Fact): boolean {
  return fact.type === "notice.logged" && fact.data.kind === API_ERROR;
}

class SendClock {
  #inputAt: string | null = null;
  #sentAt: string | null = null;

  take(event: RefoldEvent): void {
    for (const fact of countedFacts(event)) {
      const isInput =
        fact.type === "context.injected"
          ? fact.data.items.length > 0
          : fact.type === "item.recorded" && !isModelGenerated(fact.data.item);
      // The attempt that was answered came after the one that failed.
      if (isInput || isFailedAttempt(fact)) this.#inputAt = event.at;
    }
  }

  send(event: RefoldEvent): SendTime {
    const before = this.#sentAt;
    const sentAt = event.type === "request.sent" ? event.at : (this.#inputAt ?? event.at);
    this.#sentAt = sentAt;
    // Clocks of foreign sessions go back now and then.
    const idleMs = before === null ? null : Math.max(0, Date.parse(sentAt) - Date.parse(before));
    return { sentAt, idleMs };
  }
}

/** What a request was estimated at, what was reported of it, and the history it was made from. */
interface EstimatedRequest {
  readonly tokens: number;
  readonly input: number;
  readonly historyVersion: number;
}

/**
 * Pairs to calibrate an estimator with, from a session that reports usage: by how much the input grew
 * from one request to the next, as estimated and as reported. Growth, because no session records all
 * of what is before the first item; requests around a rewritten history are left out.
 * @see calibrate
 */
export async function projectCalibrationPairs(
  source: EventSource,
  estimator: TokenEstimator,
  options: WalkOptions = {},
): Promise<readonly CalibrationPair[]> {
  const pairs: CalibrationPair[] = [];
  const requests = new ReportedRequests();
  const ledger = new EstimatedLedger(estimator);
  let last: EstimatedRequest | null = null;
  for await (const walked of walkLog(source, options)) {
    const request = requests.take(walked);
    if (request === null || request.input === 0) continue;
    const { state, input, fragments } = request;
    const tokens = ledger.tokensOf(state, fragments !== null);
    const { historyVersion } = state.log;
    if (last !== null && last.historyVersion === historyVersion) {
      const estimated = tokens - last.tokens;
      const reported = input - last.input;
      if (estimated > 0 && reported > 0) pairs.push({ estimated, reported });
    }
    last = { tokens, input, historyVersion };
  }
  return pairs;
}

/**
 * What a thread's recorded requests held of its ledger, estimated: only what is new, as long as the
 * history is not rewritten.
 */
export class EstimatedLedger {
  #length = 0;
  #tokens = 0;
  #version = -1;
  #isWhole = false;

  constructor(private readonly estimator: TokenEstimator) {}

  /** @param isOwn the request was made here, from the ledger as it is */
  tokensOf(state: ThreadState, isOwn = false): number {
    const { entries } = state.ledger;
    const { historyVersion } = state.log;
    const dialect = state.thread?.source.dialect ?? "refold";
    // Reading the file of another tool bounds what that one sent whole (law 4).
    const isWhole = !isOwn && !BOUND_THEIR_OWN.has(dialect);
    if (
      historyVersion !== this.#version ||
      isWhole !== this.#isWhole ||
      entries.length < this.#length
    ) {
      this.#length = 0;
      this.#tokens = 0;
      this.#version = historyVersion;
      this.#isWhole = isWhole;
    }
    for (; this.#length < entries.length; this.#length += 1) {
      const entry = entries.at(this.#length);
      if (entry === undefined) continue;
      const tokens = this.estimator.item(entry.item, entry.countedBytes);
      this.#tokens += isWhole ? Math.ceil(tokens * timesBounded(entry)) : tokens;
    }
    return this.#tokens;
  }
}

/** Whose outputs went to the model as they are in the ledger: bounded. */
const BOUND_THEIR_OWN: ReadonlySet<string> = new Set(["refold", "codex"]);

/** How many times as long an output was before it was bounded; 1: it is whole, or was cleared. */
function timesBounded({ item, bounded }: LedgerEntry): number {
  if (bounded === undefined) return 1;
  const keptBytes = itemContent(item).texts.reduce((sum, text) => sum + utf8Bytes(text), 0);
  const isCleared = keptBytes < byteBudget(bounded.policy);
  return isCleared ? 1 : Math.max(1, bounded.originalBytes / keptBytes);
}

/**
 * Tells where a model begins to answer: at the first item that it made, after what it did not make.
 * So the requests of sessions that record none can be found. One for each walk through a log.
 */
export class AnswerStarts {
  #isAnswering = false;

  /** Takes the next event. @returns true when an answer begins with it */
  take(event: RefoldEvent): boolean {
    let starts = false;
    for (const fact of countedFacts(event)) {
      if (fact.type !== "item.recorded" || fact.data.item.type === "ghost_snapshot") continue;
      const isAnswer = isModelGenerated(fact.data.item) && fact.data.origin !== "agent";
      if (isAnswer && !this.#isAnswering) starts = true;
      this.#isAnswering = isAnswer;
    }
    return starts;
  }
}

/** The model that works, or did last; null: the session did not name one. */
export function modelOf({ turns, baseline }: ThreadState): string | null {
  return turns.running?.envelope.model ?? turns.previous?.model ?? baseline?.envelope.model ?? null;
}
