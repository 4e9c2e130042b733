import { isKnownItemType } from "../../events/calls.js";
import type { RefoldEvent } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ByteSource } from "../shared/byte-source.js";
import type { LineForm } from "../shared/damage.js";
import { decodeSession, type ReadingOptions } from "../shared/decode-session.js";
import { restoreItem } from "../shared/encode-kept.js";
import type { Evidence } from "../shared/evidence.js";
import {
  type ForeignRollout,
  openRollout,
  type OpenRolloutOptions,
} from "../shared/open-rollout.js";
import { recogniseLines } from "../shared/recognition.js";
import type { SessionForm } from "../shared/session-form.js";
import { CodexAccounts } from "./accounts.js";
import { CodexDecoder } from "./codex-decoder.js";
import { readLineMeaning } from "./read-line.js";
import { isBareMetadata } from "./session-meta.js";

/** How the lines of a rollout look. Codex writes one object on each; glued ones are damage. */
const CODEX_LINES: LineForm = {
  start: /\{\s*"(?:timestamp|record_type|ordinal)"\s*:/g,
  isLine: ({ type, payload, record_type: recordType }) =>
    (typeof type === "string" && payload !== undefined) || typeof recordType === "string",
  gluedIsDamage: true,
};

/** Codex rollouts of every era. */
export const codexForm: SessionForm<CodexRecognition> = {
  name: "codex",
  lines: CODEX_LINES,
  looksAhead: false,
  recognise: recogniseCodex,
  isOwn: (object) => object.payload !== undefined,
  decoder: (options) => new CodexDecoder(options),
  evidenceIn,
  accountant: () => new CodexAccounts(),
  plainObject: async (event, blobs) => {
    if (event.type !== "item.recorded") return null;
    const payload = await restoreItem(event.data, blobs);
    return { timestamp: event.at, type: "response_item", payload };
  },
};

/** Under this policy every output with a text is cut, so that its original is evidence. */
const CUT_ALL = { mode: "bytes", limit: 0 } as const;

function evidenceIn(object: JsonObject): readonly Evidence[] {
  const found: Evidence[] = [];
  const keep = (one: Evidence): void => void found.push(one);
  readLineMeaning(object, 1, { isBare: object.payload === undefined, policy: CUT_ALL, keep });
  return found;
}

/**
 * Opens a file as a Codex rollout of any era.
 * @throws {RefoldError} `empty-file`
 * @throws {RefoldError} `not-a-rollout`
 * @throws {RefoldError} `truncated-archive`
 */
export function openCodexRollout(
  bytes: ByteSource,
  options: OpenRolloutOptions = {},
): Promise<ForeignRollout<CodexRecognition>> {
  return openRollout(bytes, codexForm, options);
}

/** Reads a Codex rollout as events. @see decodeSession */
export function decodeCodex(
  content: ByteSource,
  options: ReadingOptions = {},
): AsyncGenerator<RefoldEvent, void, undefined> {
  return decodeSession(content, codexForm, options);
}

/** What a file was recognised as, and by what. */
interface CodexRecognition {
  readonly dialect: "codex";
  /** `bare`: the form of 2025 without envelopes; `envelope`: `{timestamp, type, payload}`. */
  readonly form: "bare" | "envelope";
  /** For people: `Codex rollout (envelope form): line 1 is a session_meta line`. */
  readonly reason: string;
}

const ENVELOPE_TYPES: ReadonlySet<string> = new Set([
  ...["session_meta", "response_item", "event_msg", "turn_context", "compacted"],
]);
/** The start of a line that is longer than what was read. */
const CUT_LINE =
  /^\s*\{\s*(?:"(?:timestamp|ordinal)"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*)*"type"\s*:\s*"(session_meta|response_item|event_msg|turn_context|compacted)"/;

/** @returns null when none of the lines can only be one of a Codex rollout */
function recogniseCodex(firstBytes: Uint8Array): CodexRecognition | null {
  return recogniseLines(firstBytes, {
    lines: CODEX_LINES,
    ofObject: (value, line) => {
      const found = recogniseObject(value);
      return found === null ? null : recognition(found.form, `line ${line} is ${found.name}`);
    },
    ofBeginning: (text, line) => {
      const type = CUT_LINE.exec(text)?.[1];
      if (type === undefined) return null;
      return recognition("envelope", `line ${line} begins as a ${type} line`);
    },
  });
}

function recogniseObject(
  value: JsonObject,
): { readonly form: CodexRecognition["form"]; readonly name: string } | null {
  const { type, payload, record_type: recordType } = value;
  if (typeof type === "string" && payload !== undefined) {
    if (!ENVELOPE_TYPES.has(type) && typeof value.timestamp !== "string") return null;
    return { form: "envelope", name: `a ${type} line` };
  }
  if (recordType === "state") return { form: "bare", name: "a state line" };
  if (isBareMetadata(value)) return { form: "bare", name: "a bare metadata line" };
  const isItem = typeof type === "string" && isKnownItemType(type) && isBareItem(value);
  return isItem ? { form: "bare", name: `a bare ${type} item` } : null;
}

/** Other tools have lines of these types too: with the message inside, or with a summary. */
function isBareItem({ type, content, encrypted_content: encrypted }: JsonObject): boolean {
  if (type === "message") return Array.isArray(content);
  return type !== "compaction" || typeof encrypted === "string";
}

function recognition(form: CodexRecognition["form"], reason: string): CodexRecognition {
  return { dialect: "codex", form, reason: `Codex rollout (${form} form): ${reason}` };
}
