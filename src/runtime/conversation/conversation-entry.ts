import { z } from "zod";
import { isRefoldError } from "../../errors.js";
import type { RefoldEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import { replay } from "../../reducers/replay.js";
import { resumeState } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { IndexRow } from "../../sessions/listing/derived-index.js";
import { CHANGES_NO_TOTALS } from "../../sessions/listing/log-tail.js";
import type { EventStore, ThreadEntry } from "../../store/event-store.js";
import { countMessages } from "../count-messages.js";
import { readSettings } from "./conversation-settings.js";

const Entry = z.object({
  id: z.string(),
  /** Null: it has none. */
  name: z.string().nullable(),
  provider: z.string(),
  model: z.string(),
  /** RFC 3339. */
  createdAt: z.string(),
  /** RFC 3339: of the last change. */
  updatedAt: z.string(),
  /** The messages that the model still sees. */
  messageCount: z.number(),
});

/** A conversation as a list shows it. */
export type ConversationEntry = Readonly<z.infer<typeof Entry>>;

type Facts = Pick<ConversationEntry, "name" | "provider" | "model" | "messageCount">;

/** Damage is reported when the thread is opened; a list goes on. */
const READ_AROUND = { newer: "ignore", onDamage: () => undefined } as const;

/**
 * The entry of a thread, read from its head and tail where they are enough, else from its state.
 * @returns null when it is no conversation
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
    const facts = await factsOfTail(store, threadId);
    return facts ?? factsOfState(await resumeState(store.source(threadId)));
  } catch (error) {
    if (!isRefoldError(error, "damaged-log")) throw error;
    const read = (range = {}) => store.read(threadId, { ...range, ...READ_AROUND });
    return factsOfState(await replay({ read }));
  }
}

function factsOfState(state: ThreadState): Facts {
  const { provider, model } = readSettings(state);
  const messageCount = countMessages(state.ledger.entries);
  return { name: state.thread?.title ?? null, provider, model, messageCount };
}

/** @returns null when the tail is not enough: since its newest turn ended, something changed */
async function factsOfTail(store: EventStore, threadId: string): Promise<Facts | null> {
  let name: string | null | undefined;
  let target: Pick<Facts, "provider" | "model"> | null = null;
  let messageCount: number | null = null;
  for await (const event of store.readBackward(threadId, { newer: "ignore" })) {
    if (!isKnownEvent(event)) continue;
    target ??= targetIn(event);
    if (event.type === "thread.renamed" && name === undefined) name = event.data.title;
    if (messageCount === null && event.type === "turn.completed") {
      const { totals } = event.data;
      if (typeof totals?.messages !== "number" || totals.title === undefined) return null;
      messageCount = totals.messages;
      if (name === undefined) name = totals.title;
    } else if (messageCount === null && !CHANGES_NO_TOTALS.has(event.type)) {
      return null;
    }
    if (messageCount !== null && target !== null) {
      return { name: name ?? null, ...target, messageCount };
    }
  }
  return null;
}

function targetIn(event: RefoldEvent): Pick<Facts, "provider" | "model"> | null {
  const settings =
    event.type === "turn.started"
      ? event.data.envelope
      : event.type === "thread.configured"
        ? event.data.conversation
        : null;
  if (!isJsonObject(settings)) return null;
  const { provider, model } = settings;
  return typeof provider === "string" && typeof model === "string" ? { provider, model } : null;
}

/** @returns undefined for a row of the index that other code made */
export function decodeConversation(row: IndexRow): ConversationEntry | undefined {
  return Entry.safeParse(row[3]).data;
}
