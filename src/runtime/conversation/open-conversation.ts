import { setTimeout as wait } from "node:timers/promises";
import type { Fact } from "../../events/event.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { ModelTable } from "../../models/find-model.js";
import { estimatorFor } from "../../projections/tokens/content-estimator.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";
import { initialState } from "../../reducers/reduce.js";
import { OffsetConflict } from "../../store/errors.js";
import type { EventStore } from "../../store/event-store.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import { toolFacts } from "../fragments/plan-injection.js";
import type { ModelClient } from "../models/model-client.js";
import { beginLog, openLog, SYSTEM_CLOCK } from "../open-thread.js";
import type { Clock, ThreadLog } from "../thread-log.js";
import { configureConversation } from "./configure-conversation.js";
import { budgetOf, type BudgetWish, settleBudget, systemTokens } from "./conversation-budget.js";
import { ConversationDriver } from "./conversation-driver.js";
import {
  checkProvider,
  checkStrategy,
  configuredFact,
  type ConversationProvider,
  knownModel,
  readSettings,
  type TruncationStrategy,
} from "./conversation-settings.js";
import {
  checkName,
  type ConversationPlace,
  conversationsNamed,
  type OnUnreadable,
  resolveConversation,
} from "./conversations.js";

/** Where conversations live. */
export interface ConversationHome {
  /** A folder. Default: the environment's `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
  /** A store of the caller's, in place of a folder; it stays the caller's to close. */
  readonly store?: EventStore;
  /**
   * Told of each thread that could not be read while a name was looked for, or a list was made; it is
   * passed over.
   */
  readonly onUnreadable?: OnUnreadable;
}

