import type { Fact, FactOf } from "../../events/event.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { Item } from "../../events/item.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import type { ModelInfo } from "../../models/model-info.js";
import { abortedOutput } from "../../projections/prompt/pairing.js";
import { estimatorFor } from "../../projections/tokens/content-estimator.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { plannedState } from "../compaction/strategy.js";
import { turnFacts } from "../fragments/plan-injection.js";
import type { TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import { type ItemInput, recordItem } from "../record-item.js";
import type { Append, Clock, ThreadLog } from "../thread-log.js";
import { newTurnId, runningTotals } from "../turn.js";
import { budgetOf, type ConversationBudget, systemTokens } from "./conversation-budget.js";
import { countMessages } from "./conversation-entry.js";
import { type ConversationSettings, readSettings } from "./conversation-settings.js";
import {
  CONVERSATION_FRAGMENTS,
  messageTokens,
  type Truncation,
  truncationFacts,
} from "./truncate.js";

/** What a conversation is driven with; none of it is recorded. */
interface ConversationTools {
  readonly clock: Clock;
  readonly models?: ModelTable;
  /** Absent: by the model, offline. */
  readonly estimator?: TokenEstimator;
  readonly summaryModel?: ModelClient;
}

/** Items that one message comes to. */
export interface Addition {
  readonly items: readonly ItemInput[];
  /** True for a user's message: a turn begins with it. */
  readonly begins?: boolean;
  /** True for an answer behind which nothing is open: the turn ends with it. */
  readonly ends?: boolean;
  /** What the answer cost; null: nobody said. */
  readonly usage?: Usage | null;
}

/** Facts that are no message; none: nothing changes. */
interface Change {
  readonly facts: readonly Fact[];
  /** True: the turn that runs ends behind them, and the next message begins another. */
  readonly endsTurn?: boolean;
}

/**
 * What drives a conversation's thread: every change is one batch, with whatever has to go so that the
 * messages fit; so the log never holds a history that is too long.
 */
export class ConversationDriver {
  readonly log: ThreadLog;
  readonly models: ModelTable;
  summaryModel: ModelClient | undefined;
  readonly #clock: Clock;
  readonly #ownEstimator: TokenEstimator | undefined;
  #estimator: { readonly model: string; readonly estimator: TokenEstimator } | null = null;
  #counted: { readonly state: ThreadState; readonly tokens: number } | null = null;

  constructor(log: ThreadLog, tools: ConversationTools) {
    this.log = log;
    this.models = tools.models ?? KNOWN_MODELS;
    this.summaryModel = tools.summaryModel;
    this.#clock = tools.clock;
    this.#ownEstimator = tools.estimator;
  }

  get settings(): ConversationSettings {
    return readSettings(this.log.state);
  }

  get budget(): ConversationBudget {
    return this.#budgetOf(this.log.state);
  }

  /** What the messages take in a request to the current model, in tokens. */
  get tokens(): number {
    const { state } = this.log;
    if (this.#counted?.state !== state) {
      this.#counted = { state, tokens: messageTokens(state, this.#truncation(state)) };
    }
    return this.#counted.tokens;
  }

  /** Records a message, as one batch with what has to go for it. */
  add(addition: (state: ThreadState) => Addition): Promise<void> {
    return this.log.exclusively(async (append) => {
      const before = this.log.state;
      const { items, begins = false, ends = false, usage } = addition(before);
      const isOver = begins && before.turns.running !== null;
      const state = isOver ? plannedState(before, [turnEnd(before)]) : before;
      const facts = [...(await this.#messageFacts(state, items)), ...this.#usageFacts(usage)];
      const room = this.#hasRoom(state, facts) ? [] : await this.#makeRoom(state, facts, items);
      if (isOver) await this.#endTurn(append); // what is refused above leaves nothing behind
      const turn = state.turns.running?.turn ?? newTurnId(this.#clock.now());
      await append({ facts: [...facts, ...room], turn });
      if (ends) await this.#endTurn(append);
    });
  }

  /** Records other facts, as one batch with what has to go because of them. */
  change(decide: (state: ThreadState) => Change): Promise<void> {
    return this.log.exclusively(async (append) => {
      const { state } = this.log;
      const { facts, endsTurn = false } = decide(state);
      if (facts.length > 0) {
        const room = await this.#makeRoom(state, facts);
        await append({ facts: [...facts, ...room], turn: state.turns.running?.turn });
      }
      if (endsTurn) await this.#endTurn(append);
    });
  }

  /** Makes everything durable, behind the changes under way. */
  save(): Promise<void> {
    const { store, threadId } = this.log;
    return this.log.exclusively(() => store.sync(threadId));
  }

  /** Ends the turn that runs, if one does: the next message begins another. */
  endTurn(): Promise<void> {
    return this.log.exclusively((append) => this.#endTurn(append));
  }

  async #endTurn(append: Append): Promise<void> {
    const { state } = this.log;
    const { running } = state.turns;
    if (running === null) return;
    await append({ facts: [turnEnd(state)], turn: running.turn });
  }

  async #messageFacts(state: ThreadState, items: readonly ItemInput[]): Promise<readonly Fact[]> {
    const { blobs } = this.log.store;
    const context = this.#context(state);
    const policy = context.truncationPolicy;
    const recorded = await Promise.all(items.map((item) => recordItem(item, policy, blobs)));
    return [
      ...(state.turns.running === null ? turnFacts(state, context, CONVERSATION_FRAGMENTS) : []),
      ...recorded.map((data): Fact => ({ type: "item.recorded", data })),
    ];
  }

  #usageFacts(usage: Usage | null | undefined): readonly Fact[] {
    if (usage === undefined || usage === null) return [];
    const contextWindow = this.settings.budget.window;
    return [{ type: "usage.reported", data: { usage, contextWindow, request: null } }];
  }

  /** Whether a message certainly fits as it is recorded: bounding may make a text cost more. */
  #hasRoom(state: ThreadState, facts: readonly Fact[]): boolean {
    const { estimator } = this.#modelOf(this.settings);
    const { available } = this.#budgetOf(state);
    let tokens = this.tokens;
    for (const { type, data } of facts) {
      if (type !== "item.recorded") continue;
      const aborted = abortedOutput(data.item);
      tokens += estimator.item(data.item, data.countedBytes);
      if (aborted !== null) tokens += estimator.item(aborted, countItemBytes(aborted));
    }
    return tokens <= available;
  }

  async #makeRoom(
    state: ThreadState,
    facts: readonly Fact[],
    added: readonly unknown[] = [],
  ): Promise<readonly Fact[]> {
    const grown = plannedState(state, facts);
    return truncationFacts(grown, this.#truncation(grown), Math.max(1, added.length));
  }

  #truncation(state: ThreadState): Truncation {
    const settings = readSettings(state);
    const { provider, model, budget, strategy } = settings;
    return {
      strategy,
      availableTokens: this.#budgetOf(state).available,
      estimator: this.#modelOf(settings).estimator,
      target: { provider, model, contextWindow: budget.window },
      models: this.models,
      blobs: this.log.store.blobs,
      summaryModel: this.summaryModel,
    };
  }

  #budgetOf(state: ThreadState): ConversationBudget {
    const settings = readSettings(state);
    const { model, estimator } = this.#modelOf(settings);
    const text = state.thread?.instructions?.text ?? "";
    const tools = state.thread?.tools?.tools ?? [];
    return budgetOf(settings.budget, systemTokens({ text, tools }, estimator), model);
  }

  #modelOf({ model: id }: ConversationSettings): {
    readonly model: ModelInfo;
    readonly estimator: TokenEstimator;
  } {
    const { model } = findModel(id, this.models);
    if (this.#estimator?.model !== id) {
      const estimator = rememberingEstimator(this.#ownEstimator ?? estimatorFor(model));
      this.#estimator = { model: id, estimator };
    }
    return { model, estimator: this.#estimator.estimator };
  }

  #context(state: ThreadState): TurnContext & { readonly truncationPolicy: TruncationPolicy } {
    const settings = readSettings(state);
    const { model, provider, budget } = settings;
    const { truncationPolicy } = this.#modelOf(settings).model;
    return {
      ...{ model, provider, contextWindow: budget.window },
      truncationPolicy: boundedPolicy({ ...truncationPolicy }, this.#budgetOf(state).available),
    };
  }
}

/** A single output takes at most about a quarter of what the messages may take. */
function boundedPolicy(policy: TruncationPolicy, availableTokens: number): TruncationPolicy {
  const { mode, limit } = policy;
  const quarter = Math.max(1, Math.floor(availableTokens / 4));
  return { mode, limit: Math.min(limit, mode === "bytes" ? quarter * 4 : quarter) };
}

/** With the totals that a list shows. */
function turnEnd(state: ThreadState): FactOf<"turn.completed"> {
  const totals = { ...runningTotals(state), messages: countMessages(state.ledger.entries) };
  return { type: "turn.completed", data: { reason: null, durationMs: null, totals } };
}

/** The system prompt and the declared tools, with room for those that take their place. */
const REMEMBERED_TEXTS = 4;

/**
 * The same estimator, which counts each item once: items never change, and a conversation asks for
 * the same ones again with every message. So it does for its newest texts.
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
