import {
  CONTEXTUAL_DEVELOPER_MARKERS,
  CONTEXTUAL_USER_MARKERS,
  type MarkerPair,
} from "../fragment-markers.js";
import { hasMarkerAt } from "./ascii-case.js";
import { readHookPrompt } from "./hook-prompt.js";
import { contentEnd, contentStart } from "./white-space.js";

/**
 * True for a text that a session injected on the user's side: one fragment between its markers and
 * nothing around it but white space, or a hook prompt (docs/semantics.md §4.4).
 */
export function isContextualUserText(text: string): boolean {
  return isMarkedUserText(text) || readHookPrompt(text) !== null;
}

/** The same without hook prompts. */
export function isMarkedUserText(text: string): boolean {
  return hasOneOfMarkersAround(text, CONTEXTUAL_USER_MARKERS);
}

/** True when a text, white space aside, starts and ends with one of the pairs, whatever its case. */
export function hasOneOfMarkersAround(text: string, pairs: readonly MarkerPair[]): boolean {
  const start = contentStart(text);
  if (start === text.length) return false;
  const end = contentEnd(text);
  return pairs.some(
    ({ open, close }) =>
      hasMarkerAt(text, start, open) && hasMarkerAt(text, end - close.length, close),
  );
}

/** True for a text that a session injected as developer: how it starts decides (§4.9). */
export function isContextualDeveloperText(text: string): boolean {
  const start = contentStart(text);
  return CONTEXTUAL_DEVELOPER_MARKERS.some((marker) => hasMarkerAt(text, start, marker));
}
