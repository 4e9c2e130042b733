import type { BlobReader } from "../../events/event-source.js";
import { isItem } from "../../events/item.js";
import type { Foreign, RefoldEvent } from "../../events/event.js";
import { splitDataUrl } from "../../events/inline-image.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { exportUnsupported } from "../errors.js";
import { moveImage, type Restorable, restoreImageUrl, restoreItem } from "./evidence.js";
import { type BlobSink, INLINE_BYTES } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";

/**
 * How many paths a path remembers that go on from it, how many that end with it, and how many holes
 * that begin at it; further ones are made anew.
 */
const MOST_REMEMBERED = 64;

/**
 * Keys, from the outside in. Paths and holes are made once and shared by the events that have them:
 * nearly every line has one of a few, and to write them anew took an eighth of a decoder's time.
 */
export class Path {
  readonly #inner = new Map<string, Path>();
  readonly #moved = new Map<Path, Path>();
  readonly #holes = new Map<Path, ForeignHole>();

  constructor(readonly keys: string[]) {}

  static of(...keys: string[]): Path {
    return keys.reduce((path, key) => path.at(key), NO_PATH);
  }

  at(key: string): Path {
    return this.#inner.get(key) ?? remembered(this.#inner, key, new Path([...this.keys, key]));
  }

