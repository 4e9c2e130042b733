import { withoutEditorContext } from "../../codex-strings.js";
import type { LogEvent } from "../../events/event.js";
import { userMessageText } from "../../events/item-class.js";
import { isKnownEvent } from "../../events/known-event.js";
import { factsOf, itemsOf } from "../../reducers/reduce.js";

/** Long enough for a line of a list; what is longer is cut. */
const LONGEST_TITLE = 160;

/** What a user said in an event, as a title; null: no user said anything. */
export function firstWordsOf(event: LogEvent): string | null {
  if (!isKnownEvent(event)) return null;
  for (const fact of factsOf(event)) {
    if (fact.type === "history.compacted") continue;
    for (const { item, origin } of itemsOf(fact)) {
      if (origin !== "user" || item.type !== "message" || item.role !== "user") continue;
      const title = toTitle(userMessageText(item));
      if (title !== null) return title;
    }
  }
  return null;
}

/** A text on one line, cut to what a list shows; null: there is nothing in it. */
export function toTitle(text: string): string | null {
  const said = withoutEditorContext(text).trimStart();
  // Mostly the beginning is enough, and each listed thread pays for what is looked at.
  const near = onOneLine(said.slice(0, LONGEST_TITLE * 2));
  if (near.length >= LONGEST_TITLE && !HALF_A_CHARACTER.test(near)) {
    return near.slice(0, LONGEST_TITLE);
  }
  const line = onOneLine(said.slice(0, LONGEST_TITLE * 8));
  const title = Array.from(line).slice(0, LONGEST_TITLE).join("");
  return title === "" ? null : title;
}

/** Of a character that takes two units. */
const HALF_A_CHARACTER = /[\ud800-\udfff]/;

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
