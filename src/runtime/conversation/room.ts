import { type ErrorDetails, RefoldError } from "../../errors.js";
import type { Fact } from "../../events/event.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { Item } from "../../events/item.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import type { ModelInfo } from "../../models/model-info.js";
import { fitPrompt, toTrimmedFact } from "../../projections/prompt/fit-prompt.js";
import type { FittedPrompt } from "../../projections/prompt/fit-prompt.js";
import { abortedOutput, callKey, outputKey } from "../../events/pairing.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import { estimatorFor } from "../../projections/tokens/content-estimator.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";
import { refKey } from "../../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { plannedState } from "../compaction/strategy.js";
import type { TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import { waitingCalls } from "../waiting-calls.js";
import { budgetOf, type ConversationBudget, systemTokens } from "./conversation-budget.js";
import { readSettings } from "./conversation-settings.js";
import { summaryFacts } from "./summarise.js";

/** What counts and summarises messages; none of it is recorded. */
export interface RoomOptions {
  /** Models of the caller's own: `defineModels`. */
  readonly models?: ModelTable;
  /** Counts tokens. Default: an offline estimate for the model. */
  readonly estimator?: TokenEstimator;
  /** Makes the summaries of `summarize`. Default: the built-in extractive summary. */
  readonly summaryModel?: ModelClient;
}

/** What changes the room itself, or the model that counts. */
const RESIZING: ReadonlySet<Fact["type"]> = new Set([
  "thread.configured",
  "instructions.set",
  "tools.declared",
]);

/** The room that a conversation's messages have, and what must go so that they fit. */
export class Room {
  readonly models: ModelTable;
  summaryModel: ModelClient | undefined;
  readonly #blobs: Pick<BlobStore, "get">;
  readonly #ownEstimator: TokenEstimator | undefined;
  #estimator: { readonly model: string; readonly estimator: TokenEstimator } | null = null;
  #counted: { readonly state: ThreadState; readonly tokens: number } | null = null;

  constructor(options: RoomOptions, blobs: Pick<BlobStore, "get">) {
    this.models = options.models ?? KNOWN_MODELS;
    this.summaryModel = options.summaryModel;
    this.#ownEstimator = options.estimator;
    this.#blobs = blobs;
  }

  /** @throws {RefoldError} `budget-too-small`: instructions and tools leave no room for messages */
  budget(state: ThreadState): ConversationBudget {
    const { model, estimator } = this.#model(state);
    const text = state.thread?.instructions?.text ?? "";
    const tools = state.thread?.tools?.tools ?? [];
    const taken = systemTokens({ text, tools }, estimator);
    return budgetOf(readSettings(state).budget, taken, model);
  }

  /** Tokens of the messages in a request to the current model. */
  tokens(state: ThreadState): number {
    if (this.#counted?.state !== state) {
      const { estimator } = this.#model(state);
      let tokens = 0;
      for (const { item, countedBytes } of this.#prompt(state).items) {
        tokens += estimator.item(item, countedBytes);
      }
      this.#counted = { state, tokens };
    }
    return this.#counted.tokens;
  }

  /** The context of a turn: a single output takes at most a quarter of the room. */
  context(state: ThreadState): TurnContext {
    const { provider, model, budget } = readSettings(state);
    const { mode, limit } = this.#model(state).model.truncationPolicy;
    const quarter = Math.max(1, Math.floor(this.budget(state).available / 4));
    const truncationPolicy: TruncationPolicy = {
      mode,
      limit: Math.min(limit, mode === "bytes" ? quarter * 4 : quarter),
    };
    return { provider, model, contextWindow: budget.window, truncationPolicy };
  }

  /**
   * What has to go with facts so that the messages fit. The newest items stay, with the calls that
   * they answer, and so do calls that still wait for a result.
   * @throws {RefoldError} `message-too-large`: what has to stay is too much
   * @throws {RefoldError} `budget-too-small`
   */
  readonly make = async (state: ThreadState, facts: readonly Fact[]): Promise<readonly Fact[]> => {
    const items = facts.flatMap((fact) => (fact.type === "item.recorded" ? fact.data : []));
    const isResized = facts.some(({ type }) => RESIZING.has(type));
    if (items.length === 0 && !isResized) return [];
    // Most messages fit; a text that was bounded may cost more than the original.
    if (!isResized && this.tokens(state) + this.#tokensOf(state, items) <= this.#available(state)) {
      return [];
    }
    return this.#truncate(plannedState(state, facts), Math.max(1, items.length));
  };

  async #truncate(state: ThreadState, newest: number): Promise<readonly Fact[]> {
    const kept = sparedEntries(state.ledger.entries.toArray(), newest);
    const fitted = this.#fit(state, kept);
    if (fitted.trimmed.length === 0) return [];
    const { strategy, provider, model, budget } = readSettings(state);
    if (strategy !== "summarize") return trimmedFacts(fitted, state);
    const summarised = await summaryFacts(state, kept, {
      target: { provider, model, contextWindow: budget.window },
      availableTokens: this.#available(state),
      blobs: this.#blobs,
      summaryModel: this.summaryModel,
    });
    const after = plannedState(state, summarised);
    const stayed = after.ledger.entries.toArray().slice(-kept.length);
    return [...summarised, ...trimmedFacts(this.#fit(after, stayed), after)];
  }

  /** Leaves out as much as has to go. */
  #fit(state: ThreadState, kept: readonly LedgerEntry[]): FittedPrompt {
    const prompt = this.#prompt(state);
    const { estimator } = this.#model(state);
    const available = this.#available(state);
    const instructions = estimator.text(prompt.instructions);
    const fitted = fitPrompt(prompt, {
      strategy: readSettings(state).strategy === "priority" ? "priority" : "sliding-window",
      maxTokens: available + instructions,
      estimator,
      spare: kept.map(({ ref }) => ref),
    });
    if (fitted.fits) return fitted;
    throw messageTooLarge({ needed: fitted.tokensAfter - instructions, available });
  }

  #prompt(state: ThreadState) {
    const { provider, model, budget } = readSettings(state);
    const target = { provider, model, contextWindow: budget.window };
    return projectPrompt(state, target, { models: this.models });
  }

  #available(state: ThreadState): number {
    return this.budget(state).available;
  }

  /** With the output that a call would get if it were never answered. */
  #tokensOf(state: ThreadState, items: readonly { item: Item; countedBytes: number }[]): number {
    const { estimator } = this.#model(state);
    return items.reduce((sum, { item, countedBytes }) => {
      const output = abortedOutput(item);
      const spare = output === null ? 0 : estimator.item(output, countItemBytes(output));
      return sum + estimator.item(item, countedBytes) + spare;
    }, 0);
  }

  #model(state: ThreadState): { readonly model: ModelInfo; readonly estimator: TokenEstimator } {
    const { model: id } = readSettings(state);
    const { model } = findModel(id, this.models);
    if (this.#estimator?.model !== id) {
      const estimator = rememberingEstimator(this.#ownEstimator ?? estimatorFor(model));
      this.#estimator = { model: id, estimator };
    }
    return { model, estimator: this.#estimator.estimator };
  }
}

