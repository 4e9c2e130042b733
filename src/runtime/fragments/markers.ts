import { hasOneOfMarkersAround } from "../../events/contextual-fragment.js";
import type { MarkerPair } from "../../fragment-markers.js";

/** A text between an opening tag and the closing tag of the same name. */
export function tagged(open: string, body: string): string {
  return `${open}\n${body}\n${closing(open)}`;
}

/** True when a text, white space aside, starts and ends with the tag. */
export function isTagged(open: string): (text: string) => boolean {
  return isMarked({ open, close: closing(open) });
}

/** True when a text, white space aside, starts and ends with the markers, whatever their case. */
export function isMarked(markers: MarkerPair): (text: string) => boolean {
  return (text) => hasOneOfMarkersAround(text, [markers]);
}

function closing(open: string): string {
  return `</${open.slice(1)}`;
}

/** A text in which `<`, `>`, `&` and quotes stand as XML entities. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
