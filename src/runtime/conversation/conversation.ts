import { invalidArgument, unreachable } from "../../errors.js";
import type { PriceTable } from "../../models/prices.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Home } from "../../store/open-home.js";
import { countMessages } from "../count-messages.js";
import { instructionFacts } from "../fragments/plan-injection.js";
import type { ProviderResponse } from "../../projections/providers/provider.js";
import type { ModelClient, ModelEvent } from "../models/model-client.js";
import type { Retrying } from "../models/retries.js";
import { textOf } from "../run-turn.js";
import { TaskQueue } from "../task-queue.js";
import type { Decision } from "../thread-log.js";
import { runningEnd } from "../turn.js";
import type { AssistantContent } from "./assistant-message.js";
import type { MessageContent } from "./content-parts.js";
import type { ConversationBudget } from "./conversation-budget.js";
import type { ConversationEntry } from "./conversation-entry.js";
import { conversationRequest, streamedAnswer } from "./conversation-request.js";
import type {
  ConversationRequest,
  ConversationRequestOptions,
  ConversationStreamOptions,
} from "./conversation-request.js";
import {
  type ConversationProvider,
  type ConversationSettings,
  readSettings,
  type TruncationStrategy,
} from "./conversation-settings.js";
import { listConversations, resolveConversation } from "./conversations.js";
import {
  answerAddition,
  messageAddition,
  openCalls,
  resultAddition,
  systemText,
  userAddition,
} from "./message.js";
import type { Addition, ConversationMessage, OpenCall } from "./message.js";
import { configure, loadConversation, openConversation, withStore } from "./open-conversation.js";
import type {
  ConversationHome,
  ConversationOptions,
  HeldConversation,
  LoadOptions,
  OpenedConversation,
} from "./open-conversation.js";

/** What happens while an answer comes in. After a `retrying` the pieces begin again. */
export type ConversationStreamEvent =
  | Exclude<ModelEvent, { type: "item" | "usage" | "finished" }>
  | Retrying
  /** Always the last one: what was recorded, and the calls that wait for results. */
  | {
      readonly type: "message";
      readonly text: string;
      readonly calls: readonly OpenCall[];
      readonly response: ProviderResponse;
    };

/**
 * A conversation of several turns with any provider, which outlives the process: an ordinary thread
 * of the store, whose every change is an event. What is added is durable, at the store's level, once
 * the promise is kept. One process at a time holds a conversation.
 *
 * @see docs/conversations.md
 */
export class Conversation<
  Name extends ConversationProvider = ConversationProvider,
