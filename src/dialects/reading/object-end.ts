const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Where the JSON object that begins at `from` ends (exclusive), by its braces; null: none begins
 * there, or it does not end. What stands between is not checked.
 */
export function objectEnd(text: string, from: number): number | null {
  if (text.charCodeAt(from) !== OPEN) return null;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = textEnd(text, at);
      if (at === -1) return null;
    } else if (unit === OPEN) depth++;
    else if (unit === CLOSE && --depth === 0) return at + 1;
  }
  return null;
}

/** The closing quote of the text that opens at `from`; -1: there is none. */
function textEnd(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at === -1) return -1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
}
