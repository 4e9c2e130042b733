import type { LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { continuePrompt, projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import { isSameJson } from "../../reducers/diff-states.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type Answer, type Finding, HOLDS, type LogInvariant } from "./invariant.js";

export const requestsRecorded: LogInvariant = {
  over: "log",
  name: "log/requests-recorded",
  sentence: "What a recorded request told the model is what the prompt of that moment tells it.",
  source: "docs/claude-code.md#requests",
  remedy: "the session was changed after it was written, or Refold reads it wrongly: report it",
  begin: () => {
    const requests = new RecordedRequests();
    return { take: ({ event, before }) => requests.take(event, before) };
  },
};

/**
 * The requests that Claude Code records: each names the one that it goes on from, how many messages it
 * shares with that, and the hashes of its further ones. Messages that stand so in no line of the session
 * are recorded under those.
 */
class RecordedRequests {
  readonly #messages = new Map<string, JsonObject>();
  readonly #hashes = new Map<string, readonly string[]>();
  #prompt: Prompt | null = null;

  take({ foreign, offset }: LogEvent, state: ThreadState): Answer {
    const line = foreign?.object;
    if (line === undefined || (foreign?.holes?.length ?? 0) > 0) return undefined;
    const { type, hash, message, id, params } = line;
    if (type === "api-request-blob" && typeof hash === "string" && isJsonObject(message)) {
      this.#messages.set(hash, message);
    }
    const model = isJsonObject(params) ? params.model : undefined;
    if (type !== "api-request" || typeof id !== "string" || typeof model !== "string") {
      return undefined;
    }
    const hashes = this.#hashesOf(line);
    if (hashes === null) return undefined;
    this.#hashes.set(id, hashes);
    return this.#compare(hashes, state, { model, offset });
  }

  /** Null: the request that it goes on from is not recorded. */
  #hashesOf({ base, keep, tail }: JsonObject): readonly string[] | null {
    const before = typeof base === "string" ? this.#hashes.get(base) : [];
    if (before === undefined || typeof keep !== "number" || !Array.isArray(tail)) return null;
    const added = tail.filter((hash) => typeof hash === "string");
    return [...before.slice(0, keep), ...added];
  }

  #compare(
    hashes: readonly string[],
    state: ThreadState,
    { model, offset }: { readonly model: string; readonly offset: number },
  ): Answer {
    this.#prompt =
      this.#prompt?.requested.model === model
        ? continuePrompt(this.#prompt, state)
        : projectPrompt(state, { provider: "anthropic", model });
    const { body } = anthropic.toRequest(this.#prompt, {
      model,
      missingBlobs: "placeholder",
      cache: { marks: "none" },
    });
    const given = body.messages.flatMap(said);
    const found: Finding[] = [];
    let asked = 0;
    let from = 0;
    for (const [index, hash] of hashes.entries()) {
      const recorded = said(this.#messages.get(hash) ?? {});
      if (recorded.length === 0 || JSON.stringify(recorded).includes('"type":"image"')) continue;
      asked += 1;
      let at = from;
      while (at < given.length && !isAt(recorded, given, at)) at++;
      if (at < given.length) from = at + recorded.length;
      else found.push({ place: `request of offset ${offset}`, message: missing(index) });
    }
    return asked === 0 ? undefined : found.length === 0 ? HOLDS : found;
  }
}

function missing(index: number): string {
  return `message ${index} is recorded otherwise than the prompt has it, or elsewhere`;
}

function isAt(blocks: readonly unknown[], given: readonly unknown[], start: number): boolean {
  return blocks.every((block, index) => isSameJson(block, given[start + index]));
}

/** The blocks of a message, in the one form in which both sides can be compared; the model's: none. */
function said(message: object): readonly unknown[] {
  const { role, content } = { role: "assistant", content: [], ...message };
  return role === "assistant" ? [] : blocksOf(content).map((block) => plain(block, role));
}

function blocksOf(content: unknown): readonly unknown[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : [];
}

function plain(block: unknown, role: string): unknown {
  if (!isJsonObject(block)) return block;
  const { type, text, tool_use_id: id, content, is_error: failed } = block;
  if (type !== "tool_result") return { role, type, text };
  const parts = blocksOf(content).map((part) => plain(part, role));
  return { type, id, parts, failed: failed === true };
}
