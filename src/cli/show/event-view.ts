import { type ErrorDetails, RefoldError } from "../../errors.js";
import type { BlobReader } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { ItemRef, JsonObject } from "../../events/primitives.js";
import { type ItemFate, projectFates } from "../../projections/views/fate.js";
import { noSuchOffset } from "../../reducers/errors.js";
import { refKey } from "../../reducers/item-refs.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { placedFactsIn } from "../../reducers/resume.js";
import { survivorsOf } from "../../reducers/spine.js";
import type { EventOrigin } from "../../sessions/event-origin.js";
import type { Session } from "../../sessions/session.js";
import type { Progress } from "../output/progress.js";
import type { TurnOutline } from "../../sessions/survey.js";
import { surveyUpTo } from "../session-reading.js";
import { splitDataUrl } from "../../events/inline-image.js";
import { isJsonObject } from "../../events/json.js";

/** An item as an event holds it, and what became of it. */
export interface ShownItem {
  readonly ref: ItemRef;
  readonly recorded: RecordedItem;
  readonly fate: ItemFate;
}

/** An event, with what is known of it beside what it says. */
export interface EventView {
  readonly event: LogEvent;
  /** The offset that the session's next event gets. */
  readonly head: number;
  readonly origin: EventOrigin | null;
  readonly turn: TurnOutline | null;
  /** Offset of the rollback that discards it; null: it survives. */
  readonly rolledBackAt: number | null;
  /** The facts that count; none where one item was asked for, or the event's type is unknown. */
  readonly facts: readonly PlacedFact[];
  readonly items: readonly ShownItem[];
  /** What became of instructions or tools that the event set; null: it set none. */
  readonly setting: ItemFate | null;
  readonly payloads: readonly Payload[];
}

/** An event, or one of its items: `12`, `#12`, `12.1`. */
export interface EventAddress {
  readonly offset: number;
  readonly index: number | null;
}

/**
 * Gathers what is known of an event: goes over the session several times, and keeps none of it.
 * @returns null: the event is lost to damage
 * @throws {RefoldError} `offset-out-of-range`: there is no such event, or it has no such item
 */
export async function viewEvent(
  session: Session,
  address: EventAddress,
  progress: Progress,
): Promise<EventView | null> {
  const { offset } = address;
  const { source } = session;
  const outline = await surveyUpTo(session, undefined, { progress });
  const head = (outline.lastOffset ?? -1) + 1;
  const event = await eventAt(session, offset);
  if (event === null && offset < head) return null;
  if (event === null) throw noSuchOffset(offset, head);
  const facts = isKnownEvent(event) ? await placedFactsIn(source, event) : [];
  const placed = placedItems(facts).filter((item) => isAddressed(item.ref, address));
  if (placed.length === 0 && address.index !== null) throw noSuchItem(address, { facts, head });
  const setting = facts.some(({ fact }) => SETTINGS.has(fact.type)) ? [{ ref: offset }] : [];
  const fates = await projectFates(source, offset, [...placed, ...setting]);
  const items = placed.flatMap(({ ref, recorded }, index) => {
    const fate = fates[index];
    return fate === undefined ? [] : [{ ref, recorded, fate }];
  });
  const origin = await session.origin(offset);
  const line = event.type === "foreign.kept" ? (origin?.recorded?.object ?? null) : null;
  return {
    ...{ event, head, origin, items, facts: address.index === null ? facts : [] },
    setting: setting.length === 0 ? null : (fates.at(-1) ?? null),
    turn:
      outline.turns.findLast((turn) => turn.offset <= offset && offset <= turn.endOffset) ?? null,
    rolledBackAt: survivorsOf(outline.rollbacks)(offset),
    payloads: payloadsOf(event, line),
  };
}

/** What is in every prompt, outside of the items. */
const SETTINGS: ReadonlySet<string> = new Set(["instructions.set", "tools.declared"]);

async function eventAt({ source }: Session, offset: number): Promise<LogEvent | null> {
  for await (const event of source.read({ from: offset, to: offset })) return event;
  return null;
}

function placedItems(facts: readonly PlacedFact[]) {
  return facts.flatMap(({ fact, refAt }) => {
    const replacement = fact.type === "history.compacted" ? (fact.data.replacement ?? []) : [];
    return itemsOf(fact).map((recorded, index) => ({
      ...{ ref: refAt(index), recorded, source: replacement[index]?.source },
    }));
  });
}

function isAddressed(ref: ItemRef, { index }: EventAddress): boolean {
  return index === null || (typeof ref !== "number" && ref[1] === index);
}

