import { contentText } from "../../events/item-class.js";
import type { ThreadState } from "../../reducers/thread-state.js";

/** What a request says before all else. */
export interface BaseInstructions {
  /** Empty: none, or an item of the ledger says it. */
  readonly text: string;
  /** Null: none. */
  readonly hash: string | null;
  /** They are a developer message before the other items, and no member of the request. */
  readonly asItem: boolean;
  /** An item of the ledger says them. */
  readonly isSaid: boolean;
}

const NONE: BaseInstructions = { text: "", hash: null, asItem: false, isSaid: false };
/** The first minor version of Codex that sends them as an item (docs/semantics.md §15.8). */
const ITEM_SINCE = 150;
/** Left out of the recorded text since then, because the tool for plans is not offered any more. */
const CHECKLIST_LINE = /^- If you create a checklist or task list, .*\n/m;

/**
 * Later versions of Codex send base instructions as an item, and record that item for some models.
 * @param from no entry of the ledger before it says them
 */
export function baseInstructions({ thread, ledger }: ThreadState, from = 0): BaseInstructions {
  const { text, hash } = thread?.instructions ?? NONE;
  const asMember = { ...NONE, text, hash };
  if (thread?.source.dialect !== "codex") return asMember;
  for (let index = from; index < ledger.entries.length; index++) {
    const item = ledger.entries.at(index)?.item;
    const isDeveloper = item?.type === "message" && item.role === "developer";
    if (isDeveloper && contentText(item.content) === text) return { ...NONE, isSaid: true };
  }
  const minor = /^0\.(\d+)\./.exec(thread.source.version ?? "")?.[1];
  if (Number(minor ?? 0) < ITEM_SINCE) return asMember;
  return { ...asMember, text: text.replace(CHECKLIST_LINE, ""), asItem: true };
}
