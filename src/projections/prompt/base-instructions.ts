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
}

const NONE: BaseInstructions = { text: "", hash: null, asItem: false };
/** The first minor version of Codex that sends them as an item (docs/semantics.md §15.8). */
const ITEM_SINCE = 150;
/** Left out of the recorded text since then, because the tool for plans is not offered any more. */
const CHECKLIST_LINE = /^- If you create a checklist or task list, .*\n/m;

/** Later versions of Codex send base instructions as an item, and record that item for some models. */
export function baseInstructions({ thread, ledger }: ThreadState): BaseInstructions {
  const { text, hash } = thread?.instructions ?? NONE;
  if (thread?.source.dialect !== "codex") return { text, hash, asItem: false };
  for (const { item } of ledger.entries) {
    const isDeveloper = item.type === "message" && item.role === "developer";
    if (isDeveloper && contentText(item.content) === text) return NONE;
  }
  const minor = /^0\.(\d+)\./.exec(thread.source.version ?? "")?.[1];
  if (Number(minor ?? 0) < ITEM_SINCE) return { text, hash, asItem: false };
  return { text: text.replace(CHECKLIST_LINE, ""), hash, asItem: true };
}
