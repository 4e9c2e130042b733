import { sha256 } from "../../dialects/shared/derived-ids.js";
import { checkEvent } from "../../events/check-event.js";
import { isItem } from "../../events/item.js";
import type { LogEvent } from "../../events/event.js";
import { countItemBytes } from "../../events/item-bytes.js";
import { isJsonObject, parseJson } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { decodeText } from "../../projections/redaction/encoded-texts.js";
import {
  type RedactionFinding,
  type RedactionOptions,
  Redactor,
} from "../../projections/redaction/redactor.js";

export interface RedactedEvents {
  /** An event without secrets is the one that was given. */
  readonly events: readonly LogEvent[];
  readonly findings: readonly RedactionFinding[];
}

/**
 * Replaces the secrets in all texts of events, keys included; sizes and hashes that the texts decide
 * are made again. Ids stay, and blobs are not looked at (`redactThread` does).
 *
 * @param events of one thread, oldest first
 * @see docs/redaction.md
 * @throws {RefoldError} `invalid-argument`: a pattern is none
 * @throws {RefoldError} `invalid-event`: a pattern matched what an event cannot do without
 */
export function redactEvents(
  events: readonly LogEvent[],
  options: RedactionOptions = {},
): RedactedEvents {
  const redactor = new Redactor(options);
  const each = new EventRedactor({ redactor, renamed: new Map() });
  for (const event of events) each.survey(event);
  const redacted = events.map((event) => each.redact(event));
  return { events: redacted, findings: redactor.findings };
}

/** What goes with an event's texts when they change. */
interface EventRedactorOptions {
  readonly redactor: Redactor;
  /** Ids that are other ones now, in each of their spellings. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** What may be an id, in either spelling, at whatever place: one search for all ids of a lineage. */
const ANY_ID =
  /(?=([0-9A-HJKMNP-TV-Z]{26}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}))/g;

/** Members of an event that say where it is: no text of anybody's. */
const PLACE: ReadonlySet<string> = new Set([
  "offset",
  "left",
  "id",
  "at",
  "type",
  "v",
  "turn",
  "sum",
]);

/**
 * Redacts events one by one, oldest first, and counts and hashes again what their texts decide. An
 * event without secrets comes back as it was.
 */
export class EventRedactor {
  /** Blobs, instructions and tools whose content changed: their hash before, and now. */
  readonly hashes = new Map<string, { readonly hash: string; readonly bytes: number }>();
  /** Base 64 that was left as it is. */
  payloads = 0;
  #offset = 0;

  constructor(private readonly options: EventRedactorOptions) {}

  /** Shows all texts of an event, keys included, to the redactor. */
  survey(event: LogEvent): void {
    for (const [key, value] of Object.entries(event)) {
      if (!PLACE.has(key)) this.#surveyValue(value, key);
    }
  }

