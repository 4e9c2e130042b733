import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";

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
    if (typeof value === "string") return this.#text(kind, value);
    if (Array.isArray(value)) return this.each(value, (part) => this.texts(kind, part));
    if (!isJsonObject(value)) return value;
    return this.#image(value) ?? mappedMembers(value, (member) => this.texts(kind, member));
  }

  /** The same for images alone. */
  images(value: unknown): unknown {
    if (typeof value === "string") return isImageUrl(value) ? this.#imageUrl(value) : value;
    if (Array.isArray(value)) return this.each(value, (part) => this.images(part));
    if (!isJsonObject(value)) return value;
    return this.#image(value) ?? mappedMembers(value, (member) => this.images(member));
  }

  /** An image's bytes in base 64, wherever they are. */
  imageBytes(base64: unknown): unknown {
    return typeof base64 === "string" ? this.replace("image", base64, POINT) : base64;
  }

  #text(kind: SlimKind, text: string): unknown {
    if (isImageUrl(text)) return this.#imageUrl(text);
    return Buffer.byteLength(text) > LONGEST_TEXT_BYTES ? this.replace(kind, text, LEFT_OUT) : text;
  }

  #imageUrl(url: string): unknown {
    return this.replace("image", url, POINT_URL);
  }

  /** Null: the object holds no bytes in base 64. */
  #image(object: JsonObject): JsonObject | null {
    for (const { bytes, type } of BYTES_IN_OBJECTS) {
      const [base64, mediaType] = [object[bytes], object[type]];
      if (typeof base64 !== "string" || typeof mediaType !== "string") continue;
      if (!mediaType.includes("/")) continue;
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

const isImageUrl = (text: string): boolean => text.startsWith("data:image/");

function jsonBytes(value: unknown): number {
  if (value === undefined) return 0;
  return typeof value === "string"
    ? Buffer.byteLength(value)
    : Buffer.byteLength(JSON.stringify(value));
}

function mappedMembers(object: JsonObject, change: (member: unknown) => unknown): JsonObject {
  const entries = Object.entries(object).map(([name, member]) => [name, change(member)] as const);
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
