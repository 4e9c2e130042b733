import type {
  InputImage,
  InputText,
  KnownItem,
  MessagePart,
  Origin,
  OutputPart,
  OutputText,
  RecordedItem,
} from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { recordAs, type RecordingOptions } from "./evidence.js";
import { type ForeignHole, NO_HOLES, PARSED, Path, PAYLOAD } from "./foreign-form.js";
import { added, isCount, listOf, textAt } from "./json.js";

/** A part of an item, and where in the line is what it holds; the second path starts at it. */
export interface ReadPart<Part> {
  readonly part: Part;
  readonly holes: readonly ForeignHole[];
}

/** An item that a line holds. */
export interface ReadItem {
  readonly item: KnownItem;
  readonly failed?: boolean;
  /** Where in the line is what the item holds; the second path starts at the item. */
  readonly holes: readonly ForeignHole[];
}

/** What the content of a line says. */
export interface ReadContent {
  readonly items: readonly ReadItem[];
  /** Types of blocks that have no meaning here; they are kept with their line. */
  readonly unread: readonly string[];
}

export const NO_ITEMS: ReadContent = { items: [], unread: [] };

/** The type of a block for `unread`. */
function typeOf(block: unknown): string {
  return (isJsonObject(block) ? textAt(block, "type") : null) ?? "unknown";
}

/** For `unread`: a content of another form than those that are read; none if nothing is there. */
export function unreadForm(content: unknown): readonly string[] {
  return content === null || content === undefined ? [] : [typeOf(content)];
}

/**
 * Reads a list of blocks. A content that is no list has none, and is told as one without a meaning.
 * @param place `path`: of the list in the line; `unread`: takes the types of blocks without a meaning
 * @param read null: the block has no meaning here
 */
export function readList<Read>(
  content: unknown,
  { path, unread }: { readonly path: Path; readonly unread: string[] },
  read: (block: JsonObject, path: Path) => Read | null,
): readonly Read[] {
  if (!Array.isArray(content)) unread.push(...unreadForm(content));
  let list: Read[] | null = null;
  let index = 0;
  for (const block of listOf(content)) {
    const found = isJsonObject(block) ? read(block, path.at(String(index))) : null;
    if (found !== null) list = added(list, found);
    else unread.push(typeOf(block));
    index += 1;
  }
  return list ?? [];
}

const TEXT = Path.of("text");
const IMAGE_PAYLOAD = Path.of("image_url", PAYLOAD);
const PARSED_ARGUMENTS = Path.of("arguments", PARSED);

/** A text of the user's, or of anybody but the model. */
export function inputText(text: string, path: Path): ReadPart<InputText> {
  return { part: { type: "input_text", text }, holes: [path.into(TEXT)] };
}

export function outputText(text: string, path: Path): ReadPart<OutputText> {
  return { part: { type: "output_text", text }, holes: [path.into(TEXT)] };
}

/** Nothing that would end the type in a data URL. */
const MEDIA_TYPE = /^[^,;]+$/;

/**
 * An image whose bytes are in its block.
 * @param path of the bytes @returns null if no data URL can spell it
 */
export function base64Image(
  mediaType: unknown,
  data: unknown,
  path: Path,
): ReadPart<InputImage> | null {
  if (typeof mediaType !== "string" || typeof data !== "string") return null;
  if (!MEDIA_TYPE.test(mediaType)) return null;
  return {
    part: { type: "input_image", image_url: `data:${mediaType};base64,${data}` },
    holes: [path.into(IMAGE_PAYLOAD)],
  };
}

/** A message of parts that were read. */
export function messageOf(role: string, parts: readonly ReadPart<MessagePart>[]): ReadItem {
  const content = parts.map(({ part }) => part);
  return { item: { type: "message", role, content }, holes: partHoles(CONTENT, parts) };
}

