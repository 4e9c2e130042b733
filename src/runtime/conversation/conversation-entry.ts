import { isRefoldError } from "../../errors.js";
import type { LogEvent, RefoldEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import { versionMadeBy } from "../../reducers/log.js";
import { replay } from "../../reducers/replay.js";
import { resumeState } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { IndexRow } from "../../sessions/listing/derived-index.js";
import type { EventStore, ThreadEntry } from "../../store/event-store.js";
import { countMessages, joinsAnswer } from "../count-messages.js";
import { storedSource } from "../travel.js";
import { readSettings } from "./conversation-settings.js";

/** A conversation as a list shows it. */
export interface ConversationEntry {
  readonly id: string;
  /** Null: it has none. */
  readonly name: string | null;
  readonly provider: string;
  readonly model: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** RFC 3339: of the last change. */
  readonly updatedAt: string;
  /** The messages that the model still sees. */
  readonly messageCount: number;
}

type Facts = Pick<ConversationEntry, "name" | "provider" | "model" | "messageCount">;

/**
 * What a list says of a thread; read from its head and its tail, and whole only where the tail was
 * rewritten. Null: it is no conversation.
 */
export async function conversationEntry(
  store: EventStore,
  { threadId, createdAt, updatedAt }: ThreadEntry,
): Promise<ConversationEntry | null> {
  if (!(await beganAsConversation(store, threadId))) return null;
  const facts = await factsOf(store, threadId);
  return { id: threadId, ...facts, createdAt, updatedAt };
}

/** A conversation's settings are in its first batch. */
async function beganAsConversation(store: EventStore, threadId: string): Promise<boolean> {
  for await (const event of store.read(threadId, { to: 1, ...READ_AROUND })) {
    if (isKnownEvent(event) && event.type === "thread.configured") {
      return event.data.conversation !== undefined;
    }
  }
  return false;
}

async function factsOf(store: EventStore, threadId: string): Promise<Facts> {
  try {
    const tail = new Tail();
    for await (const event of store.readBackward(threadId, { newer: "ignore" })) {
      if (tail.take(event)) break;
    }
    const facts = tail.facts();
    return facts ?? fromState(await resumeState(storedSource(store, threadId)));
  } catch (error) {
    if (!isRefoldError(error, "damaged-log")) throw error;
    // What can be read of it will do for a list.
    const read = (range = {}) => store.read(threadId, { ...range, ...READ_AROUND });
    return fromState(await replay({ read }));
  }
}

/** Damage is told by whoever opens the thread; a list goes on. */
const READ_AROUND = { newer: "ignore", onDamage: () => undefined } as const;

function fromState(state: ThreadState): Facts {
  const { provider, model } = readSettings(state);
  const messageCount = countMessages(state.ledger.entries);
  return { name: state.thread?.title ?? null, provider, model, messageCount };
}

/** Reads a log from its end until it has said everything. */
class Tail {
  readonly #newer: RecordedItem[] = [];
  #name: string | null | undefined;
  #target: { readonly provider: string; readonly model: string } | null = null;
  /** Of the end of the newest turn that tells it; null: not met yet. */
  #messages: number | null = null;
  #isRewritten = false;

  /** @returns true when nothing older is needed */
  take(event: LogEvent): boolean {
    if (isKnownEvent(event)) this.#read(event);
    return this.#isRewritten || (this.#messages !== null && this.#target !== null);
  }

  /** Null: only the state can tell. */
  facts(): Facts | null {
    const newer = this.#newer.toReversed();
    const first = newer[0];
    const joins = this.#messages !== null && first !== undefined && joinsAnswer(first);
    if (this.#isRewritten || joins || this.#target === null) return null;
    const messageCount = (this.#messages ?? 0) + countMessages(newer);
    return { name: this.#name ?? null, ...this.#target, messageCount };
  }

  #read(event: RefoldEvent): void {
    if (this.#messages === null) this.#readMessages(event);
    this.#readTarget(event);
    if (this.#name === undefined) this.#name = nameIn(event);
  }

  #readMessages(event: RefoldEvent): void {
    if (versionMadeBy(event) !== null) this.#isRewritten = true;
    if (event.type === "item.recorded") this.#newer.push(event.data);
    if (event.type === "turn.completed") this.#messages = event.data.totals?.messages ?? null;
  }

  #readTarget(event: RefoldEvent): void {
    if (this.#target !== null) return;
    if (event.type === "turn.started") this.#target = targetIn(event.data.envelope);
    if (event.type === "thread.configured") this.#target = targetIn(event.data.conversation);
  }
}

function nameIn(event: RefoldEvent): string | null | undefined {
  switch (event.type) {
    case "thread.renamed":
    case "thread.started":
      return event.data.title;
    case "thread.forked":
      return event.data.title ?? undefined; // absent: its parent's
    case "turn.completed":
      return event.data.totals?.title;
    default:
      return undefined;
  }
}

function targetIn(value: unknown): { readonly provider: string; readonly model: string } | null {
  if (!isJsonObject(value)) return null;
  const { provider, model } = value;
  return typeof provider === "string" && typeof model === "string" ? { provider, model } : null;
}

/** What the index remembers of a conversation. */
export function encodeConversation(entry: ConversationEntry): readonly unknown[] {
  const { id, name, provider, model, createdAt, updatedAt, messageCount } = entry;
  return [id, name, provider, model, createdAt, updatedAt, messageCount];
}

/** @returns undefined when it is no row of one; behind the index's sum only other code made it */
export function decodeConversation(row: IndexRow): ConversationEntry | undefined {
  const [, , , id, name, provider, model, createdAt, updatedAt, messageCount] = row;
  if (typeof id !== "string" || !(name === null || typeof name === "string")) return undefined;
  if (typeof provider !== "string" || typeof model !== "string") return undefined;
  if (typeof createdAt !== "string" || typeof updatedAt !== "string") return undefined;
  if (typeof messageCount !== "number") return undefined;
  return { id, name, provider, model, createdAt, updatedAt, messageCount };
}
