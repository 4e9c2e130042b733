import { beginning } from "../display-text.js";
import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import type { InjectedFragment } from "../../events/context.js";
import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { Item } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { projectPrompt } from "../prompt/project-prompt.js";
import { describeImage, describeItem } from "../transcript/transcript.js";
import type { PromptItem, PromptTarget } from "../prompt/prompt.js";

/** One part of a prompt: who put it there, for how long, and where that is recorded. */
export interface ExplainedPart {
  /** The module that owns it (docs/architecture.md, "Owners"). */
  readonly owner: "envelope" | "fragments" | "ledger" | "checkpoint";
  /** A fragment's kind, an item's type (a message's role), `instructions` or `tools`. */
  readonly kind: string;
  /** Null: plain history, which stays until it is forgotten by an event. */
  readonly lifetime: "session" | "turn" | "checkpoint" | "prompt" | "client" | null;
  /** The envelope's fact that it tells; null: none. */
  readonly fact: string | null;
  /** Null: it was inserted by the projection. */
  readonly ref: ItemRef | null;
  /** Coarse estimate. */
  readonly tokens: number;
  /** The beginning of its text, 200 characters at most; empty: there is none to read. */
  readonly excerpt: string;
}

/**
 * Explains the next prompt, part by part, in the order in which the model gets it.
 * @param source the log that the state was folded from
 */
export async function explainPrompt(
  state: ThreadState,
  source: EventSource,
  target: PromptTarget = {},
): Promise<readonly ExplainedPart[]> {
  const items = projectPrompt(state, target).items.toArray();
  const events = await eventsOf(source, items);
  const parts = [
    ...settledParts(state),
    ...items.flatMap((item) =>
      explainItem(item, Array.isArray(item.ref) ? events.get(item.ref[0]) : undefined),
    ),
  ];
  return parts.map(({ text, ...part }) => ({
    ...part,
    excerpt: beginning(text, EXCERPT_CHARACTERS),
  }));
}

/** An explained part with all of its text. */
export interface ToldPart extends Omit<ExplainedPart, "excerpt"> {
  readonly text: string;
}

/** What is settled for the whole thread and stands outside of the items. */
export function settledParts({ thread }: ThreadState): ToldPart[] {
  const { instructions = null, tools = null } = thread ?? {};
  const told = [
    { kind: "instructions", at: instructions?.offset, text: instructions?.text },
    { kind: "tools", at: tools?.offset, text: tools === null ? "" : JSON.stringify(tools.tools) },
  ];
  return told.flatMap(({ kind, at, text = "" }): ToldPart[] => {
    if (at === undefined) return [];
    const tokens = tokensOfText(text);
    return [{ owner: "envelope", lifetime: "session", fact: null, kind, ref: at, tokens, text }];
  });
}

/**
 * The parts of an item of a prompt.
 * @param event which recorded it, where that holds several items; of another it is not asked
 */
export function explainItem(item: PromptItem, event: RefoldEvent | undefined): ToldPart[] {
  const { ref, origin } = item;
  const told = event === undefined ? [] : fragmentsIn(event, ref);
  if (told.length > 0) {
    const texts = fragmentTexts(told, item.item);
    return told.map(({ kind, lifetime, fact, tokens }) => ({
      ...({ owner: "fragments", kind, lifetime, fact, ref, tokens } as const),
      text: texts.get(kind) ?? textOf(item),
    }));
  }
  const tokens = tokensOfBytes(item.countedBytes);
  const kind = item.item.type === "message" ? item.item.role : item.item.type;
  const part = { kind, fact: null, ref, tokens, text: textOf(item) };
  if (item.summary) return [{ ...part, owner: "checkpoint", lifetime: "checkpoint" }];
  if (event?.type === "history.compacted") {
    return [{ ...part, owner: "checkpoint", lifetime: null }];
  }
  if (origin === "runtime") return [{ ...part, owner: "fragments", lifetime: "turn" }];
  return [{ ...part, owner: "ledger", lifetime: null }];
}

function fragmentsIn(event: RefoldEvent, ref: ItemRef | null): readonly InjectedFragment[] {
  const index = Array.isArray(ref) ? ref[1] : 0;
  if (event.type !== "context.injected" && event.type !== "history.compacted") return [];
  return (event.data.fragments ?? []).filter(({ item }) => item === index);
}

/** Each kind of fragment is a part of its message, in order; empty: the message is of another make. */
function fragmentTexts(told: readonly InjectedFragment[], item: Item): ReadonlyMap<string, string> {
  const kinds = [...new Set(told.map(({ kind }) => kind))];
  const parts = item.type === "message" ? item.content : [];
  if (parts.length !== kinds.length) return new Map();
  const texts = parts.map((part) => (part.type === "input_image" ? "" : part.text));
  return new Map(kinds.map((kind, index) => [kind, texts[index] ?? ""]));
}

function textOf({ item, origin }: PromptItem): string {
  const { name = null, text = "", images = [] } = describeItem(item, origin) ?? {};
  const words = [name ?? "", text, ...images.map(describeImage)];
  return words.filter((part) => part !== "").join(" ");
}

const EXCERPT_CHARACTERS = 200;

async function eventsOf(
  source: EventSource,
  items: readonly PromptItem[],
): Promise<ReadonlyMap<number, RefoldEvent>> {
  // A bare offset is that of an event which recorded the item and nothing else: it says no more.
  const offsets = new Set(items.flatMap(({ ref }) => (Array.isArray(ref) ? [ref[0]] : [])));
  const found = new Map<number, RefoldEvent>();
  if (offsets.size === 0) return found;
  const sorted = [...offsets].sort((one, other) => one - other);
  const range = { from: sorted.at(0) ?? 0, to: sorted.at(-1) ?? 0 };
  for await (const event of source.read(range)) {
    if (offsets.has(event.offset) && isKnownEvent(event)) found.set(event.offset, event);
  }
  return found;
}
