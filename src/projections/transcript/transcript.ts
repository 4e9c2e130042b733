import type { Fact } from "../../events/event.js";
import { agentMessageTexts } from "../../events/item-class.js";
import { generatedImage } from "../../events/item-images.js";
import type { InputImage, Item, Origin } from "../../events/item.js";
import type { Usage } from "../../events/slices.js";
import { nounFor } from "../display-text.js";
import { imageSize } from "../tokens/image-tokens.js";

/** Who or what an entry comes from. */
export type TranscriptSpeaker =
  | "user"
  | "agent" // another agent that instructs this one
  | "model"
  | "reasoning"
  | "call"
  | "output"
  | "context" // what the runtime put in
  | "summary"
  | "note"; // what happened to the history

/** One thing that was said or done. Texts are as recorded; renderers escape them. */
export interface TranscriptEntry {
  readonly offset: number;
  /** RFC 3339. */
  readonly at: string;
  readonly speaker: TranscriptSpeaker;
  /** For a call and its output: the tool; for a note: the event's type. */
  readonly name: string | null;
  readonly callId: string | null;
  readonly text: string;
  /** Described: media type and size in pixels where they are known. */
  readonly images: readonly string[];
  /**
   * For each of the images its `data:` or `https:` URL, or null where its bytes are missing; empty:
   * the images were not asked for.
   */
  readonly imageUrls: readonly (string | null)[];
  readonly failed: boolean;
  /** Estimated tokens that were cut from it when it was recorded; 0: none. */
  readonly cutTokens: number;
  /** Estimated, as it is in the ledger. */
  readonly tokens: number;
}

export interface TranscriptTurn {
  /** Counting user turns from 1; null: no user spoke in it. */
  readonly number: number | null;
  readonly startedAt: string;
  readonly model: string | null;
  /** `completed`, `aborted` with its reason, or null while it runs. */
  readonly end: string | null;
  readonly entries: readonly TranscriptEntry[];
  /** Estimated tokens of its items. */
  readonly tokens: number;
  /** What its requests cost, as reported, in sum; null: nothing was reported. */
  readonly usage: Usage | null;
}

/** A thread as people read it: everything that survives, compacted or not, oldest first. */
export interface Transcript {
  readonly threadId: string | null;
  readonly title: string | null;
  readonly cwd: string | null;
  /** RFC 3339, of the first and the last event. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Every model that a turn ran under, in the order of their first turn. */
  readonly models: readonly string[];
  readonly turns: readonly TranscriptTurn[];
  /** What its own requests cost, rolled back or not; of a fork, those since it was forked. */
  readonly spent: TranscriptSpending;
  /** Those that rollbacks discarded are counted too. */
  readonly compactions: number;
  readonly rollbacks: number;
  /** Events that rollbacks discarded. */
  readonly discardedEvents: number;
}

export interface TranscriptSpending {
  readonly requests: number;
  /** As reported, in sum; null: nothing was reported. */
  readonly usage: Usage | null;
  /** US dollars, of the requests whose cost is recorded or whose model has a known price. */
  readonly cost: number;
  /** Requests whose cost is unknown. */
  readonly unpriced: number;
  /** Requests whose output was recorded only while it streamed: more was spent. */
  readonly partialOutputs: number;
}

interface DescribedItem {
  readonly speaker: TranscriptSpeaker;
  readonly name: string | null;
  readonly callId: string | null;
  readonly text: string;
  readonly images: readonly InputImage[];
}

