import { isRefoldError } from "../../errors.js";
import { compactionFailed, isModelError } from "../errors.js";
import { defer, lastValueFrom } from "rxjs";
import type { CompactionItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../../projections/prompt/prompt.js";
import { removeFirst } from "../../reducers/counterpart.js";
import { removeEntries } from "../../reducers/ledger-edits.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { type RetryPolicy, withRetries } from "../models/retries.js";
import type { CompactionTemplates } from "./settings.js";

/** What a summary is made with. */
export interface SummaryTurn {
  readonly summarize: Summarize;
  readonly templates: CompactionTemplates;
  /** The model that summarises; absent members: as the thread's next prompt. */
  readonly target: PromptTarget;
  readonly blobs: Pick<BlobStore, "get">;
  readonly retries: RetryPolicy;
  readonly signal: AbortSignal | undefined;
}

export interface SummaryOutcome extends Summary {
  /** Items that had to go, oldest first, before the rest could be summarised. */
  readonly trimmed: readonly ItemRef[];
}

/**
 * Summarises a history. When the model's window is exceeded, the oldest item goes and its counterpart
 * with it, and it is tried again with the rest, while more than one item is left
 * (docs/semantics.md §11.8). Nothing is written.
 * @throws {RefoldError} `aborted`: the signal said so
 * @throws {RefoldError} `compaction-failed`: the model failed for good
 */
export async function runSummaryTurn(
  state: ThreadState,
  turn: SummaryTurn,
): Promise<SummaryOutcome> {
  const trimmed: ItemRef[] = [];
  let { ledger } = state;
  for (;;) {
    try {
      const summary = await askPatiently({ ...state, ledger }, turn);
      return { ...summary, trimmed };
    } catch (error) {
      if (!isRefoldError(error, "context-window-exceeded") || ledger.entries.length <= 1) {
        throw failureOf(error);
      }
      const { entries } = ledger;
      const gone = removeFirst(entries)
        .map((index) => entries.at(index)?.ref)
        .filter((ref) => ref !== undefined);
      trimmed.push(...gone);
      ledger = removeEntries(ledger, gone);
    }
  }
}

function askPatiently(state: ThreadState, turn: SummaryTurn): Promise<Summary> {
  const { retries, signal } = turn;
  const asking = defer(() => ask(state, turn));
  return lastValueFrom(withRetries(asking, retries, { provider: "compaction", signal }));
}

async function ask(state: ThreadState, turn: SummaryTurn): Promise<Summary> {
  const { templates, blobs, signal } = turn;
  let projected: Prompt | null = null;
  const made = await turn.summarize({
    // Who reads the entries alone need not wait for it.
    get prompt() {
      return (projected ??= summaryPrompt(state, turn));
    },
    entries: state.ledger.entries.toArray(),
    ...{ templates, blobs },
    ...(signal !== undefined && { signal }),
  });
  if (typeof made === "string") return { text: made, usage: null };
  if (isSummary(made)) return made;
  throw compactionFailed("the summariser gave neither a text nor `{ text, usage }`");
}

/** Of a caller without types it may be anything. */
function isSummary(made: unknown): made is Summary {
  return isJsonObject(made) && typeof made["text"] === "string" && made["usage"] !== undefined;
}

/** The history, and after it what asks for the summary: in this request alone. */
function summaryPrompt(state: ThreadState, { target, templates }: SummaryTurn): Prompt {
  const lifetime = "prompt" as const;
  const role = "user" as const;
  const fragments = [{ kind: "compaction-prompt", lifetime, role, text: templates.prompt }];
  return projectPrompt(state, { ...target, outputSchema: null }, { fragments });
}

/** What ended it for good, as the caller gets it. */
function failureOf(error: unknown): Error {
  if (isRefoldError(error, "compaction-failed", "aborted")) return error;
  const why = isModelError(error) ? error.message : "the summariser threw";
  return compactionFailed(why, error);
}

/** What is to be summarised. */
export interface SummaryRequest {
  /** Instructions and history, with the compaction prompt as the last item. */
  readonly prompt: Prompt;
  /** The history's entries, oldest first, as the ledger holds them. */
  readonly entries: readonly LedgerEntry[];
  readonly templates: CompactionTemplates;
  readonly blobs: Pick<BlobStore, "get">;
  readonly signal?: AbortSignal;
}

/** A summary; blank: none could be made. */
export interface Summary {
  readonly text: string;
  /** What it cost; null: nothing, or nobody said. */
  readonly usage: Usage | null;
  /** Sealed items of a provider, which stand for the history beside a text or in its place. */
  readonly sealed?: readonly CompactionItem[];
}

/**
 * Makes a summary: with a model, or without. `context-window-exceeded` asks for less (the oldest
 * item goes, and it is called again); a passing failure (`rate-limited`, `overloaded`,
 * `stream-interrupted`) is tried again later; any other error ends the compaction, and nothing
 * is changed.
 */
export type Summarize = (request: SummaryRequest) => string | Summary | Promise<string | Summary>;