  /** The same below another one. */
  under(outer: Path): Path {
    const known = this.#moved.get(outer);
    if (known !== undefined) return known;
    return remembered(this.#moved, outer, new Path([...outer.keys, ...this.keys]));
  }

  /** A part at this path in the object that stands at another in the event. */
  into(inEvent: Path): ForeignHole {
    const known = this.#holes.get(inEvent);
    return known ?? remembered(this.#holes, inEvent, new ForeignHole(this, inEvent));
  }
}

function remembered<Key, Value>(memory: Map<Key, Value>, key: Key, value: Value): Value {
  if (memory.size < MOST_REMEMBERED) memory.set(key, value);
  return value;
}

/** Of the whole. */
export const NO_PATH = new Path([]);

/** Where a part was taken out of the object, and where it is in the event. */
export class ForeignHole {
  readonly #moved = new Map<Path, ForeignHole>();
  /** As events have it. */
  readonly written: [inObject: string[], inEvent: string[]];

  constructor(
    readonly inObject: Path,
    private readonly inEvent: Path,
  ) {
    this.written = [inObject.keys, inEvent.keys];
  }

  /** The same of a part that is further inside. @param outer path of what its second path starts at */
  under(outer: Path): ForeignHole {
    const known = this.#moved.get(outer);
    if (known !== undefined) return known;
    return remembered(this.#moved, outer, this.inObject.into(this.inEvent.under(outer)));
  }
}

export const NO_HOLES: readonly ForeignHole[] = [];

/** Last keys of a path in an event: the value that a text spells in JSON; a data URL's payload. */
export const PARSED = "#json";
export const PAYLOAD = "#payload";
/** How the last key begins of a path to a part of a text. */
const SLICE = "#slice:";
/** Where an event holds texts that were moved to the blob store: a member of `foreign`. */
const TEXTS = "texts";

/** The last key of a path to a part of a text; both counts are in UTF-16 units. */
export function sliceKey(from: number, length: number): string {
  return `${SLICE}${from}:${length}`;
}

/**
 * The form of a line as its event carries it: the object itself, in which null takes the place of
 * each part that stands elsewhere, so that the keys keep theirs. It is not copied: a decoder is the
 * last to look at it.
 */
export function foreignForm(object: JsonObject, holes: readonly ForeignHole[]): Foreign {
  if (holes.length === 0) return { object };
  const written = holes.map((hole) => hole.written);
  for (const [path] of written) if (path.length === 0) return { object: {}, holes: written };
  for (const [path] of written) punch(object, path);
  return { object, holes: written };
}

/** Puts null at a path. */
function punch(object: JsonObject, path: readonly string[]): void {
  let holder: unknown = object;
  for (let depth = 0; depth < path.length - 1; depth += 1) {
    holder = memberAt(holder, path[depth] ?? "");
  }
  if (isContainer(holder)) put(holder, path.at(-1) ?? "", null); // else gone with another hole
}

type Container = Record<string, unknown> | unknown[];

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function memberAt(holder: unknown, key: string): unknown {
  if (isList(holder)) return holder[Number(key)];
  return isJsonObject(holder) ? holder[key] : undefined;
}

function put(holder: Container, key: string, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}

/** A copy with another value at a path; what is not on the path is shared. */
function replaceAt(object: JsonObject, path: readonly string[], value: unknown): JsonObject {
  const replaced = replaceIn(object, path, { value, depth: 0 });
  return isJsonObject(replaced) ? replaced : object;
}

function replaceIn(
  container: unknown,
  path: readonly string[],
  { value, depth }: { readonly value: unknown; readonly depth: number },
): unknown {
  const key = path[depth];
  if (key === undefined) return value;
  const inner = { value, depth: depth + 1 };
  if (isJsonObject(container)) {
    return { ...container, [key]: replaceIn(container[key], path, inner) };
  }
  if (!isList(container)) return container;
  const copy = container.slice();
  const index = Number(key);
  copy[index] = replaceIn(copy[index], path, inner);
  return copy;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** A unit of UTF-16 is at most so many bytes of UTF-8. */
const BYTES_PER_UNIT = 3;

/** Moves the long texts of a line's own object to the blob store; holes tell where they stood. */
export async function outsourceTexts(foreign: Foreign, blobs: BlobSink): Promise<Foreign> {
  if (foreign.object === undefined) return foreign;
  const texts: unknown[] = [];
  const holes = [...(foreign.holes ?? [])];
  let object: JsonObject = foreign.object;
  for (const { path, text } of longTexts(foreign.object, [])) {
    holes.push([[...path], ["foreign", TEXTS, String(texts.length)]]);
    texts.push(await outsource(text, blobs));
    object = replaceAt(object, path, null);
  }
  return texts.length === 0 ? foreign : { ...foreign, object, holes, [TEXTS]: texts };
}

/** As it is, or as the image whose data URL it was. */
async function outsource(text: string, blobs: BlobSink): Promise<unknown> {
  let bytes: Uint8Array = Buffer.from(text, "utf8");
  const length = bytes.length;
  const image = moveImage(text, (one) => (bytes = one.bytes()));
  const blob = await blobs.put(bytes);
  return image === null ? { blob, bytes: length } : { image };
}

function* longTexts(
  value: unknown,
  path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly text: string }> {
  if (typeof value === "string") {
    if (isLong(value) && !LONE_SURROGATE.test(value)) yield { path, text: value };
  } else if (isList(value) || isJsonObject(value)) {
    for (const [key, entry] of Object.entries(value)) yield* longTexts(entry, [...path, key]);
  }
}

function isLong(text: string): boolean {
  if (text.length * BYTES_PER_UNIT <= INLINE_BYTES) return false;
  return Buffer.byteLength(text, "utf8") > INLINE_BYTES;
}

/**
 * The object that a line held, from the event that it became.
 * @throws {RefoldError} `export-unsupported`: the event is not one of the dialect
 */
export async function encodeObject(
  event: RefoldEvent,
  form: Pick<SessionForm, "plainObject">,
  blobs: BlobReader,
): Promise<unknown> {
  const { foreign } = event;
  if (foreign?.object === undefined) {
    const object = (await form.plainObject?.(event, blobs)) ?? null;
    if (object === null) throw exportUnsupported(event.type, event.offset);
    return object;
  }
  let whole: JsonObject = foreign.object;
  for (const [inObject, inEvent] of foreign.holes ?? []) {
    const part = await partAt(event, inEvent, blobs);
    if (inObject.length === 0) return part;
    whole = replaceAt(whole, inObject, part);
  }
  return whole;
}

/** What is at a path; items on the way are restored first. */
async function partAt(
  event: RefoldEvent,
  path: readonly string[],
  blobs: BlobReader,
): Promise<unknown> {
  let value: unknown = event;
  for (const key of path) {
    const holder: unknown = value;
    value = stepInto(holder, key);
    if (key === "item" && isRestorable(holder)) value = await restoreItem(holder, blobs);
  }
  if (isList(value)) {
    return Promise.all(value.map((one) => (isRestorable(one) ? restoreItem(one, blobs) : one)));
  }
  return path[1] === TEXTS ? restoreText(value, blobs) : value;
}

function stepInto(holder: unknown, key: string): unknown {
  if (typeof holder !== "string") return memberAt(holder, key);
  if (key === PARSED) return JSON.parse(holder);
  if (key === PAYLOAD) return splitDataUrl(holder)?.payload;
  if (!key.startsWith(SLICE)) return undefined;
  const [from = NaN, length = NaN] = key.slice(SLICE.length).split(":").map(Number);
  return holder.slice(from, from + length);
}

/** A text that was moved to the blob store. */
async function restoreText(value: unknown, blobs: BlobReader): Promise<unknown> {
  if (!isJsonObject(value)) return value;
  if (typeof value.blob === "string") {
    return Buffer.from(await blobs.get(value.blob)).toString("utf8");
  }
  const image = { type: "input_image", image_url: "", blob: value.image };
  const item = { type: "message", role: "user", content: [image] };
  if (!isItem(item) || item.type !== "message") return value;
  const [part] = item.content;
  return part?.type === "input_image" ? restoreImageUrl(part, blobs) : value;
}

function isRestorable(value: unknown): value is Restorable {
  return isJsonObject(value) && isItem(value.item);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
