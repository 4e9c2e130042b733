import type { RefoldEvent } from "../../events/event.js";
import type { ByteSource } from "../byte-source.js";
import { CodexReading, type CodexReadingOptions } from "../reading/foreign-reading.js";
import { EmptyRollout } from "../reading/empty-rollout.js";
import { describeContent } from "../reading/looks-like.js";
import { NotARollout } from "../reading/not-a-rollout.js";
import { CONTENT_START, readContent } from "../reading/read-content.js";

/** Bytes at the beginning that tell what a file without any object is. */
const LOOK_BYTES = 1 << 12;

/**
 * Reads a Codex rollout as events: one for each JSON object, in order; its offset is the object's
 * ordinal. Damage is reported and passed over. What is read is not kept, so that a file of any size
 * can be read; nothing is written.
 *
 * @param content not compressed (`openUnpacked`)
 * @throws {EmptyRollout} there is nothing in it @throws {NotARollout} there is no object in it
 */
export async function* decodeCodex(
  content: ByteSource,
  options: CodexReadingOptions = {},
): AsyncGenerator<RefoldEvent, void, undefined> {
  const reading = new CodexReading(content, options);
  for await (const lines of readContent(content, CONTENT_START, (place) =>
    reading.damaged(place),
  )) {
    for (const line of lines) {
      reading.begin(line);
      for (const object of line.objects) {
        const decoded = reading.decode(object);
        yield (decoded instanceof Promise ? await decoded : decoded).event;
      }
    }
  }
  reading.end();
  if (reading.head === 0) throw await nothingIn(content);
}

/** Why a file gave no event at all. */
export async function nothingIn(content: ByteSource): Promise<EmptyRollout | NotARollout> {
  const firstBytes = await content.slice(0, LOOK_BYTES);
  if (
    Buffer.from(firstBytes)
      .toString("utf8")
      .replace(/^\ufeff/, "")
      .trim() === ""
  ) {
    return new EmptyRollout(content.name);
  }
  return new NotARollout(content.name, describeContent(firstBytes));
}