/** What a conversation is gone on with; none of it is recorded. */
export interface ConversationLoading extends ConversationHome {
  /** Models of the caller's own: `defineModels`. */
  readonly models?: ModelTable;
  /** Counts tokens. Default: an offline estimate for the model. */
  readonly estimator?: TokenEstimator;
  /** Makes the summaries of `summarize`. Default: the built-in extractive summary. */
  readonly summaryModel?: ModelClient;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/** How a conversation is opened. */
export interface ConversationOptions<
  Name extends ConversationProvider = ConversationProvider,
> extends ConversationLoading {
  readonly provider: Name;
  readonly model: string;
  /** An alias that no other conversation of this home has: who opens it again gets the same one. */
  readonly name?: string;
  readonly budget?: BudgetWish;
  /** Default: `sliding-window`. */
  readonly strategy?: TruncationStrategy;
  /** All tools that the model may call. Absent: those that are declared already. */
  readonly tools?: readonly ToolDeclaration[];
}

/** A conversation that this process holds. */
export interface OpenedConversation {
  readonly driver: ConversationDriver;
  /** RFC 3339: of its newest event. */
  readonly updatedAt: string;
  /** The store to close with it; null: the caller's. */
  readonly ownStore: EventStore | null;
}

/**
 * Opens the conversation of a name, or begins one.
 * @throws {UnknownProvider} @throws {UnknownModel} @throws {BudgetTooSmall} @throws {InvalidArgument}
 * @throws {LeaseHeld} another process has it open
 */
export function openConversation(options: ConversationOptions): Promise<OpenedConversation> {
  const facts = firstFacts(options);
  const name = options.name === undefined ? undefined : checkName(options.name);
  return withStore(options, async (place) => {
    const { store, own: ownStore } = place;
    if (name === undefined) return { ...(await begin(store, options, facts)), ownStore };
    const { isNew, ...held } = await openNamed(place, { ...options, name }, facts);
    if (!isNew) await configureConversation(held.driver, options);
    return { ...held, ownStore };
  });
}

/** Goes on with a conversation by its id or name. */
export function loadConversation(
  text: string,
  options: ConversationLoading,
): Promise<OpenedConversation> {
  return withStore(options, async (place) => {
    const threadId = await resolveConversation(place, text);
    return { ...(await hold(place.store, threadId, options)), ownStore: place.own };
  });
}

/** Works with the caller's store, or with one that is closed when the work fails. */
export async function withStore<Result>(
  { store, home, onUnreadable }: ConversationHome,
  work: (place: ConversationPlace) => Promise<Result>,
): Promise<Result> {
  if (store !== undefined) return work({ store, own: null, onUnreadable });
  const own = jsonlStore(home === undefined ? {} : { home });
  try {
    return await work({ store: own, own, onUnreadable });
  } catch (error) {
    await own.close();
    throw error;
  }
}

/**
 * What a conversation begins with.
 * @throws {UnknownProvider} @throws {UnknownModel} @throws {BudgetTooSmall} @throws {InvalidArgument}
 */
function firstFacts(options: ConversationOptions): readonly Fact[] {
  const provider = checkProvider(options.provider);
  const model = knownModel(provider, options.model, options.models);
  const strategy = checkStrategy(options.strategy ?? "sliding-window");
  const budget = settleBudget(options.budget ?? {}, model);
  const { tools = [], estimator = estimatorFor(model) } = options;
  budgetOf(budget, systemTokens({ text: "", tools }, estimator), model); // refused before anything is written
  const settings = { provider, model: options.model, strategy, budget };
  return [
    configuredFact(settings),
    ...(options.tools === undefined ? [] : toolFacts(initialState, options.tools)),
  ];
}

type Held = Omit<OpenedConversation, "ownStore">;

async function begin(
  store: EventStore,
  options: ConversationOptions,
  facts: readonly Fact[],
): Promise<Held> {
  const { name, clock = SYSTEM_CLOCK } = options;
  const about = name === undefined ? {} : { title: name };
  const log = await beginLog({ store, clock }, about, facts);
  return drive(log, options, log.state.thread?.startedAt ?? "");
}

/** So often a name is tried for that others take at the same moment. */
const ATTEMPTS = 20;
const LONGEST_WAIT_MS = 50;

/**
 * The conversation of a name, or a new one. Whoever finds another one behind its own beginning goes
 * back: so of several that begin at once at most one stays.
 */
async function openNamed(
  place: ConversationPlace,
  options: ConversationOptions & { readonly name: string },
  facts: readonly Fact[],
): Promise<Held & { readonly isNew: boolean }> {
  const { store } = place;
  for (let attempt = 1; ; attempt++) {
    const [known] = await conversationsNamed(place, options.name);
    if (known !== undefined) return { ...(await hold(store, known.id, options)), isNew: false };
    const begun = await begin(store, options, facts);
    const { threadId } = begun.driver.log;
    const others = (await conversationsNamed(place, options.name)).filter(
      ({ id }) => id !== threadId,
    );
    if (others.length === 0 || attempt >= ATTEMPTS) return { ...begun, isNew: true };
    await begun.driver.log.close();
    await store.delete(threadId);
    await wait(Math.random() * LONGEST_WAIT_MS);
  }
}

/**
 * Takes a conversation's lease, then reads it: nobody else writes from here on.
 * @throws {LeaseHeld} another process has it open @throws {InvalidArgument} it is no conversation
 */
async function hold(
  store: EventStore,
  threadId: string,
  options: ConversationLoading,
): Promise<Held> {
  await takeLease(store, threadId);
  const log = await openLog(threadId, { store, clock: options.clock ?? SYSTEM_CLOCK });
  readSettings(log.state);
  return drive(log, options, await newestTime(store, threadId));
}

/** An empty batch takes the lease and writes nothing; its head may have moved since it was asked. */
async function takeLease(store: EventStore, threadId: string): Promise<void> {
  for (;;) {
    try {
      await store.append(threadId, await store.head(threadId), []);
      return;
    } catch (error) {
      if (!(error instanceof OffsetConflict)) throw error; // the lease is ours now: ask once more
    }
  }
}

async function newestTime(store: EventStore, threadId: string): Promise<string> {
  for await (const { at } of store.readBackward(threadId)) return at;
  return "";
}

function drive(log: ThreadLog, options: ConversationLoading, updatedAt: string): Held {
  const { models, estimator, summaryModel, clock = SYSTEM_CLOCK } = options;
  const driver = new ConversationDriver(log, {
    clock,
    ...(models !== undefined && { models }),
    ...(estimator !== undefined && { estimator }),
    ...(summaryModel !== undefined && { summaryModel }),
  });
  return { driver, updatedAt };
}
