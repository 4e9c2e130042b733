import { isRefoldError } from "../../errors.js";
import { setTimeout as wait } from "node:timers/promises";
import type { ToolDeclaration } from "../../events/thread.js";
import { initialState } from "../../reducers/reduce.js";
import type { EventStore } from "../../store/event-store.js";
import { type Home, openHome } from "../../store/open-home.js";
import { toolFacts } from "../fragments/plan-injection.js";
import { beginLog, openLog } from "../open-thread.js";
import type { Clock, ThreadLog } from "../thread-log.js";
import { Thread } from "../thread.js";
import type { BudgetOptions } from "./conversation-budget.js";
import {
  changedSettings,
  configuredFacts,
  type ConversationProvider,
  type ConversationSettings,
  isOtherModel,
  readSettings,
  type SettingsChange,
  type TruncationStrategy,
} from "./conversation-settings.js";
import { checkName, conversationsNamed, resolveConversation } from "./conversations.js";
import type { ConversationPlace, OnUnreadable } from "./conversations.js";
import { Room, type RoomOptions } from "./room.js";
import { CONVERSATION_FRAGMENTS } from "./summarise.js";

/** Where conversations live. */
export interface ConversationHome {
  /** A folder, or the URL of a database. Default: the environment's `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
  /** A store of the caller's, in place of a home; it stays the caller's to close. */
  readonly store?: EventStore;
  /**
   * Told of each thread that could not be read while a name was looked for, or a list was made; it is
   * passed over.
   */
  readonly onUnreadable?: OnUnreadable;
}

/** How a conversation is loaded; none of it is recorded. */
export interface LoadOptions extends ConversationHome, RoomOptions {
  /** Default: the system's. */
  readonly clock?: Clock;
}

/** How a conversation is opened. */
export interface ConversationOptions<
  Name extends ConversationProvider = ConversationProvider,
> extends LoadOptions {
  readonly provider: Name;
  readonly model: string;
  /** An alias that is unique in its home: opening it again gives the same conversation. */
  readonly name?: string;
  readonly budget?: BudgetOptions;
  /** Default: `sliding-window`. */
  readonly strategy?: TruncationStrategy;
  /** All tools that the model may call. Absent: those that are declared already. */
  readonly tools?: readonly ToolDeclaration[];
}

/** A conversation that this process holds. */
export interface HeldConversation {
  readonly thread: Thread;
  readonly log: ThreadLog;
  readonly room: Room;
  /** RFC 3339: of its newest event. */
  readonly updatedAt: string;
}

/** A held conversation, with the home to close after it; null: the store is the caller's. */
export interface OpenedConversation extends HeldConversation {
  readonly own: Home | null;
}

/**
 * Opens the conversation of a name, or begins one.
 * @throws {RefoldError} `unknown-provider`, `unknown-model`, `budget-too-small`,
 *   `invalid-argument`
 * @throws {RefoldError} `lease-held`: another process has it open
 */
export function openConversation(options: ConversationOptions): Promise<OpenedConversation> {
  const settings = changedSettings(null, options, options.models);
  const name = options.name === undefined ? undefined : checkName(options.name);
  return withStore(options, async (place) => {
    const { store, own } = place;
    if (name === undefined) return { ...(await begin(store, options, settings)), own };
    const { isNew, ...held } = await openNamed(place, { ...options, name }, settings);
    if (!isNew) await configure(held, options);
    return { ...held, own };
  });
}

/** Goes on with a conversation by its id or name. */
export function loadConversation(text: string, options: LoadOptions): Promise<OpenedConversation> {
  return withStore(options, async (place) => {
    const threadId = await resolveConversation(place, text);
    return { ...(await hold(place.store, threadId, options)), own: place.own };
  });
}

/**
 * Changes a conversation's settings, with what has to go because of it, in one batch; nothing is
 * written where nothing changes. Another model ends the turn that runs.
 * @throws {RefoldError} `unknown-provider`, `unknown-model`, `budget-too-small`,
 *   `message-too-large`
 */
