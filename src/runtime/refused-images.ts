import { INVALID_IMAGE } from "../codex-strings.js";
import type { Fact } from "../events/event.js";
import { findLastTurnImages } from "../reducers/items/last-turn-images.js";
import type { ThreadState } from "../reducers/thread-state.js";

/**
 * What takes the images of the last tool output out of the history, for a provider that could not
 * read one: without it every further request would be refused (docs/semantics.md §9.4).
 * @returns none: the images of the last turn are no tool's, or there are none
 */
export function refusedImageFacts({ ledger, log }: ThreadState): readonly Fact[] {
  const index = findLastTurnImages(ledger.entries);
  const entry = index === null ? undefined : ledger.entries.at(index);
  if (entry === undefined) return [];
  const historyVersion = log.historyVersion + 1;
  const data = { refs: [entry.ref], placeholder: INVALID_IMAGE, historyVersion };
  const message =
    "The provider could not read an image in the last tool's output: a text stands in its place.";
  return [
    { type: "images.replaced", data },
    { type: "notice.logged", data: { level: "warning", kind: "images-replaced", message } },
  ];
}
