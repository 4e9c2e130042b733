import type { RefoldEvent } from "../../events/event.js";
import { rollbackOf } from "../../events/known-event.js";
import type { Usage } from "../../events/slices.js";
import { findModel, type ModelTable } from "../../models/find-model.js";
import { addUsd, costOf, type ModelPrice } from "../../models/model-price.js";
import type { CacheLifetime } from "../../models/model-info.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { PrefixChange } from "./request-prefix.js";

/**
 * Why a request did not find what the one before had in the cache:
 * - `model`, `tools`, `instructions`: another model, other tools, other instructions;
 * - `compaction`, `edit`: an event rewrote the history that both have;
 * - `prompt`: the prompt shows an earlier item in another way, and no event says so;
 * - `expired`: unused for longer than the provider keeps a prefix;
 * - `idle`: unused for longer than the provider promises to keep one, so it may have been dropped;
 * - `unknown`: nothing of this is recorded.
 */
export type CacheBreakKind =
  | ("model" | "tools" | "instructions" | "compaction" | "edit" | "prompt")
  | ("expired" | "idle" | "unknown");

export interface CacheBreakCause {
  readonly kind: CacheBreakKind;
  /** The event that made the change; null: none alone. */
  readonly offset: number | null;
}

/** A request that sent again what the one before had in the cache. */
export interface CacheBreak {
  /** Each of them is enough; never empty. */
  readonly causes: readonly CacheBreakCause[];
  /** That were in the cache of the request before, and went in again without it. */
  readonly lostTokens: number;
  /** US dollars that they cost more than from the cache; null: unknown. */
  readonly lostUsd: number | null;
  /** Whether reports say so, or no request has one and the prompts are compared. */
  readonly basis: "reported" | "estimated";
  /** Attempts at this request that the session records as failed: no cause that is known, but told beside it. */
  readonly failedAttempts: number;
  /** Lifetimes that the cache of the request before may have had; empty: unknown. */
  readonly lifetimes: readonly CacheLifetime[];
}

/** Less than this, or than this share of what was cached, is how providers round and route. */
const LEAST_LOST_TOKENS = 1024;
const LEAST_LOST_SHARE = 0.05;

/**
 * How many tokens that the request before read from the cache or wrote to it went in again without it;
 * null: not so many that the prefix was lost.
 */
export function lostTokens(before: Usage, now: Usage): number | null {
  const cached = before.cachedInput + before.cacheWrite;
  const lost = Math.min(cached, now.input) - now.cachedInput;
  return lost < LEAST_LOST_TOKENS || lost <= cached * LEAST_LOST_SHARE ? null : lost;
}

/** What lost tokens cost more than from the cache; they were written to it again as far as anything was. */
export function lostUsd(usage: Usage, lost: number, price: ModelPrice | null): number | null {
  const { cachedInput, cacheWrite, longCacheWrite = 0 } = usage;
  const written = Math.min(lost, cacheWrite);
  const kept = cacheWrite === 0 ? 0 : (cacheWrite - written) / cacheWrite;
  const hit = {
    ...usage,
    cachedInput: cachedInput + lost,
    cacheWrite: cacheWrite - written,
    longCacheWrite: Math.round(longCacheWrite * kept),
  };
  const [paid, cheaper] = [costOf(usage, price), costOf(hit, price)];
  return paid === null || cheaper === null ? null : addUsd(paid.total, -cheaper.total);
}

/** The lifetimes that a model's cache has, as far as the usage of the request that used it does not exclude them. */
export function cacheLifetimes(
  model: string | null,
  { cacheWrite, longCacheWrite }: Usage,
  models: ModelTable,
): readonly CacheLifetime[] {
  const rule = model === null ? null : findModel(model, models).model.cache;
  const lifetimes = rule?.lifetimes ?? [];
  if (rule?.mode !== "marked" || longCacheWrite === undefined || cacheWrite === 0) return lifetimes;
  return longCacheWrite > 0 ? lifetimes.slice(-1) : lifetimes.slice(0, 1);
}

type NotedCause = CacheBreakCause & { readonly offset: number };

/** Events since the request before that may have changed what both begin with. */
export class PrefixEvents {
  #causes: NotedCause[] = [];

  take(event: RefoldEvent, before: ThreadState, after: ThreadState): void {
    const { offset } = event;
    const note = (kind: CacheBreakKind) => this.#causes.push({ kind, offset });
    const isEdited = before.log.historyVersion !== after.log.historyVersion;
    if (isEdited && before.ledger !== after.ledger) {
      const isCompacted = before.checkpoint !== after.checkpoint && rollbackOf(event) === null;
      note(isCompacted ? "compaction" : "edit");
    }
    if (before.thread?.instructions?.hash !== after.thread?.instructions?.hash) {
      note("instructions");
    }
    if (before.thread?.tools?.hash !== after.thread?.tools?.hash) note("tools");
  }

  /**
   * What made the changes between two requests; and forgets the events that are before the second.
   * @param offset of the second, whose report may have come later
   */
  causesOf(changes: readonly PrefixChange[], offset: number): readonly CacheBreakCause[] {
    const isBefore = (cause: NotedCause) => cause.offset < offset;
    const before = this.#causes.filter(isBefore);
    this.#causes = this.#causes.filter((cause) => !isBefore(cause));
    const compacted = before.findLastIndex(({ kind }) => kind === "compaction");
    // After a compaction it does not matter what was edited before it.
    const noted = before.filter(({ kind }, index) => kind !== "edit" || index > compacted);
    return changes.flatMap((change): readonly CacheBreakCause[] => {
      const kinds: readonly CacheBreakKind[] =
        change === "items" ? ["compaction", "edit"] : [change];
      const found = noted.filter(({ kind }) => kinds.includes(kind));
      if (found.length > 0) return found;
      return [{ kind: change === "items" ? "prompt" : change, offset: null }];
    });
  }
}

/** What the time since the request before tells, by the lifetimes that its cache may have had. */
export function idleCauses(
  idleMs: number | null,
  lifetimes: readonly CacheLifetime[],
): readonly CacheBreakCause[] {
  if (idleMs === null || lifetimes.length === 0) return [];
  const longest = Math.max(...lifetimes.map(({ mostMs }) => mostMs ?? Infinity));
  if (idleMs > longest) return [{ kind: "expired", offset: null }];
  const promised = lifetimes.flatMap(({ leastMs }) => leastMs ?? []);
  const mayBeGone = promised.length > 0 && idleMs > Math.min(...promised);
  return mayBeGone ? [{ kind: "idle", offset: null }] : [];
}
