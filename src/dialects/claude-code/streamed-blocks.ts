import type { Item } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import { digestOf } from "../shared/derived-ids.js";
import { joined } from "../shared/json.js";
import type { GrowingText, Round } from "./tree-node.js";

/** A block, as it was read or as it was recorded. */
interface Block {
  readonly item: Item;
}

/** A block that the ledger does not hold yet. */
export interface NewBlock {
  /** A shorter form of the same text, which it takes the place of; null: there is none. */
  readonly replaces: ItemRef | null;
  /** To be told where the block is recorded; null: nothing is. */
  readonly growing: GrowingText | null;
}

const PLAIN: NewBlock = { replaces: null, growing: null };

/**
 * A block of a line, if it is new; its answer has it from then on. An answer is written while it
 * streams, and its lines repeat what earlier ones held, or hold a text that has grown since.
 * @param round the answer that the line is part of; null: of none, and every block is new
 * @returns null: the answer has it
 */
export function newBlock(item: Item, round: Round | null): NewBlock | null {
  const key = round === null ? null : keyOf(item);
  if (round === null || key === null) return PLAIN;
  if (round.blocks.includes(key)) return null;
  round.blocks = joined(round.blocks, [key]);
  const text = growableText(item);
  if (text === null) return PLAIN;
  const replaces = isGrown(text, round.growing) ? (round.growing?.ref ?? null) : null;
  const growing: GrowingText = {
    kind: text.kind, // and not its words: they would be held as long as the tree is
    length: text.words.length,
    key,
    ref: null,
  };
  round.growing = growing;
  return { replaces, growing };
}

/** True when all of a line's blocks were recorded before. */
export function isRepeated(items: readonly Block[], round: Round): boolean {
  return items.every(({ item }) => {
    const key = keyOf(item);
    return key !== null && round.blocks.includes(key);
  });
}

interface Growable {
  readonly kind: GrowingText["kind"];
  readonly words: string;
}

function isGrown({ kind, words }: Growable, before: GrowingText | null): boolean {
  if (before === null || before.kind !== kind || before.length === 0) return false;
  if (words.length <= before.length) return false;
  return keyOfWords(kind, words.slice(0, before.length)) === before.key;
}

/** The same for the same block; null: every one counts (an output is distinguished by its line). */
function keyOf(item: Item): string | null {
  if (item.type === "function_call") return keyOfCall(item.call_id);
  const growable = growableText(item);
  if (growable !== null) return keyOfWords(growable.kind, growable.words);
  const redacted = item.type === "reasoning" ? item["redacted"] : null;
  return typeof redacted === "string" ? keyOfWords("redacted", redacted) : null;
}

/** The id, which its answer holds anyway; no key of words is of another length than theirs. */
function keyOfCall(id: string): string {
  return id.length === KEY_LENGTH ? keyOfWords("call", id) : id;
}

const KEY_LENGTH = 32;

/** Short, and one text: it is held as long as the tree is. */
function keyOfWords(kind: string, words: string): string {
  return digestOf(`${kind} ${words}`);
}

function growableText(item: Item): Growable | null {
  if (item.type === "message" && item.role === "assistant") {
    const [part] = item.content;
    return part?.type === "output_text" ? { kind: "text", words: part.text } : null;
  }
  const thought = item.type === "reasoning" ? item.content?.[0]?.text : undefined;
  return thought === undefined ? null : { kind: "thinking", words: thought };
}