function noSuchItem(
  { offset, index }: EventAddress,
  { facts, head }: { readonly facts: readonly PlacedFact[]; readonly head: number },
) {
  const refs = placedItems(facts).map(({ ref }) => refKey(ref));
  const [first, last] = [refs[0], refs.at(-1)];
  const held = refs.length > 1 ? `items ${first ?? ""} to ${last ?? ""}` : `item ${first ?? ""}`;
  const message = `there is no item ${offset}.${index}`;
  const remedy =
    refs.length === 0 ? `The event at ${offset} holds no items.` : `The event holds ${held}.`;
  return notInEvent({ offset, head }, { message, remedy });
}

/** As an offset that is not there: the command line may be right, of another session. */
export function notInEvent(
  place: ErrorDetails["offset-out-of-range"],
  text: { readonly message: string; readonly remedy: string },
): RefoldError<"offset-out-of-range"> {
  return new RefoldError("offset-out-of-range", place, text);
}

/** Bytes that an event holds or names: an image, the original of a cut output, a long text. */
export interface Payload {
  readonly what: "image" | "original output" | "text";
  /** The blob that holds it; null: the event itself does. */
  readonly hash: string | null;
  readonly mediaType: string | null;
  /** In pixels; null: unknown. */
  readonly width: number | null;
  readonly height: number | null;
  readonly read: (blobs: BlobReader) => Promise<Uint8Array>;
}

/** The payloads of an event, and of a line, in the order in which they hold them, each once. */
function payloadsOf(
  { data, derived, foreign }: LogEvent,
  line: JsonObject | null,
): readonly Payload[] {
  const found = new Map<string, KeyedPayload>();
  const stack: unknown[] = [line, foreign, derived, data];
  while (stack.length > 0) {
    const value = stack.pop();
    const payload = payloadIn(value);
    if (payload !== null && !found.has(payload.key)) found.set(payload.key, payload);
    if (typeof value !== "object" || value === null) continue;
    const members: readonly unknown[] = Object.values(value);
    for (const member of members.toReversed()) stack.push(member);
  }
  return [...found.values()].map(({ key: _, ...payload }) => payload);
}

type KeyedPayload = Payload & { readonly key: string };

const UNKNOWN = { mediaType: null, width: null, height: null } as const;

function payloadIn(value: unknown): KeyedPayload | null {
  if (typeof value === "string") return inlineImage(value);
  if (!isJsonObject(value)) return null;
  const { hash, urlPrefix, originalBytes, original, blob, bytes } = value;
  if (typeof hash === "string" && typeof urlPrefix === "string") return blobImage(hash, value);
  if (typeof original === "string" && originalBytes !== undefined) {
    return { ...inBlob(original), what: "original output", ...UNKNOWN };
  }
  if (typeof blob === "string" && typeof bytes === "number") {
    return { ...inBlob(blob), what: "text", ...UNKNOWN };
  }
  if (value.type !== "image_generation_call" || typeof value.result !== "string") return null;
  const [, named] = /^blob:(sha256-[0-9a-f]{64})$/.exec(value.result) ?? [];
  const image = { what: "image", ...UNKNOWN, mediaType: "image/png" } as const;
  if (named !== undefined) return { ...inBlob(named), ...image };
  return value.result === "" ? null : { ...inEvent(value.result), ...image };
}

function inBlob(hash: string) {
  return { key: hash, hash, read: (blobs: BlobReader) => blobs.get(hash) };
}

function inEvent(base64: string) {
  const read = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(base64, "base64"));
  return { key: base64, hash: null, read };
}

function blobImage(hash: string, image: JsonObject): KeyedPayload {
  const { decoded, mediaType, width, height } = image;
  return {
    ...{ key: hash, hash, what: "image" },
    mediaType: typeof mediaType === "string" ? mediaType : null,
    width: typeof width === "number" ? width : null,
    height: typeof height === "number" ? height : null,
    read: async (blobs) => {
      const bytes = await blobs.get(hash);
      // What is not strict base 64 is kept as the text that it was recorded as.
      return decoded === false
        ? Buffer.from(Buffer.from(bytes).toString("latin1"), "base64")
        : bytes;
    },
  };
}

function inlineImage(url: string): KeyedPayload | null {
  const split = splitDataUrl(url);
  if (
    split === null ||
    split.payload === "" ||
    !/^data:image\/[^;,]*;base64,$/i.test(split.prefix)
  ) {
    return null;
  }
  const mediaType = split.prefix.slice("data:".length, split.prefix.indexOf(";"));
  return { ...inEvent(split.payload), what: "image", ...UNKNOWN, mediaType };
}
