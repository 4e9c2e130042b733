import type { EventSource } from "../../events/event-source.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import { elementsFrom } from "../../reducers/sequence.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { entry } from "../stats/tally.js";
import { estimatorFor, itemContent } from "../tokens/content-estimator.js";
import { dominantScript } from "../tokens/script-aware.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import { type WalkedEvent, walkLog, type WalkOptions } from "../walk-log.js";
import {
  EstimatedLedger,
  modelOf,
  type ReportedRequest,
  ReportedRequests,
} from "./reported-requests.js";

interface EstimateErrorOptions extends WalkOptions {
  readonly models?: ModelTable;
}

/** How far estimates of prompts were from what providers reported as input. */
export interface EstimateErrors {
  /** Samplings with a report. */
  readonly samplings: number;
  /**
   * Of these, the first under a model, and the first after each compaction, where the session does
   * not record instructions or tools: what they have more than was estimated stands for the
   * unrecorded, and nothing is compared there.
   */
  readonly anchors: readonly Anchor[];
  /**
   * Where the input changed by far more than what was recorded since the sampling before: something
   * went in, or was left out, that the session does not record. It stays in the errors from there on.
   */
  readonly jumps: readonly Jump[];
  readonly all: ErrorRow;
  readonly byModel: readonly ErrorRow[];
  /** By the script of what was new since the sampling before. */
  readonly byScript: readonly ErrorRow[];
}

interface Anchor {
  /** Of the report. */
  readonly offset: number;
  readonly model: string;
  /** Reported tokens beyond the estimate: instructions, tools, and whatever else is not recorded. */
  readonly unrecordedTokens: number;
}

/** A change of the input that no recorded item accounts for. */
interface Jump {
  /** Of the report. */
  readonly offset: number;
  /** Reported beyond what was estimated; negative: less than that. */
  readonly tokens: number;
}

/** Less than this may be the estimate's own error. */
const LEAST_JUMP = 4_000;

/**
 * Compares what was estimated for each recorded sampling with the input that its provider reported.
 * Where a session records instructions and tools, all of the input is estimated. Where it does not,
 * the first report under a model, and after a compaction, tells what is missing, and all later ones
 * are held to that.
 */
export async function projectEstimateErrors(
  source: EventSource,
  options: EstimateErrorOptions = {},
): Promise<EstimateErrors> {
  const { samplings, anchors, jumps, reports } = await walkEstimates(source, options);
  return { samplings: reports, anchors, jumps, ...errorRows(samplings) };
}

/** Every sampling of a session that can be compared, to be counted with those of others. */
export async function estimatedSamplings(
  source: EventSource,
  options: EstimateErrorOptions = {},
): Promise<readonly EstimatedSampling[]> {
  return (await walkEstimates(source, options)).samplings;
}

async function walkEstimates(
  source: EventSource,
  options: EstimateErrorOptions,
): Promise<EstimateWalk> {
  const walk = new EstimateWalk(options.models ?? KNOWN_MODELS);
  for await (const walked of walkLog(source, options)) walk.take(walked);
  return walk;
}

const UNKNOWN_MODEL = "unknown model";

interface EstimatedRequest {
  readonly model: string;
  /** Reported. */
  readonly input: number;
  /** Estimated, without what is not recorded. */
  readonly tokens: number;
  readonly isWhole: boolean;
  /** Of what does not change from request to request: its parts tell anchors apart. */
  readonly base: string;
  readonly historyVersion: number;
  readonly length: number;
  readonly script: string;
}

class EstimateWalk {
  readonly #requests = new ReportedRequests();
  readonly #ledgers = new Map<string, { estimator: TokenEstimator; ledger: EstimatedLedger }>();
  readonly #unrecorded = new Map<string, number>();
  readonly anchors: Anchor[] = [];
  readonly jumps: Jump[] = [];
  readonly samplings: EstimatedSampling[] = [];
  reports = 0;
  #last: EstimatedRequest | null = null;

  constructor(private readonly models: ModelTable) {}

  take(walked: WalkedEvent): void {
    const request = this.#requests.take(walked);
    if (request === null) return;
    this.reports += 1;
    // Some sessions name the model with its answer only.
    const model = modelOf(walked.after) ?? UNKNOWN_MODEL;
    if (request.input > 0) this.#compare(this.#estimate(request, model), walked.event.offset);
  }