  /** @throws {RefoldError} `invalid-event`: a pattern of the caller's own matched what the event cannot do without */
  redact(event: LogEvent): LogEvent {
    this.#offset = event.offset;
    const { data, derived, ...others } = event;
    const fact = this.#fact({ type: event.type, data });
    const facts = derived?.map((one) => this.#fact(one));
    const isSame = facts === undefined || facts.every((one, index) => one === derived?.[index]);
    const rest: JsonObject = {};
    let changed = fact.data !== data || !isSame;
    for (const [key, value] of Object.entries(others)) {
      rest[key] = PLACE.has(key) ? value : this.#value(value, key);
      changed ||= rest[key] !== value;
    }
    if (!changed) return event;
    const redacted: LogEvent = { ...event, ...rest, data: fact.data };
    return checkEvent(
      facts === undefined ? redacted : { ...redacted, derived: facts },
      IGNORE_NEWER,
    );
  }

  /** A text in which the ids are those that the threads have now. */
  withRenamedIds(text: string): string {
    const { renamed } = this.options;
    const parts: string[] = [];
    let end = 0;
    for (const { index, 1: id = "" } of renamed.size === 0 ? [] : text.matchAll(ANY_ID)) {
      const now = renamed.get(id);
      if (now === undefined || index < end) continue;
      parts.push(text.slice(end, index), now);
      end = index + id.length;
    }
    return end === 0 ? text : parts.join("") + text.slice(end);
  }

  #surveyValue(value: unknown, key: string): void {
    const { redactor } = this.options;
    if (typeof value === "string") {
      if (isPayload(value) || HASH.test(value)) return;
      redactor.survey(value);
      if (SECRET_NAME.test(key)) redactor.survey(`${key}="${value}"`);
    } else if (Array.isArray(value)) {
      for (const entry of value) this.#surveyValue(entry, key);
      if (isCommand(value)) redactor.survey(JSON.stringify(value));
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        redactor.survey(name);
        this.#surveyValue(member, name);
      }
    }
  }

  #fact<Told extends { readonly type: string; readonly data: unknown }>(fact: Told): Told {
    const data = this.#value(fact.data, "data");
    if (data === fact.data || !isJsonObject(data)) return fact;
    return { ...fact, data: this.#hashedAgain(fact.type, data) };
  }

  /** Instructions and tools are named by hash elsewhere. */
  #hashedAgain(type: string, data: JsonObject): JsonObject {
    let content: string | null = null;
    if (type === "instructions.set" && typeof data.text === "string") content = data.text;
    if (type === "tools.declared") content = JSON.stringify(data.tools);
    if (content === null || typeof data.hash !== "string") return data;
    const hash = sha256(content);
    this.hashes.set(data.hash, { hash, bytes: Buffer.byteLength(content) });
    return { ...data, hash };
  }

  #value(value: unknown, key: string): unknown {
    if (typeof value === "string") return this.#text(value, key);
    if (Array.isArray(value)) {
      const told = isCommand(value) ? this.#arguments(value) : this.#parts(value);
      const entries = told.map((entry: unknown) => this.#value(entry, key));
      return entries.some((entry, index) => entry !== value[index]) ? entries : value;
    }
    return isJsonObject(value) ? this.#object(value) : value;
  }

  /** Without what only the argument before tells: they are read as one text, which stays a list. */
  #arguments(entries: readonly unknown[]): readonly unknown[] {
    const text = this.options.redactor.redact(JSON.stringify(entries), this.#offset);
    const redacted = parseJson(text);
    return Array.isArray(redacted) ? redacted : entries;
  }

  /** A message's texts are read one by one, and written as one by some formats. */
  #parts(entries: readonly unknown[]): readonly unknown[] {
    const texts = entries.flatMap((entry) => textOf(entry) ?? []);
    if (texts.length < 2) return entries;
    const redacted = this.options.redactor.redactAcross(texts, this.#offset).values();
    return entries.map((entry) => {
      const before = textOf(entry);
      const text = before === null ? null : redacted.next().value;
      return text === before || !isJsonObject(entry) ? entry : { ...entry, text };
    });
  }

  #object(object: JsonObject): JsonObject {
    const members = Object.entries(object).map(
      ([key, value]) => [this.#named(key), this.#value(value, key)] as const,
    );
    const isSame = members.every(
      ([key, value]) => Object.hasOwn(object, key) && object[key] === value,
    );
    if (isSame) return object;
    return this.#counted(object, Object.fromEntries(members));
  }

  /** Sizes that are beside what changed. */
  #counted(before: JsonObject, after: JsonObject): JsonObject {
    const { item } = after;
    if ("countedBytes" in after && item !== before.item && isItem(item)) {
      return { ...after, countedBytes: countItemBytes(item) };
    }
    for (const [name, size] of SIZED) {
      const hash = before[name];
      const now = typeof hash === "string" ? this.hashes.get(hash) : undefined;
      if (now !== undefined && size in after) return { ...after, [size]: now.bytes };
    }
    return after;
  }

  #text(text: string, key: string): string {
    if (HASH.test(text)) return this.#hash(text);
    if (isFormatWord(key, text)) return text;
    if (isPayload(text) && key !== "base64") {
      this.payloads++;
      return text;
    }
    if (key === "base64") return this.#base64(text);
    if (!SECRET_NAME.test(key)) return this.#named(text);
    return this.options.redactor.redactNamed(key, this.withRenamedIds(text), this.#offset);
  }

  #named(text: string): string {
    return this.options.redactor.redact(this.withRenamedIds(text), this.#offset);
  }

  #hash(text: string): string {
    const prefix = text.startsWith("blob:") ? "blob:" : "";
    const now = this.hashes.get(text.slice(prefix.length));
    return now === undefined ? text : prefix + now.hash;
  }

  /** A line of a session that is no text all through is kept in base 64: it is read as its bytes. */
  #base64(base64: string): string {
    const bytes = Buffer.from(base64, "base64").toString("latin1");
    const redacted = this.#named(bytes);
    return redacted === bytes ? base64 : Buffer.from(redacted, "latin1").toString("base64");
  }
}

/** Of a part of a message; null: it is none, or no text. */
function textOf(entry: unknown): string | null {
  return isJsonObject(entry) && typeof entry.text === "string" ? entry.text : null;
}

const IGNORE_NEWER = { newer: "ignore" } as const;

/** Where a hash of a text is, and its size next to it. */
const SIZED = [
  ["blob", "bytes"],
  ["original", "originalBytes"],
] as const;

/** Arguments of a program: what is a secret among them is told by the one before. */
function isCommand(entries: readonly unknown[]): boolean {
  const isText = entries.every((entry) => typeof entry === "string");
  return isText && entries.some((entry) => entry.startsWith("-"));
}

const SECRET_NAME = /pass|pwd|secret|token|key|auth/i;

/** Members whose value may be a word of the format itself, which no reader could do without. */
const MEMBERS: ReadonlySet<string> = new Set(
  "type role origin trigger placement mode lifetime level kind dialect".split(" "),
);

const WORDS: ReadonlySet<string> = new Set(
  (
    "message reasoning local_shell_call function_call function_call_output custom_tool_call " +
    "custom_tool_call_output tool_search_call tool_search_output web_search_call " +
    "image_generation_call ghost_snapshot compaction compaction_summary other " +
    "input_text output_text input_image summary_text reasoning_text text exec " +
    "user assistant developer system tool agent model runtime " +
    "pre-turn mid-turn manual model-downshift foreign none before-last-user " +
    "full diff observed told bytes tokens session turn checkpoint prompt client " +
    "info warning error function custom refold codex claude-code"
  ).split(" "),
);

/** True for a word of the format: never redacted, whatever pattern it matches. */
function isFormatWord(member: string, value: string): boolean {
  return MEMBERS.has(member) && (WORDS.has(value) || /^[a-z]+\.[a-z-]+$/.test(value));
}

const HASH = /^(blob:)?sha256-[0-9a-f]{64}$/;

const PAYLOAD_LENGTH = 512;

/** Bytes in base 64 that are no text: an image, sealed reasoning. */
function isPayload(value: string): boolean {
  if (value.length < PAYLOAD_LENGTH) return false;
  const base64 = value.replace(/^data:[^,]{0,200};base64,/i, "");
  // No pattern for all of it: one that repeats without bound needs more stack than there is.
  return !/[^A-Za-z0-9+/_-]/.test(base64.replace(/={1,2}$/, "")) && decodeText(base64) === null;
}
