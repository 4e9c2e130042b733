import { RefoldError, type EventIssue } from "../errors.js";
import { invalidEvent } from "./errors.js";
import type { z } from "zod";
import { isItem, Item } from "./item.js";
import { checkOf } from "./schema-check.js";
import { EventMembers, Fact, type FactType, type LogEvent, type RefoldEvent } from "./event.js";
import { countItemBytes } from "./item-bytes.js";
import { isJsonObject } from "./json.js";
import { CURRENT_VERSIONS, isFactType, versionOf } from "./known-event.js";

export interface CheckOptions {
  /**
   * What becomes of an event that needs a newer version: an error, or, for a reader who asked to
   * ignore such events, the event as it is. `isKnownEvent` is false for it. Where only a derived fact
   * needs one, the event without that fact.
   */
  readonly newer?: "refuse" | "ignore";
}

/**
 * Reads a value as an event: checks its form and brings it to the current version of its type.
 * Copies nothing else; what comes back is the value itself, unknown members and key order included.
 *
 * @returns an event of a known type, or one of a type that is only kept (`isKnownEvent` tells)
 * @throws {RefoldError} `invalid-event`: the value is not of the form that its type's schema
 *   describes
 * @throws {RefoldError} `needs-newer-version`: an unknown `thread.*` or `history.*` type, or a
 *   newer version of a
 *   known type
 */
export function checkEvent(value: unknown, options: CheckOptions = {}): RefoldEvent | LogEvent {
  if (!isLogEvent(value)) {
    const newer = findNewerFact(value);
    if (newer === null) throw refusalOf(value);
    if (options.newer !== "ignore") throw needsNewerVersion(newer);
    return checkEvent(withoutNewerFacts(value), options);
  }
  const current = CURRENT.get(value.type);
  if (current?.version === versionOf(value) && current.isData(value.data)) return value;
  if (isNewer(value)) {
    if (options.newer === "ignore") return value;
    throw needsNewerVersion(describe(value));
  }
  const event = upcastEvent(value);
  if (isFactType(event.type) && CURRENT.get(event.type)?.isData(event.data) !== true) {
    throw refusalOf(event);
  }
  return event;
}

/** The version of each type that is written now, and the check of its data. */
const CURRENT: ReadonlyMap<string, { version: number; isData: (data: unknown) => boolean }> =
  new Map(
    Fact.options.map(({ shape }) => {
      const type = shape.type.value;
      return [type, { version: CURRENT_VERSIONS[type], isData: checkOf<unknown>(shape.data) }];
    }),
  );

/**
 * The checks of an event's members. Each is asked for by its name, and of those that are not there only
 * that: to go over the members of a line as of any object takes twice as long.
 */
const { shape: MEMBERS } = EventMembers;
const isOffset = checkOf(MEMBERS.offset);
const isLeft = checkOf(MEMBERS.left);
const isId = checkOf(MEMBERS.id);
const isTime = checkOf(MEMBERS.at);
const isVersion = checkOf(MEMBERS.v);
const isTurn = checkOf(MEMBERS.turn);
const isDerived = checkOf(MEMBERS.derived);
const isForeign = checkOf(MEMBERS.foreign);
const isSum = checkOf(MEMBERS.sum);

function isLogEvent(value: unknown): value is LogEvent {
  return (
    isJsonObject(value) &&
    typeof value.type === "string" &&
    "data" in value &&
    isOffset(value.offset) &&
    isId(value.id) &&
    isTime(value.at) &&
    (value.left === undefined || isLeft(value.left)) &&
    (value.v === undefined || isVersion(value.v)) &&
    (value.turn === undefined || isTurn(value.turn)) &&
    (value.sum === undefined || isSum(value.sum)) &&
    (value.derived === undefined || isDerived(value.derived)) &&
    (value.foreign === undefined || isForeign(value.foreign)) &&
    (value.replaces === undefined || isSum(value.replaces))
  );
}

