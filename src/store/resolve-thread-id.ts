import { isUlid, isUuid, ulidToUuid, uuidToUlid, invalidId } from "../events/ids.js";
import { threadNotFound, ambiguousId } from "./errors.js";
import type { EventStore } from "./event-store.js";

/** Of a UUID with its hyphens. */
const LONGEST_ID = 36;

/**
 * The thread that a person means: by its ULID, by the UUID with the same bits, or by the beginning of
 * either, in upper or lower case.
 *
 * @throws {RefoldError} `invalid-id`: the text cannot begin an id: a path, for instance
 * @throws {RefoldError} `thread-not-found`: names the nearest ids
 * @throws {RefoldError} `ambiguous-id`: several threads begin like this
 */
export async function resolveThreadId(store: EventStore, text: string): Promise<string> {
  if (typeof text !== "string" || text.length > LONGEST_ID) throw invalidId(text);
  if (!/^[0-9a-z]+(-[0-9a-z]*)*$/i.test(text)) throw invalidId(text);
  const exact = isUuid(text) ? uuidToUlid(text) : text.toUpperCase();
  if (isUlid(exact) && (await store.has(exact))) return exact;
  const known: string[] = [];
  for await (const { threadId } of store.list()) known.push(threadId);
  const fitting = known.filter(
    (id) => id.startsWith(exact) || ulidToUuid(id).startsWith(text.toLowerCase()),
  );
  const [only, ...others] = fitting;
  if (only === undefined) throw threadNotFound(exact, known);
  if (others.length > 0) throw ambiguousId(text, fitting);
  return only;
}
