import type { Foreign, RefoldEvent } from "../../events/event.js";
import type { ForeignObject } from "../reading/object-reader.js";
import { keepBytes, type BlobSink } from "./kept-bytes.js";
import type { DecodedLine } from "../reading/session-form.js";
import { factsOf } from "../../reducers/fold-event.js";
import { outsourceTexts } from "./outsource-texts.js";

/**
 * What an event needs so that its line can be written again: nothing, its object, or the line's own
 * bytes where encoding the object again would give others.
 * @param bytes of the object in the file
 */
export async function keptForm(
  { event, evidence }: DecodedLine,
  { object, bytes }: { readonly object: ForeignObject; readonly bytes: Uint8Array },
  blobs: BlobSink,
): Promise<Foreign | undefined> {
  for (const one of evidence) await blobs.put(one.bytes());
  if (!isEncodedAs(object) || losesOriginal(event, evidence)) {
    return { raw: await keepBytes(bytes, blobs) };
  }
  return event.foreign === undefined ? undefined : outsourceTexts(event.foreign, blobs);
}

/** True when encoding the parsed object gives the bytes that the file holds. */
function isEncodedAs({ value, text, exact }: ForeignObject): boolean {
  if (!exact) return false;
  try {
    return JSON.stringify(value) === text;
  } catch (error) {
    if (error instanceof RangeError) return false; // nested too deeply to be written
    throw error;
  }
}

const REPLACEMENT_CHARACTER = Buffer.from("\ufffd", "utf8");

/** A lone surrogate cannot stand in a blob: the original of such an output would come back changed. */
function losesOriginal(event: RefoldEvent, evidence: DecodedLine["evidence"]): boolean {
  return factsOf(event).some((fact) => {
    if (fact.type !== "item.recorded" || fact.data.bounded === undefined) return false;
    const { original } = fact.data.bounded;
    const kept = evidence.find(({ hash }) => hash === original)?.bytes();
    return kept === undefined || Buffer.from(kept).includes(REPLACEMENT_CHARACTER);
  });
}
