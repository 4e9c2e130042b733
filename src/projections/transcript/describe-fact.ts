import type { Fact } from "../../events/event.js";
import { nounFor } from "../noun-for.js";

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
    default:
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