> implements AsyncDisposable {
  readonly #held: HeldConversation;
  readonly #own: Home | null;
  readonly #queue = new TaskQueue();
  #updatedAt: string;
  #closing: Promise<void> | null = null;

  /** Made by `Conversation.open` and `Conversation.load`. */
  constructor({ own, ...held }: OpenedConversation) {
    this.#held = held;
    this.#own = own;
    this.#updatedAt = held.updatedAt;
    held.log.written.subscribe(({ events }) => {
      this.#updatedAt = events.at(-1)?.at ?? this.#updatedAt;
    });
  }

  /**
   * Opens the conversation of that name, or begins one; without a name always a new one. Settings that
   * are given and differ from the recorded ones are changed, provider and model too.
   * @throws {RefoldError} `unknown-provider`, `unknown-model`, `budget-too-small`,
   *   `invalid-argument`
   * @throws {RefoldError} `lease-held`: another process has it open
   */
  static async open<Name extends ConversationProvider>(
    options: ConversationOptions<Name>,
  ): Promise<Conversation<Name>> {
    return new Conversation(await openConversation(options));
  }

  /**
   * Goes on with a conversation, by its id (ULID or UUID) or name; everything else is in its events.
   * @throws {RefoldError} `thread-not-found`: names the nearest
   * @throws {RefoldError} `invalid-id`: it is neither: a path, for instance
   * @throws {RefoldError} `invalid-argument`: the thread is no conversation
   * @throws {RefoldError} `lease-held`: another process has it open
   */
  static async load(idOrName: string, options: LoadOptions = {}): Promise<Conversation> {
    return new Conversation(await loadConversation(idOrName, options));
  }

  /** Every conversation of a home, newest first; read is what changed since the last list. */
  static list(home: ConversationHome = {}): Promise<readonly ConversationEntry[]> {
    return withStore(home, async (place) => {
      const entries = await listConversations(place);
      await place.own?.close();
      return entries;
    });
  }

  /**
   * Deletes a conversation for good.
   * @throws {RefoldError} `thread-not-found`, `invalid-id`
   * @throws {RefoldError} `lease-held`: somebody has it open
   * @throws {RefoldError} `thread-has-forks`: others refer to it
   */
  static delete(idOrName: string, home: ConversationHome = {}): Promise<void> {
    return withStore(home, async (place) => {
      await place.store.delete(await resolveConversation(place, idOrName));
      await place.own?.close();
    });
  }

  /** ULID of its thread. */
  get id(): string {
    return this.#held.thread.id;
  }

  /** Null: it has none. */
  get name(): string | null {
    return this.#state.thread?.title ?? null;
  }

  get provider(): Name {
    const { provider } = this.#settings;
    if (this.#speaks(provider)) return provider;
    throw unreachable(`unexpected provider ${provider}`);
  }

  get model(): string {
    return this.#settings.model;
  }

  /** Empty: there is none. */
  get systemPrompt(): string {
    return this.#state.thread?.instructions?.text ?? "";
  }

  get truncationStrategy(): TruncationStrategy {
    return this.#settings.strategy;
  }

  /** In tokens. */
  get budget(): ConversationBudget {
    return this.#held.room.budget(this.#state);
  }

  /** What the messages take, estimated, in tokens; never more than `budget.available`. */
  get tokenCount(): number {
    return this.#held.room.tokens(this.#state);
  }

  /** How many more the messages may take before some have to go. */
  get tokensAvailable(): number {
    return this.budget.available - this.tokenCount;
  }

  /** The messages that the model still sees: users', the model's, tools' results. */
  get messageCount(): number {
    return countMessages(this.#state.ledger.entries);
  }

  /** Calls of the model that wait for their results, the oldest first. */
  get openCalls(): readonly OpenCall[] {
    return openCalls(this.#state.ledger.entries.toArray());
  }

  /** RFC 3339. */
  get createdAt(): string {
    return this.#state.thread?.startedAt ?? "";
  }

  /** RFC 3339: of the newest event. */
  get updatedAt(): string {
    return this.#updatedAt;
  }

  /**
   * Sets what the model is told before everything else; empty: nothing. It is never truncated.
   * @throws {RefoldError} `budget-too-small`: it leaves no room for messages
   * @throws {RefoldError} `message-too-large`: nor for the newest one
   * @throws {RefoldError} `invalid-argument`: it is no text
   */
  async setSystemPrompt(text: string): Promise<void> {
    if (typeof text !== "string") {
      throw invalidArgument("the system prompt is no text", "Give a text; an empty one is none.");
    }
    await this.#change((state) => instructionFacts(state, text));
  }

  /**
   * Adds what the user says: a text, or texts and pictures.
   * @throws {RefoldError} `unsupported-content`: no provider can carry it
   * @throws {RefoldError} `message-too-large`
   */
  addUserMessage(content: MessageContent): Promise<void> {
    return this.#add(() => userAddition(content));
  }

  /**
   * Adds what the model answered: a text, text and calls, items, or the answer as the provider's
   * client gave it back; what that says of its cost is recorded too.
   * @throws {RefoldError} `unsupported-content`, `invalid-response`, `message-too-large`
   */
  addAssistantMessage(content: AssistantContent): Promise<void> {
    return this.#add((state) => answerAddition(content, state));
  }

  /**
   * Adds a message by its role, or an item. A system message replaces the system prompt.
   * @throws {RefoldError} `unsupported-content`, `no-such-call`, `message-too-large`,
   *   `budget-too-small`, `invalid-argument`
   */
  addMessage(message: ConversationMessage): Promise<void> {
    const system = systemText(message);
    if (system !== null) return this.setSystemPrompt(system);
    return this.#add((state) => messageAddition(message, state));
  }

  /**
   * Adds what a tool gave back. Long texts are bounded; their originals are kept.
   * @throws {RefoldError} `no-such-call`: no call of that id waits for a result
   * @throws {RefoldError} `invalid-argument`: there is no id
   * @throws {RefoldError} `unsupported-content`
   */
  addToolResult(
    callId: string,
    content: MessageContent,
    { failed = false }: { readonly failed?: boolean } = {},
  ): Promise<void> {
    return this.#add((state) => resultAddition({ callId, content, failed }, state));
  }

  /**
   * What the conversation used, in a few lines for a terminal: messages, window, tokens, money. A price
   * that is unknown is shown as unknown.
   * @param options `prices`: default: the known ones
   */
  async show({ prices }: { readonly prices?: PriceTable } = {}): Promise<string> {
    // Slow to load, and most programs never ask.
    const { spendingOf, usageLines } = await import("./conversation-usage.js");
    const fill = { messages: this.messageCount, tokens: this.tokenCount, budget: this.budget };
    const about = { name: this.name ?? this.id, model: this.model };
    return usageLines(about, fill, await spendingOf(this.#held.thread.source, prices));
  }

  /** The body for the provider's own client, with everything that the serializer changed; what is being added is in it. */
  async toRequest(options: ConversationRequestOptions = {}): Promise<ConversationRequest<Name>> {
    const { room, log } = this.#held;
    await this.#queue.idle();
    return conversationRequest({ log, models: room.models }, this.provider, options);
  }

  /**
   * Asks a client for the next answer: its pieces as they come; then the whole message, which is
   * recorded as `addAssistantMessage` would. Leaving the loop gives the request up. Nothing is recorded
   * of an answer that failed.
   * @throws {RefoldError} `invalid-argument`: the client asks another model than the conversation's
   * @throws {RefoldError} of a model request: the model, after all retries
   * @throws {RefoldError} `unsupported-content`, `message-too-large`: as `addAssistantMessage`
   */
  async *stream<Body>(
    client: ModelClient<Body>,
    options: ConversationStreamOptions = {},
  ): AsyncGenerator<ConversationStreamEvent, undefined> {
    const { room, log } = this.#held;
    const basis = { log, models: room.models };
    await this.#queue.idle();
    for await (const event of streamedAnswer(basis, client, options)) {
      if (event.type === "finished") {
        const { response } = event;
        await this.addAssistantMessage(response);
        yield { type: "message", text: textOf(response), calls: this.openCalls, response };
      } else if (event.type !== "item" && event.type !== "usage") {
        yield event;
      }
    }
  }

  /**
   * Goes on with another provider and model. A smaller window may make messages go.
   * @returns the same conversation, typed for the new provider
   * @throws {RefoldError} `unknown-provider`, `unknown-model`, `budget-too-small`,
   *   `message-too-large`
   */
  async switchProvider<Other extends ConversationProvider>(
    provider: Other,
    model: string,
  ): Promise<Conversation<Other>> {
    await this.#queue.run(() => configure(this.#held, { provider, model }));
    if (speaksTo<Other>(this, provider)) return this;
    throw unreachable(`the conversation did not switch to ${provider}`);
  }

  /**
   * Sets how the conversation is made to fit from now on.
   * @param options `model` makes the summaries of `summarize`; it is not recorded
   */
  async setTruncationStrategy(
    strategy: TruncationStrategy,
    { model }: { readonly model?: ModelClient } = {},
  ): Promise<void> {
    await this.#queue.run(() => configure(this.#held, { strategy }));
    if (model !== undefined) this.#held.room.summaryModel = model;
  }

  /** Begins afresh: the model sees no message any more. System prompt and settings stay. */
  async clear(): Promise<void> {
    // After the turn that runs, in one batch: undoing it gives back that turn's messages, too.
    const clear = (state: ThreadState): Decision => {
      const data = { reason: null, historyVersion: state.log.historyVersion + 1 };
      const isEmpty = state.ledger.entries.length === 0;
      return {
        ending: runningEnd(state),
        facts: isEmpty ? [] : [{ type: "history.cleared", data }],
      };
    };
    await this.#queue.run(() => this.#held.log.commit(clear));
  }

  /** Waits for what is being added and makes everything durable, whatever the store's level. */
  save(): Promise<void> {
    const { store, threadId } = this.#held.log;
    return this.#queue.run(() => store.sync(threadId));
  }

  /** Saves, and lets others have the conversation; once, however often called. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  /** Whatever fails on the way, the store is closed: nobody else could have the conversation. */
  async #close(): Promise<void> {
    try {
      await this.#queue.run(() => this.#endTurn());
    } finally {
      try {
        await this.#held.thread.close();
      } finally {
        await this.#own?.close();
      }
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #state(): ThreadState {
    return this.#held.thread.state;
  }

  get #settings(): ConversationSettings {
    return readSettings(this.#state);
  }

  /** Records a message, as one batch with what has to go for it. */
  #add(addition: (state: ThreadState) => Addition): Promise<void> {
    const { thread, room } = this.#held;
    return this.#queue.run(async () => {
      const { begins = false, ends = false, ...first } = addition(this.#state);
      const context = room.context(this.#state);
      const running = begins ? null : thread.runningTurn(context);
      await (running === null
        ? thread.startTurn(context, { first, endsRunning: true })
        : running.recordAnswer(first));
      if (ends) await this.#endTurn();
    });
  }

  /** Records other facts, as one batch with what has to go because of them. */
  #change(decide: (state: ThreadState) => Decision["facts"]): Promise<void> {
    return this.#queue.run(async () => {
      const { running } = this.#state.turns;
      await this.#held.log.commit((state) => ({ facts: decide(state), turn: running?.turn }));
    });
  }

  async #endTurn(): Promise<void> {
    await this.#held.thread.runningTurn({ model: this.model })?.complete();
  }

  /** The type is that of the last `open` or `switchProvider`, so it holds for what those gave back. */
  #speaks(provider: ConversationProvider): provider is Name {
    return provider === this.#settings.provider;
  }
}

function speaksTo<Name extends ConversationProvider>(
  conversation: Conversation,
  provider: Name,
): conversation is Conversation<Name> {
  return conversation.provider === provider;
}
