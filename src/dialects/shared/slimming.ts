import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ByteSource } from "./byte-source.js";
import type { LineForm } from "./damage.js";
import type { ReadLine } from "./object-reader.js";
import { CONTENT_START, readContent } from "./read-content.js";

/** What can give way in a session of another tool (docs/slim.md). */
export type SlimKind =
  "checkpoint" | "image" | "output" | "reasoning" | "attachment" | "recorded request";

/**
 * What a line is to the states that stay. `kept`: one of them may need it. `rebuilt`: one does, but only for a
 * checkpoint without a list of its own. `superseded`: none does, but it stands between two of them. `older`: it
 * is before all that any of them is made from.
 */
export type SlimPlace = "kept" | "rebuilt" | "superseded" | "older";

/** An object of a session without what gives way; the same object where nothing does. */
export type SlimObject = (object: JsonObject, place: SlimPlace, gone: GoneParts) => JsonObject;

/** How much gave way of one kind. */
export interface GoneKind {
  readonly kind: SlimKind;
  readonly count: number;
  readonly bytes: number;
}

/** What stands for a text that gave way. */
const LEFT_OUT = "[left out by refold slim]";
/** Shorter texts stay: they say what happened, and cost little. */
const LONGEST_TEXT_BYTES = 200;

/** One grey point: the smallest PNG that every reader of PNG takes. */
const POINT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==";
const POINT_URL = `data:image/png;base64,${POINT}`;
const POINT_TYPE = "image/png";
const LEFT_OUT_BASE64 = btoa(LEFT_OUT);

/** Puts shorter values in the place of others, and counts what gave way. */
export class GoneParts {
  readonly #kinds = new Map<SlimKind, { count: number; bytes: number }>();

  get kinds(): readonly GoneKind[] {
    return [...this.#kinds].map(([kind, gone]) => ({ kind, ...gone }));
  }

  /** @returns the replacement; the value itself where that is no longer */
  replace(kind: SlimKind, value: unknown, replacement: unknown): unknown {
    const bytes = jsonBytes(value) - jsonBytes(replacement);
    if (bytes <= 0) return value;
    const gone = this.#kinds.get(kind) ?? { count: 0, bytes: 0 };
    this.#kinds.set(kind, { count: gone.count + 1, bytes: gone.bytes + bytes });
    return replacement;
  }

  /** An object without some members, or with others in their place. */
  members(kind: SlimKind, object: JsonObject, replacement: JsonObject): JsonObject {
    const replaced = Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) => {
        if (!Object.hasOwn(replacement, name)) return [[name, value]];
        const member = this.replace(kind, value, replacement[name]);
        return member === undefined ? [] : [[name, member]];
      }),
    );
    return isSameMembers(object, replaced) ? object : replaced;
  }

  /** An object with one member as it has become; the same object where that is the same. */
  put(object: JsonObject, name: string, member: unknown): JsonObject {
    return object[name] === member ? object : { ...object, [name]: member };
  }

  /** A list with each part as it has become; the same list where all are the same. */
  each(list: readonly unknown[], change: (part: unknown) => unknown): readonly unknown[] {
    const parts = list.map(change);
    return parts.every((part, index) => part === list[index]) ? list : parts;
  }

  /** A value with each long text in it, and each image, in its shortest form. */
  texts(kind: SlimKind, value: unknown): unknown {
    if (isImageUrl(value)) return this.replace("image", value, POINT_URL);
    if (typeof value === "string") {
      return Buffer.byteLength(value) > LONGEST_TEXT_BYTES
        ? this.replace(kind, value, LEFT_OUT)
        : value;
    }
    if (Array.isArray(value)) return this.each(value, (part) => this.texts(kind, part));
    if (!isJsonObject(value)) return value;
    const slim = this.#bytes(value, (type) => type.includes("/"));
    return slim ?? mappedMembers(value, (member) => this.texts(kind, member));
  }

  /** A message with each image in its shortest form; its words and other files stay. */
  images(value: unknown): unknown {
    if (Array.isArray(value)) return this.each(value, (part) => this.images(part));
    if (!isJsonObject(value)) return value;
    const slim = this.#bytes(value, (type) => type.startsWith("image/"));
    return slim ?? mappedMembers(value, (member, name) => this.#imageMember(member, name));
  }

  /** Elsewhere than in these members, what begins like an image is somebody's words. */
  #imageMember(member: unknown, name: string): unknown {
    const isUrl = name === "image_url" || name === "url";
    return isUrl && isImageUrl(member)
      ? this.replace("image", member, POINT_URL)
      : this.images(member);
  }

  /** An image's bytes in base 64, wherever they are. */
  imageBytes(base64: unknown): unknown {
    return typeof base64 === "string" ? this.replace("image", base64, POINT) : base64;
  }

  /** Null: the object holds no bytes in base 64, or none of a type that is asked for. */
  #bytes(object: JsonObject, isAsked: (mediaType: string) => boolean): JsonObject | null {
    for (const { bytes, type } of BYTES_IN_OBJECTS) {
      const [base64, mediaType] = [object[bytes], object[type]];
      if (typeof base64 !== "string" || typeof mediaType !== "string") continue;
      if (!isAsked(mediaType)) continue;
      if (!mediaType.startsWith("image/")) {
        return this.members("output", object, { [bytes]: LEFT_OUT_BASE64 });
      }
      const slim = this.members("image", object, { [bytes]: POINT });
      return slim === object ? object : { ...slim, [type]: POINT_TYPE };
    }
    return null;
  }
}

/** Members that hold bytes in base 64, and their type: of Anthropic's blocks, pi's, Claude Code's results. */
const BYTES_IN_OBJECTS = [
  { bytes: "data", type: "media_type" },
  { bytes: "data", type: "mimeType" },
  { bytes: "base64", type: "type" },
];

function jsonBytes(value: unknown): number {
  if (value === undefined) return 0;
  return typeof value === "string"
    ? Buffer.byteLength(value)
    : Buffer.byteLength(JSON.stringify(value));
}

function isImageUrl(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("data:image/");
}

function mappedMembers(
  object: JsonObject,
  change: (member: unknown, name: string) => unknown,
): JsonObject {
  const entries = Object.entries(object).map(
    ([name, member]) => [name, change(member, name)] as const,
  );
  const changed = Object.fromEntries(entries);
  return isSameMembers(object, changed) ? object : changed;
}

function isSameMembers(object: JsonObject, other: JsonObject): boolean {
  const names = Object.keys(object);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => object[name] === other[name])
  );
}

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
  { lines, slim }: { readonly lines: LineForm; readonly slim: SlimObject },
  wish: SlimWish,
): AsyncGenerator<Uint8Array> {
  let ordinal = 0;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const read of readContent(content, CONTENT_START, { lines })) {
    for (const line of read) {
      const at = ordinal;
      ordinal += line.objects.length;
      const shorter = shorterLine(line, (object) => {
        return slim(object, wish.placeOf(at, line.line.lineStart), wish.gone);
      });
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
  slim: (object: JsonObject) => JsonObject,
): Buffer | null {
  const [object] = objects;
  if (object === undefined || objects.length > 1 || damage.length > 0 || !object.exact) return null;
  const { value, start, end } = object;
  const changed = slim(value);
  if (changed === value) return null;
  const text = Buffer.from(JSON.stringify(changed));
  const before = line.bytes.subarray(0, start - line.start);
  const after = line.bytes.subarray(end - line.start);
  const shorter = Buffer.concat([before, text, after]);
  return shorter.length < line.bytes.length ? shorter : null;
}