function trimmedFacts(fitted: FittedPrompt, state: ThreadState): readonly Fact[] {
  const fact = toTrimmedFact(fitted, state);
  return fact === null ? [] : [fact];
}

/** The newest items, the calls that they answer, and all calls that wait for a result, oldest first. */
function sparedEntries(entries: readonly LedgerEntry[], newest: number): readonly LedgerEntry[] {
  const tail = entries.slice(Math.max(0, entries.length - newest));
  const answered = new Set(tail.map(({ item }) => outputKey(item)).filter((key) => key !== null));
  const stays = new Set([...tail, ...waitingCalls(entries)].map(({ ref }) => refKey(ref)));
  return entries.filter(
    ({ ref, item }) => stays.has(refKey(ref)) || answered.has(callKey(item) ?? ""),
  );
}

/** The system prompt and the declared tools, with room for those that take their place. */
const REMEMBERED_TEXTS = 4;

/**
 * The same estimator, which counts each item once: items never change, and a conversation asks for
 * the same ones again with every message. The same goes for its newest texts.
 */
export function rememberingEstimator(estimator: TokenEstimator): TokenEstimator {
  const items = new WeakMap<Item, number>();
  const texts = new Map<string, number>();
  return {
    name: estimator.name,
    text: (text) => {
      const known = texts.get(text);
      if (known !== undefined) return known;
      if (texts.size === REMEMBERED_TEXTS) texts.clear();
      const tokens = estimator.text(text);
      texts.set(text, tokens);
      return tokens;
    },
    item: (item, countedBytes) => {
      const known = items.get(item);
      if (known !== undefined) return known;
      const tokens = estimator.item(item, countedBytes);
      items.set(item, tokens);
      return tokens;
    },
  };
}

function messageTooLarge(size: ErrorDetails["message-too-large"]): RefoldError {
  const { needed, available } = size;
  const message = `the newest message, with the calls that have to stay, takes ${needed} tokens, and there is room for ${available}`;
  const remedy = "Shorten it, answer the calls that wait, or give a larger window.";
  return new RefoldError("message-too-large", size, { message, remedy });
}