/** A tool's output. @param output a text, with its holes; or parts */
export function outputOf(
  callId: string,
  output: string | readonly ReadPart<OutputPart>[],
  {
    failed,
    holes = NO_HOLES,
  }: { readonly failed: boolean; readonly holes?: readonly ForeignHole[] },
): ReadItem {
  const type = "function_call_output";
  if (typeof output === "string") {
    return { item: { type, call_id: callId, output }, failed, holes };
  }
  const parts = output.map(({ part }) => part);
  const item = { type, call_id: callId, output: parts } as const;
  return { item, failed, holes: partHoles(OUTPUT, output) };
}

/** A call of a function. @param path of its input in the line */
export function callOf(
  { id, name, input }: { readonly id: unknown; readonly name: unknown; readonly input: unknown },
  path: Path,
): ReadItem | null {
  if (typeof id !== "string" || typeof name !== "string") return null;
  const text = JSON.stringify(input ?? {});
  return {
    item: { type: "function_call", name, arguments: text, call_id: id },
    holes: input === undefined ? NO_HOLES : [path.into(PARSED_ARGUMENTS)],
  };
}

/** Holes of an item's parts. @param list the item's member that holds them */
function partHoles(list: Path, parts: readonly ReadPart<MessagePart>[]): readonly ForeignHole[] {
  let moved: ForeignHole[] | null = null;
  let index = 0;
  for (const { holes } of parts) {
    for (const hole of holes) moved = added(moved, hole.under(list.at(String(index))));
    index += 1;
  }
  return moved ?? NO_HOLES;
}

const CONTENT = Path.of("content");
const OUTPUT = Path.of("output");

/** An item that was read, as it enters the ledger. */
export function recordRead(
  { item, failed }: ReadItem,
  originOf: (item: KnownItem) => Origin,
  options: RecordingOptions,
): RecordedItem {
  const recorded = recordAs(item, originOf, options);
  if (failed === true) recorded.failed = true;
  return recorded;
}

/** A compaction seldom keeps more; what is held longer costs every line. */
const HELD_BYTES = 256 * 1024;

/** The items of the newest lines: a compaction repeats those that it keeps. */
export class RecentItems {
  #newer = new Map<number, readonly RecordedItem[]>();
  #older: ReadonlyMap<number, readonly RecordedItem[]> = new Map();
  #newerBytes = 0;

  /** @param heldBytes about so much is held: the older half is dropped at once */
  constructor(private readonly heldBytes = HELD_BYTES) {}

  add(ordinal: number, items: readonly RecordedItem[]): void {
    if (items.length === 0 || this.heldBytes === 0) return;
    for (const { countedBytes } of items) this.#newerBytes += countedBytes;
    if (this.#newerBytes > this.heldBytes / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#newerBytes = 0;
    }
    this.#newer.set(ordinal, items);
  }

  /** @returns undefined if they are not held any more */
  get(ordinal: number): readonly RecordedItem[] | undefined {
    return this.#newer.get(ordinal) ?? this.#older.get(ordinal);
  }
}

/**
 * What a request cost: input is everything that went in, also what the cache gave and took
 * (docs/semantics.md §7.9). The total is the provider's, if it names one.
 * @returns null if nothing is reported
 */
export function usageOf(counts: {
  readonly uncached: unknown;
  readonly cachedInput: unknown;
  readonly cacheWrite: unknown;
  readonly longCacheWrite?: unknown;
  readonly output: unknown;
  readonly total?: unknown;
}): Usage | null {
  const cachedInput = countOf(counts.cachedInput);
  const cacheWrite = countOf(counts.cacheWrite);
  const input = countOf(counts.uncached) + cachedInput + cacheWrite;
  const output = countOf(counts.output);
  const total = countOf(counts.total);
  if (input + output + total === 0) return null;
  const usage: Usage = {
    input,
    cachedInput,
    cacheWrite,
    output,
    reasoning: 0,
    total: total === 0 ? input + output : total,
  };
  const { longCacheWrite } = counts;
  if (isCount(longCacheWrite)) usage.longCacheWrite = Math.min(longCacheWrite, cacheWrite);
  return usage;
}

function countOf(value: unknown): number {
  return isCount(value) ? value : 0;
}
