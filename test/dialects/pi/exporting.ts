import { expect } from "vitest";
import { writePi } from "../../../src/dialects/pi/pi-encoder.js";
import { piForm } from "../../../src/dialects/pi/pi-form.js";
import { COMPACTION_FRAME, unframed } from "../../../src/dialects/pi/read-content.js";
import { withoutInlineImages } from "../../../src/dialects/shared/evidence.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import { titleOf } from "../../../src/dialects/shared/write-thread.js";
import { fullToolName } from "../../../src/events/calls.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { agentMessageTexts } from "../../../src/events/item-class.js";
import type { MessagePart, OutputPart } from "../../../src/events/item.js";
import { isJsonObject } from "../../../src/events/json.js";
import { replay } from "../../../src/reducers/replay.js";
import type { LedgerEntry, ThreadState } from "../../../src/reducers/thread-state.js";
import { isBoundaryOrigin } from "../../../src/reducers/turns.js";
import { listSource } from "../../../src/testing/definition.js";
import { exportedBy, type Exporting, linesOf } from "../shared/exporting.js";
import { memoryBytes } from "../shared/memory-bytes.js";

/** A thread as the bytes of a pi session. */
export function exported(events: readonly RefoldEvent[], options?: Exporting): Promise<Buffer> {
  return exportedBy(writePi, events, options);
}

/** `session`, `message.user`, `compaction`, … */
export function kindsOf(bytes: Buffer): readonly string[] {
  return linesOf(bytes).map(({ type, message, customType }) => {
    const inner = isJsonObject(message) ? message.role : customType;
    return [type, inner].filter((word) => typeof word === "string").join(".");
  });
}

export async function readAgain(bytes: Buffer): Promise<ThreadState> {
  const rollout = await openRollout(memoryBytes(bytes), piForm);
  const state = await replay(rollout.source);
  expect(rollout.damage()).toEqual([]);
  return state;
}

/**
 * The session has the thread's ledger: the same words, calls and outputs, in the same order. What is
 * said before a summary may be its beginning.
 */
export async function expectSameLedger(
  events: readonly RefoldEvent[],
  bytes: Buffer,
): Promise<ThreadState> {
  const own = await replay(listSource(events));
  const state = await readAgain(bytes);
  expect(joined(ledgerWords(state))).toEqual(joined(ledgerWords(own)));
  const title = titleOf(own);
  if (title !== null) expect(state.thread?.title).toBe(title.trim()); // one taken away has no entry
  return state;
}

/** Messages that follow each other, as one. */
function joined(words: readonly string[]): readonly string[] {
  const all: string[] = [];
  for (const word of words) {
    const said = /^(?:user|runtime): ([^]*)$/.exec(word)?.[1];
    const last = all.at(-1);
    if (said === undefined) all.push(word);
    else if (last?.startsWith("said: ") === true) all[all.length - 1] = `${last}\n\n${said}`;
    else all.push(`said: ${said}`);
  }
  return all;
}

/** What a ledger says; kinds that pi does not have say nothing. */
export function ledgerWords({ ledger }: ThreadState): readonly string[] {
  return ledger.entries.toArray().flatMap(wordsOf);
}

function wordsOf({ item: original, ...entry }: LedgerEntry): string[] {
  const { origin, failed = false, summary = false } = entry;
  const item =
    original.type === "other" ? original : withoutInlineImages(original, () => undefined);
  switch (item.type) {
    case "message": {
      const words = partsOf(item.content);
      if (item.role === "assistant") return words.map((one) => `model: ${one}`);
      const said = words.join("\n\n");
      if (words.length === 0) return [];
      if (isBoundaryOrigin(origin) && !summary) return [`user: ${said}`];
      return [`runtime: ${unframed(COMPACTION_FRAME, said) ?? said}`];
    }
    case "other": {
      const texts = agentMessageTexts(item) ?? [];
      return texts.length === 0 ? [] : [`user: ${texts.join("\n\n")}`];
    }
    case "reasoning": {
      const texts = [...item.summary, ...(item.content ?? [])].map(({ text }) => text);
      const sealed = item.encrypted_content ?? item["signature"] ?? item["redacted"];
      return [`thought: ${texts.join("\n")} ${typeof sealed === "string" ? sealed : ""}`];
    }
    case "function_call":
      return [`call ${item.call_id} ${fullToolName(item)}: ${canonical(item.arguments)}`];
    case "custom_tool_call":
      return [
        `call ${item.call_id} ${fullToolName(item)}: ${JSON.stringify({ input: item.input })}`,
      ];
    case "local_shell_call":
      if (typeof item.call_id !== "string") return [];
      return [`call ${item.call_id} local_shell: ${JSON.stringify(item.action)}`];
    case "tool_search_call": {
      if (typeof item.call_id !== "string") return [];
      const given = item.arguments ?? {};
      const input =
        typeof given === "string"
          ? canonical(given)
          : JSON.stringify(isJsonObject(given) ? given : { arguments: given });
      return [`call ${item.call_id} tool_search: ${input}`];
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      const words = typeof item.output === "string" ? [item.output] : partsOf(item.output);
      return [`output ${item.call_id}: ${words.join("|")} ${String(failed)}`];
    }
    case "tool_search_output":
      if (typeof item.call_id !== "string") return [];
      return [`output ${item.call_id}: ${JSON.stringify(item.tools)} ${String(failed)}`];
    default:
      return [];
  }
}

function partsOf(parts: readonly (MessagePart | OutputPart)[]): string[] {
  return parts.flatMap((part) => {
    if (part.type !== "input_image") return [part.text];
    const { blob } = part;
    const isInline = blob !== undefined && /^data:[^,;]+(?:;[^,]*)?;base64,$/i.test(blob.urlPrefix);
    return isInline ? [`image ${blob.hash}`] : [];
  });
}

function canonical(text: string): string {
  if (text.trim() === "") return "{}";
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(isJsonObject(value) ? value : { arguments: text });
  } catch (error) {
    if (error instanceof SyntaxError) return JSON.stringify({ arguments: text });
    throw error;
  }
}