  #estimate({ state, fragments, input }: ReportedRequest, model: string): EstimatedRequest {
    const { estimator, ledger } = this.#ledgerFor(model);
    const { thread, log, checkpoint } = state;
    const [instructions, tools] = [thread?.instructions ?? null, thread?.tools ?? null];
    const alone = [
      instructions?.text ?? "",
      tools === null ? "" : JSON.stringify(tools.tools),
      ...(fragments ?? []).map(({ text }) => text),
    ];
    const aloneTokens = alone.reduce((sum, text) => sum + estimator.text(text), 0);
    const { length } = state.ledger.entries;
    return {
      ...{ model, input },
      tokens: ledger.tokensOf(state, fragments !== null) + aloneTokens,
      isWhole: instructions !== null && tools !== null,
      base: [model, instructions?.hash, tools?.hash, checkpoint?.offset].join(" "),
      historyVersion: log.historyVersion,
      length,
      script: dominantScript(newTexts(state, this.#newFrom(state))),
    };
  }

  #ledgerFor(model: string) {
    return entry(this.#ledgers, model, () => {
      const estimator = estimatorFor(findModel(model, this.models).model);
      return { estimator, ledger: new EstimatedLedger(estimator) };
    });
  }

  /** Where in the ledger begins what the sampling before did not have. */
  #newFrom({ ledger, log }: ThreadState): number {
    const last = this.#last;
    if (last?.historyVersion !== log.historyVersion) return 0;
    return last.length <= ledger.entries.length ? last.length : 0;
  }

  #compare(reported: EstimatedRequest, offset: number): void {
    const { base, isWhole, input, tokens, model, script } = reported;
    const last = this.#last;
    this.#last = reported;
    const unrecorded = isWhole ? 0 : this.#unrecorded.get(base);
    if (unrecorded === undefined) {
      this.#unrecorded.set(base, input - tokens);
      this.anchors.push({ offset, model, unrecordedTokens: input - tokens });
      return;
    }
    if (last?.base === base) this.#lookForJump(last, reported, offset);
    const follows = last?.base === base && last.historyVersion === reported.historyVersion;
    this.samplings.push({
      ...{ offset, model, script },
      error: (tokens + unrecorded - input) / input,
      growth: follows ? { estimated: tokens - last.tokens, reported: input - last.input } : null,
    });
  }

  #lookForJump(last: EstimatedRequest, { input, tokens }: EstimatedRequest, offset: number): void {
    const recorded = tokens - last.tokens;
    const beyond = input - last.input - recorded;
    if (Math.abs(beyond) < LEAST_JUMP || Math.abs(beyond) <= Math.abs(recorded)) return;
    this.jumps.push({ offset, tokens: beyond });
  }
}

function* newTexts({ ledger }: ThreadState, from: number): Generator<string> {
  for (const { item } of elementsFrom(ledger.entries, from)) yield* itemContent(item).texts;
}

/** One sampling whose estimate can be compared. Errors are shares of what was reported. */
export interface EstimatedSampling {
  /** Of the report. */
  readonly offset: number;
  readonly model: string;
  readonly script: string;
  /** Of the whole input: negative when too little was estimated. */
  readonly error: number;
  /** By how many tokens the input grew since the sampling before; null: it did not go on from it. */
  readonly growth: { readonly estimated: number; readonly reported: number } | null;
}

/** How errors are spread: shares of what was reported, negative when too little was estimated. */
export interface ErrorSpread {
  readonly count: number;
  readonly median: number;
  /** 90, or 95, of 100 are no larger than this, in either direction. */
  readonly p90: number;
  readonly p95: number;
  readonly worst: { readonly error: number; readonly offset: number };
}

export interface ErrorRow {
  /** A model, a script, or `all`. */
  readonly name: string;
  /** Of the whole input; null: there is nothing to compare. */
  readonly input: ErrorSpread | null;
  /** Of what was new, where that was 200 tokens or more: framing counts for little there. */
  readonly growth: ErrorSpread | null;
}

const LEAST_GROWTH = 200;

/** How the errors of samplings are spread, of one session or of many. */
export function errorRows(samplings: readonly EstimatedSampling[]): {
  readonly all: ErrorRow;
  readonly byModel: readonly ErrorRow[];
  readonly byScript: readonly ErrorRow[];
} {
  return {
    all: rowOf("all", samplings),
    byModel: grouped(samplings, ({ model }) => model),
    byScript: grouped(samplings, ({ script }) => script),
  };
}

function grouped(
  samplings: readonly EstimatedSampling[],
  nameOf: (sampling: EstimatedSampling) => string,
): readonly ErrorRow[] {
  const groups = new Map<string, EstimatedSampling[]>();
  for (const sampling of samplings) {
    entry(groups, nameOf(sampling), (): EstimatedSampling[] => []).push(sampling);
  }
  const bySize = [...groups].sort(([, a], [, b]) => b.length - a.length);
  return bySize.map(([name, group]) => rowOf(name, group));
}

function rowOf(name: string, samplings: readonly EstimatedSampling[]): ErrorRow {
  const growths = samplings.flatMap(({ offset, growth }) => {
    if (growth === null || growth.reported < LEAST_GROWTH) return [];
    return [{ offset, error: (growth.estimated - growth.reported) / growth.reported }];
  });
  return { name, input: spreadOf(samplings), growth: spreadOf(growths) };
}

function spreadOf(
  errors: readonly { readonly error: number; readonly offset: number }[],
): ErrorSpread | null {
  const sizes = errors.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  const signed = errors.map(({ error }) => error).sort((a, b) => a - b);
  const worst = errors.find(({ error }) => Math.abs(error) === sizes.at(-1));
  if (worst === undefined) return null;
  return {
    count: errors.length,
    median: signed[Math.floor((signed.length - 1) / 2)] ?? 0,
    p90: sizes[Math.ceil(sizes.length * 0.9) - 1] ?? 0,
    p95: sizes[Math.ceil(sizes.length * 0.95) - 1] ?? 0,
    worst: { error: worst.error, offset: worst.offset },
  };
}
