import { beginning } from "../../../projections/display-text.js";
import type { Item } from "../../../events/item.js";
import type { PromptRepair } from "../../../projections/prompt/prompt.js";
import { entry } from "../../../projections/stats/tally.js";
import { callName } from "../../../events/calls.js";
import { callIdOf } from "../../../events/pairing.js";
import { refKey, refOffset } from "../../../reducers/item-refs.js";
import type { PromptPart, PromptRepairRow, PromptWindow, TextWindow } from "../../api-views.js";
import { notFound } from "../failures.js";
import type { OpenedSession } from "../opened-session.js";
import { type RowRange, windowOf, textWindow } from "../query.js";
import { usedTokens } from "../session-index.js";
import { picturesOf } from "./items.js";
import { type MadePart, makePrompt, type PromptWish } from "./made-prompt.js";

const TEXT_CHARS = 4_000;
const MOST_REPAIRS = 500;

/** The prompt at an offset, part by part, as `refold explain` and `refold prompt --explain` say. */
export async function promptWindow(
  opened: OpenedSession,
  wish: PromptWish,
  range: RowRange,
): Promise<PromptWindow> {
  const { state, prompt, parts, provider, repairs, refused } = await makePrompt(opened, wish);
  const { target, tokens } = prompt;
  const rows = repairs.map(repairRow);
  const byRef = new Map<string, PromptRepairRow[]>();
  for (const row of rows) {
    if (row.ref !== null) entry(byRef, row.ref, (): PromptRepairRow[] => []).push(row);
  }
  const { rows: shown, ...window } = windowOf(parts, range);
  return {
    ...window,
    rows: shown.map((part, place) =>
      promptPart(opened, part, { index: window.from + place, byRef }),
    ),
    at: wish.at,
    ...{ provider, model: target.model, modelNotice: target.modelNotice, tokens },
    usedTokens: usedTokens(state),
    contextWindow: state.usage.contextWindow ?? target.contextWindow,
    repairs: rows.slice(0, MOST_REPAIRS),
    repairsTotal: rows.length,
    refused,
  };
}

/**
 * The whole text of a part.
 * @throws {Refusal} `not-found`: the prompt has no such part
 */
export async function promptText(
  opened: OpenedSession,
  wish: PromptWish,
  { part, range }: { readonly part: number; readonly range: RowRange },
): Promise<TextWindow> {
  const { parts } = await makePrompt(opened, wish);
  const found = parts[part];
  if (found === undefined) throw notFound(`part ${part}`);
  return textWindow(found.told.text, range);
}

interface PartPlace {
  readonly index: number;
  readonly byRef: ReadonlyMap<string, readonly PromptRepairRow[]>;
}

function promptPart(
  { key, index: known }: OpenedSession,
  { told, item }: MadePart,
  { index, byRef }: PartPlace,
): PromptPart {
  const { owner, kind, lifetime, fact, tokens, text } = told;
  const ref = told.ref === null ? null : refKey(told.ref);
  const bounded = item?.bounded ?? null;
  return {
    ...{ index, role: item === null ? "system" : roleOf(item.item), kind, owner, lifetime, fact },
    ...{ ref, offset: told.ref === null ? null : refOffset(told.ref) },
    source: item === null || item.source === null ? null : refKey(item.source),
    tokens,
    tool: item === null ? null : toolOf(item.item, known.toolNames),
    failed: item?.failed ?? false,
    ...{ text: beginning(text, TEXT_CHARS), textChars: text.length },
    pictures: item === null ? [] : picturesOf(key, item, ref),
    cut: bounded && { removedTokens: bounded.removedTokens, originalBytes: bounded.originalBytes },
    repairs: ref === null ? [] : (byRef.get(ref) ?? []),
  };
}

function roleOf(item: Item): string {
  if (item.type === "message") return item.role;
  if (item.type.endsWith("_output")) return "tool";
  return item.type === "other" ? "user" : "assistant";
}

function toolOf(item: Item, toolNames: ReadonlyMap<string, string>): string | null {
  return callName(item) ?? toolNames.get(callIdOf(item) ?? "") ?? null;
}

function repairRow({ kind, ref, reason }: PromptRepair): PromptRepairRow {
  return { kind, ref: ref === null ? null : refKey(ref), reason };
}