/** @returns null for an item that is not for reading: ghost snapshots, sealed reasoning */
export function describeItem(item: Item, origin: Origin): DescribedItem | null {
  switch (item.type) {
    case "message":
      return { ...content(item.content), speaker: speakerOf(item.role, origin) };
    case "reasoning": {
      const text = [...item.summary, ...(item.content ?? [])].map((part) => part.text).join("\n");
      return text === "" ? null : { ...plain(text), speaker: "reasoning" };
    }
    case "function_call":
      return call(item.name, item.call_id, item.arguments);
    case "custom_tool_call":
      return call(item.name, item.call_id, item.input);
    case "local_shell_call":
      return call("local_shell", item.call_id, item.action.command.join(" "));
    case "tool_search_call":
      return call("tool_search", item.call_id, JSON.stringify(item.arguments ?? null));
    case "web_search_call":
      return call("web_search", null, JSON.stringify(item.action ?? null));
    case "image_generation_call":
      return {
        ...call("image_generation", item.id, item.revised_prompt ?? ""),
        images: [generatedImage(item.result)],
      };
    case "function_call_output":
    case "custom_tool_call_output": {
      const { output } = item;
      const shown = typeof output === "string" ? plain(output) : content(output);
      return { ...shown, speaker: "output", callId: item.call_id };
    }
    case "tool_search_output":
      return {
        ...plain(JSON.stringify(item.tools)),
        speaker: "output",
        callId: item.call_id ?? null,
      };
    case "other": {
      const texts = agentMessageTexts(item);
      if (texts !== null) return { ...plain(texts.join("\n")), speaker: speakerOf("user", origin) };
      return { ...plain(JSON.stringify(item.original)), speaker: "context" };
    }
    case "ghost_snapshot":
    case "compaction":
    case "compaction_summary":
      return null;
  }
}

function speakerOf(role: string, origin: Origin): TranscriptSpeaker {
  if (origin === "user" || origin === "agent") return origin;
  return role === "assistant" ? "model" : "context";
}

type Plain = Omit<DescribedItem, "speaker">;

function plain(text: string): Plain {
  return { name: null, callId: null, text, images: [] };
}

function call(name: string, callId: string | null | undefined, text: string): DescribedItem {
  return { ...plain(text), speaker: "call", name, callId: callId ?? null };
}

function content(
  parts: readonly (InputImage | { readonly type: string; readonly text: string })[],
): Plain {
  const texts: string[] = [];
  const images: InputImage[] = [];
  for (const part of parts) {
    if ("image_url" in part) images.push(part);
    else texts.push(part.text);
  }
  return { ...plain(texts.join("\n")), images };
}

/** Media type and size in pixels, where they are known. */
export function describeImage(image: InputImage): string {
  const size = imageSize(image);
  const pixels = size === null ? "" : ` ${size.width} × ${size.height}`;
  return `${image.blob?.mediaType ?? "image"}${pixels}`;
}

/** What a transcript says of something that happened to the history or the thread; null: nothing. */
export function describeFact(fact: Fact): { speaker: "note" | "summary"; text: string } | null {
  switch (fact.type) {
    case "history.compacted": {
      const { summary, trigger } = fact.data;
      return summary === null
        ? note(`compacted (${trigger})`)
        : { speaker: "summary", text: summary };
    }
    case "history.trimmed":
      return note(`${countOf(fact, "item")} trimmed (${fact.data.strategy})`);
    case "history.cleared":
      return note("the conversation starts afresh");
    case "history.rolled-back":
      return note(`rolled back to offset ${fact.data.to}`);
    case "outputs.cleared":
      return note(`${countOf(fact, "output")} cleared`);
    case "images.replaced":
      return note(`images in ${countOf(fact, "output")} replaced`);
    case "thread.forked":
      return note(`forked from ${fact.data.from.threadId} at offset ${fact.data.from.offset}`);
    case "snapshot.restored":
      return note(`work tree restored to ${fact.data.commit}`);
    case "notice.logged":
      return note(`${fact.data.level}: ${fact.data.message}`);
    case "thread.started":
    case "thread.renamed":
    case "thread.configured":
    case "instructions.set":
    case "tools.declared":
    case "turn.started":
    case "turn.completed":
    case "turn.aborted":
    case "context.injected":
    case "item.recorded":
    case "request.sent":
    case "usage.reported":
    case "snapshot.taken":
    case "foreign.kept":
      return null;
  }
}

function countOf(
  { data }: { readonly data: { readonly refs: readonly unknown[] } },
  one: string,
): string {
  return `${data.refs.length} ${nounFor(data.refs.length, one)}`;
}

function note(text: string): { speaker: "note"; text: string } {
  return { speaker: "note", text };
}
