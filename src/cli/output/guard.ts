import { neutralise } from "./neutralise.js";

/** The only sequences that this program sends to a terminal: its colours, and their ends. */
// eslint-disable-next-line no-control-regex -- its own escapes are what it looks for
const OWN_STYLES = /(\x1b\[(?:1|2|22|3[1-6]|39)m)/;

/**
 * The last gate before the terminal: whatever a renderer forgot to neutralise is neutralised here.
 * With `styles`, this program's own colours pass.
 */
export function guard(text: string, { styles }: { readonly styles: boolean }): string {
  if (!styles) return neutralise(text);
  return text
    .split(OWN_STYLES)
    .map((part, index) => (index % 2 === 1 ? part : neutralise(part)))
    .join("");
}
