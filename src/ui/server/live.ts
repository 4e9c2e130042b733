import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { isRefoldError } from "../../errors.js";
import type { EventStore } from "../../store/event-store.js";
import { toFailure } from "./failures.js";
import type { OpenedSession } from "./opened-session.js";

/** How often it is looked whether a session changed that nobody tells of. */
const LOOK_MS = 200;
/** A file that has to be read from its beginning is left alone for so many times as long as that takes. */
const REST = 4;
/** Something is sent this often, so that a connection that broke is noticed. */
const SILENCE_MS = 15_000;
interface LiveOptions {
  /** The first offset that the page does not have. */
  readonly from: number;
  /** A thread of a store, which tells of what is recorded; null: a file that is looked at. */
  readonly thread: FollowedThread | null;
  readonly signal: AbortSignal;
}

interface FollowedThread {
  readonly store: Pick<EventStore, "follow">;
  readonly threadId: string;
}

/**
 * Tells a page how far a session has come while events are recorded, as server-sent events: the id of each
 * message is the offset of the newest event, so that a page whose connection broke goes on where it was.
 */
export async function sendLive(
  opened: OpenedSession,
  response: Writable,
  { from, thread, signal }: LiveOptions,
): Promise<void> {
  const stopListening = opened.onChange(() => undefined); // which keeps it open
  let next = from;
  let sentAt = Date.now();
  await send(response, "retry: 1000\n\n", signal);
  try {
    for (let told = -1; !signal.aborted;) {
      const since = performance.now();
      await opened.whole();
      const { head } = opened.index;
      if (head > next) {
        await send(response, `id: ${head - 1}\nevent: head\ndata: ${head}\n\n`, signal);
        [next, sentAt] = [head, Date.now()];
      } else if (Date.now() - sentAt > SILENCE_MS) {
        await send(response, ":\n\n", signal);
        sentAt = Date.now();
      }
      // What was told and could not be read is looked for, as is what nobody tells of.
      if (thread !== null && head > told && (await hasEvent(thread, head, signal))) told = head;
      else {
        await pause(Math.max(LOOK_MS, (performance.now() - since) * REST), undefined, { signal });
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    const failure = JSON.stringify(toFailure(error).body);
    await send(response, `event: failure\ndata: ${failure}\n\n`, signal);
  } finally {
    stopListening();
    response.end();
  }
}

/** Waits for an event. @returns false: for long there was none, or the thread can only be looked at */
async function hasEvent(
  { store, threadId }: FollowedThread,
  from: number,
  signal: AbortSignal,
): Promise<boolean> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(SILENCE_MS)]);
  try {
    for await (const { offset } of store.follow(threadId, { from, signal: ends })) {
      if (offset >= from) return true;
    }
    return false;
  } catch (error) {
    if (isRefoldError(error) && !isRefoldError(error, "thread-deleted")) return false;
    throw error;
  }
}

/** Waits for a reader that is slow, unless it goes; one that takes nothing is cut off by the server's timeout. */
async function send(response: Writable, text: string, signal: AbortSignal): Promise<void> {
  if (response.write(text) || signal.aborted) return;
  await once(response, "drain", { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error; // else the reader has gone, which the caller sees
  });
}
