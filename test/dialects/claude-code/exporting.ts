import { expect } from "vitest";
import { writeClaudeCode } from "../../../src/dialects/claude-code/claude-code-encoder.js";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { moveImage } from "../../../src/dialects/shared/evidence.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import { titleOf } from "../../../src/dialects/shared/write-thread.js";
import type { LogEvent, RefoldEvent } from "../../../src/events/event.js";
import type { InputImage, MessagePart } from "../../../src/events/item.js";
import { isJsonObject } from "../../../src/events/json.js";
import { replay } from "../../../src/reducers/replay.js";
import type { LedgerEntry, ThreadState } from "../../../src/reducers/thread-state.js";
import { listSource } from "../../../src/testing/definition.js";
import { exportedBy, type Exporting, linesOf, spentIn } from "../shared/exporting.js";
import { collect, memoryBytes } from "../shared/memory-bytes.js";

/** A thread as the bytes of a transcript. */
export function exported(events: readonly RefoldEvent[], options?: Exporting): Promise<Buffer> {
  return exportedBy(writeClaudeCode, events, options);
}

/** `user`, `assistant`, `system.compact_boundary`, … */
export function kindsOf(bytes: Buffer): readonly string[] {
  return linesOf(bytes).map(({ type, subtype }) =>
    [type, subtype].filter((word) => typeof word === "string").join("."),
  );
}

export async function readAgain(
  bytes: Buffer,
): Promise<{ readonly events: readonly LogEvent[]; readonly state: ThreadState }> {
  const rollout = await openRollout(memoryBytes(bytes), claudeCodeForm);
  const events = await collect(rollout.source.read());
  expect(rollout.damage()).toEqual([]);
  return { events, state: await replay(rollout.source) };
}

/** The transcript has the thread's texts, calls and outputs, in order, and all that it spent. */
export async function expectSameState(
  events: readonly RefoldEvent[],
  bytes: Buffer,
): Promise<void> {
  const own = await replay(listSource(events));
  const { events: again, state } = await readAgain(bytes);
  expect(wordsOf(state)).toEqual(wordsOf(own));
  const title = titleOf(own);
  if (title !== null) expect(state.thread?.title).toBe(title); // one that is taken away has no line
  expect(countsIn(again)).toEqual(countsIn(events));
}

function countsIn(events: readonly LogEvent[]) {
  const { input, cachedInput, cacheWrite, output } = spentIn(events);
  return { input, cachedInput, cacheWrite, output };
}

/** What a model is told and says, word for word; told apart from nothing but what a transcript cannot hold. */
function wordsOf({ ledger }: ThreadState): readonly string[] {
  return [...ledger.entries].flatMap(entryWords);
}

function entryWords({ item, failed = false }: LedgerEntry): readonly string[] {
  switch (item.type) {
    case "message": {
      const isAnswer = item.role === "assistant";
      const parts = isAnswer
        ? item.content.filter(({ type }) => type !== "input_image")
        : item.content;
      return partWords(parts).map((words) => `${isAnswer ? "assistant" : "user"}: ${words}`);
    }
    case "reasoning": {
      if (item["provider"] !== "anthropic") return [];
      const text = item.content?.map((part) => part.text).join("\n") ?? "";
      return [`thinks: ${text} ${String(item["signature"])} ${String(item["redacted"])}`];
    }
    case "function_call":
      return [`calls ${item.call_id}: ${nameWords(item)} ${argumentWords(item.arguments)}`];
    case "custom_tool_call":
      return [`calls ${item.call_id}: ${nameWords(item)} ${JSON.stringify({ input: item.input })}`];
    case "local_shell_call":
      return isId(item.call_id)
        ? [`calls ${item.call_id}: local_shell ${JSON.stringify(item.action)}`]
        : [];
    case "tool_search_call": {
      if (!isId(item.call_id)) return [];
      const input = item.arguments ?? {};
      const words =
        typeof input === "string"
          ? argumentWords(input)
          : JSON.stringify(isJsonObject(input) ? input : { arguments: input });
      return [`calls ${item.call_id}: tool_search ${words}`];
    }
    case "function_call_output":
    case "custom_tool_call_output":
      return [`${failed ? "fails" : "answers"} ${item.call_id}: ${outputWords(item.output)}`];
    case "tool_search_output":
      return isId(item.call_id)
        ? [`${failed ? "fails" : "answers"} ${item.call_id}: text ${JSON.stringify(item.tools)}`]
        : [];
    default:
      return [];
  }
}

function isId(id: string | null | undefined): id is string {
  return typeof id === "string";
}

function nameWords({
  name,
  namespace,
}: {
  readonly name: string;
  readonly namespace?: string | null | undefined;
}): string {
  return namespace ? `${namespace}__${name}` : name;
}

function argumentWords(words: string): string {
  if (words.trim() === "") return "{}";
  try {
    const value: unknown = JSON.parse(words);
    if (isJsonObject(value)) return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return JSON.stringify({ arguments: words });
}

function outputWords(output: string | readonly MessagePart[]): string {
  return typeof output === "string" ? `text ${output}` : partWords(output).join(" + ");
}

function partWords(parts: readonly MessagePart[]): readonly string[] {
  return parts
    .filter((part) => part.type === "input_image" || part.text !== "")
    .map((part) => (part.type === "input_image" ? `image ${imageHash(part)}` : part.text));
}

/** By content, whether inline or in the blob store. */
function imageHash({ blob, image_url: url }: InputImage): string {
  const bare = url.replace(/^data:([^,;]+)(?:;[^,]*)?;base64,/i, "data:$1;base64,");
  return blob?.hash ?? moveImage(url, () => undefined)?.hash ?? bare;
}
