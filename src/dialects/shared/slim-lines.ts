import type { ByteSource } from "./byte-source.js";
import { CONTENT_START, readContent, type ReadLine } from "./read-content.js";
import type { LineForm } from "./damage.js";
import type { GoneParts, SlimObject, SlimPlace } from "./slimming.js";

/** Which lines of a content may become shorter. */
export interface SlimWish {
  /** What the line of an object is to the states that stay. @param ordinal from 0 in this content */
  placeOf(ordinal: number, byte: number): SlimPlace;
  /** What gave way is counted here. */
  readonly gone: GoneParts;
}

/** So many bytes are put together before they are given out. */
const PART_BYTES = 1 << 20;

/**
 * The lines of a content, each as it is or shorter; holds no more than a line and one part. A line that
 * is not one whole object stays as it is.
 */
export async function* slimLines(
  content: ByteSource,
  lines: LineForm,
  { slim, wish }: { readonly slim: SlimObject; readonly wish: SlimWish },
): AsyncGenerator<Uint8Array> {
  let ordinal = 0;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const read of readContent(content, CONTENT_START, { lines })) {
    for (const line of read) {
      const shorter = shorterLine(line, ordinal, { slim, wish });
      ordinal += line.objects.length;
      const part = shorter ?? Buffer.from(line.line.bytes); // those are valid for this line only
      parts.push(part);
      bytes += part.length;
      if (bytes < PART_BYTES) continue;
      yield Buffer.concat(parts, bytes);
      [parts, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield Buffer.concat(parts, bytes);
}

/** Null: the line stays as it is. */
function shorterLine(
  { line, objects, damage }: ReadLine,
  ordinal: number,
  { slim, wish }: { readonly slim: SlimObject; readonly wish: SlimWish },
): Buffer | null {
  const [object] = objects;
  if (object === undefined || objects.length > 1 || damage.length > 0 || !object.exact) return null;
  const { value, start, end } = object;
  const changed = slim(value, wish.placeOf(ordinal, line.lineStart), wish.gone);
  if (changed === value) return null;
  const text = Buffer.from(JSON.stringify(changed));
  const before = line.bytes.subarray(0, start - line.start);
  const after = line.bytes.subarray(end - line.start);
  const shorter = Buffer.concat([before, text, after]);
  return shorter.length < line.bytes.length ? shorter : null;
}