/** State may depend on it: types of these families, and whatever a newer version changed. */
function isNewer(event: LogEvent): boolean {
  if (isFactType(event.type)) return versionOf(event) > CURRENT_VERSIONS[event.type];
  return event.type.startsWith("thread.") || event.type.startsWith("history.");
}

/** A derived fact of a type unknown here: it has no line of its own that could be led around. */
function findNewerFact(value: unknown): ReturnType<typeof describe> | null {
  if (!isJsonObject(value) || !Array.isArray(value.derived)) return null;
  const { offset, id, at } = value;
  if (!isLogEvent({ offset, id, at, type: "", data: null })) return null;
  for (const fact of value.derived) {
    if (!isNewerFact(fact)) continue;
    return { offset: Number(offset), type: fact.type, version: 1 };
  }
  return null;
}

function isNewerFact(fact: unknown): fact is { readonly type: string } {
  return isJsonObject(fact) && typeof fact.type === "string" && !isFactType(fact.type);
}

function withoutNewerFacts(value: unknown): unknown {
  if (!isJsonObject(value) || !Array.isArray(value.derived)) return value;
  return { ...value, derived: value.derived.filter((fact) => !isNewerFact(fact)) };
}

function describe(event: LogEvent) {
  return { offset: event.offset, type: event.type, version: versionOf(event) };
}

function refusalOf(value: unknown): RefoldError<"invalid-event"> {
  const members = isJsonObject(value) ? value : {};
  const offset = typeof members.offset === "number" ? members.offset : null;
  const type = typeof members.type === "string" ? members.type : null;
  const isKept = type !== null && !isFactType(type);
  const problems = [EventMembers.safeParse(value), isKept ? null : Fact.safeParse(value)].flatMap(
    (result) => result?.error?.issues ?? [],
  );
  const issues = problems.map(toEventIssue);
  if (isKept && !("data" in members)) issues.push({ path: "data", reason: "missing" });
  return invalidEvent({ offset, type }, issues);
}

function toEventIssue({ path, message }: z.core.$ZodIssue): EventIssue {
  return { path: path.map(String).join("."), reason: message };
}

/**
 * Checks what is to be recorded as an item, before anything is made of it.
 * @throws {RefoldError} `invalid-event`: it is not of the form of its kind, or of no kind
 */
export function checkItem(value: unknown): asserts value is Item {
  if (isItem(value)) return;
  const issues = (Item.safeParse(value).error?.issues ?? []).map((issue) =>
    toEventIssue({ ...issue, path: ["data", "item", ...issue.path] }),
  );
  throw invalidEvent({ offset: null, type: "item.recorded" }, issues);
}

/** Brings data of one version to the next. Data of a wrong form is left for the schema to refuse. */
type Upcaster = (data: unknown) => unknown;

const UPCASTERS: Partial<Readonly<Record<FactType, readonly Upcaster[]>>> = {
  "item.recorded": [countRecordedItem],
};

/**
 * Brings an event of an older version to the version that this library writes.
 * @returns the same event when there is nothing to do: it is current, newer, or of another type
 */
export function upcastEvent(event: LogEvent): LogEvent {
  if (!isFactType(event.type)) return event;
  const current = CURRENT_VERSIONS[event.type];
  const version = versionOf(event);
  if (version >= current) return event;
  const upcasters = UPCASTERS[event.type]?.slice(version - 1) ?? [];
  const data = upcasters.reduce((older, upcast) => upcast(older), event.data);
  return { ...event, v: current, data };
}

/** `item.recorded` 1 to 2: an item's size is recorded with it. */
function countRecordedItem(data: unknown): unknown {
  if (!isJsonObject(data) || !isItem(data.item)) return data;
  return { ...data, countedBytes: countItemBytes(data.item) };
}

function needsNewerVersion(
  event: Readonly<{ offset: number; type: string; version: number }>,
): RefoldError<"needs-newer-version"> {
  const { offset, type, version } = event;
  return new RefoldError("needs-newer-version", event, {
    message: `the event at offset ${offset} (${type}, version ${version}) needs a newer version`,
    remedy: "update refold; or ask to ignore such events, to read what this version knows",
  });
}