export async function configure(
  { thread, log, room }: HeldConversation,
  change: SettingsChange & { readonly tools?: readonly ToolDeclaration[] },
): Promise<void> {
  const before = readSettings(log.state);
  const after = changedSettings(before, change, room.models);
  await log.commit((state) => ({
    facts: [
      ...configuredFacts(before, after),
      ...(change.tools === undefined ? [] : toolFacts(state, change.tools)),
    ],
    turn: state.turns.running?.turn,
  }));
  if (isOtherModel(before, after)) await thread.runningTurn({ model: after.model })?.complete();
}

/** Works with the caller's store, or with a home that is closed when the work fails. */
export async function withStore<Result>(
  { store, home, onUnreadable }: ConversationHome,
  work: (place: ConversationPlace) => Promise<Result>,
): Promise<Result> {
  if (store !== undefined) return work({ store, own: null, onUnreadable });
  const own = await openHome(home);
  try {
    return await work({ store: own.store, own, onUnreadable });
  } catch (error) {
    await own.close();
    throw error;
  }
}

async function begin(
  store: EventStore,
  options: ConversationOptions,
  settings: ConversationSettings,
): Promise<HeldConversation> {
  const { name, clock, tools } = options;
  const room = new Room(options, store.blobs);
  const log = await beginLog({ store, clock, makeRoom: room.make }, { title: name }, [
    ...configuredFacts(null, settings),
    ...(tools === undefined ? [] : toolFacts(initialState, tools)),
  ]);
  return drive(log, room, log.state.thread?.startedAt ?? "");
}

/** So often a name is tried for that others take at the same moment. */
const ATTEMPTS = 20;
const LONGEST_WAIT_MS = 50;

/**
 * The conversation of a name, or a new one. A process that finds another one after it began its own
 * gives its own up: so of several that begin at once at most one stays.
 */
async function openNamed(
  place: ConversationPlace,
  options: ConversationOptions & { readonly name: string },
  settings: ConversationSettings,
): Promise<HeldConversation & { readonly isNew: boolean }> {
  const { store } = place;
  for (let attempt = 1; ; attempt++) {
    const [known] = await conversationsNamed(place, options.name);
    if (known !== undefined) {
      try {
        return { ...(await hold(store, known.id, options)), isNew: false };
      } catch (error) {
        // Who began it at the same moment may have given it up since it was found.
        if (!isRefoldError(error, "thread-not-found") || attempt >= ATTEMPTS) throw error;
        continue;
      }
    }
    const begun = await begin(store, options, settings);
    const { threadId } = begun.log;
    const others = (await conversationsNamed(place, options.name)).filter(
      ({ id }) => id !== threadId,
    );
    if (others.length === 0 || attempt >= ATTEMPTS) return { ...begun, isNew: true };
    await begun.log.close();
    await store.delete(threadId);
    await wait(Math.random() * LONGEST_WAIT_MS);
  }
}

/**
 * Takes a conversation's lease, then reads it: nobody else writes from here on.
 * @throws {RefoldError} `lease-held`: another process has it open
 * @throws {RefoldError} `invalid-argument`: it is no conversation
 */
async function hold(
  store: EventStore,
  threadId: string,
  options: LoadOptions,
): Promise<HeldConversation> {
  await takeLease(store, threadId);
  const room = new Room(options, store.blobs);
  const log = await openLog(threadId, { store, clock: options.clock, makeRoom: room.make });
  readSettings(log.state);
  return drive(log, room, await newestTime(store, threadId));
}

/** An empty batch takes the lease and writes nothing; its head may have moved since it was asked. */
async function takeLease(store: EventStore, threadId: string): Promise<void> {
  for (;;) {
    try {
      await store.append(threadId, await store.head(threadId), []);
      return;
    } catch (error) {
      if (!isRefoldError(error, "offset-conflict")) throw error; // the lease is ours now: ask once more
    }
  }
}

async function newestTime(store: EventStore, threadId: string): Promise<string> {
  for await (const { at } of store.readBackward(threadId)) return at;
  return "";
}

function drive(log: ThreadLog, room: Room, updatedAt: string): HeldConversation {
  return { thread: new Thread(log, CONVERSATION_FRAGMENTS), log, room, updatedAt };
}
