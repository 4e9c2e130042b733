/** Hints are looked for by three of their characters first; shorter ones as they are. */
const WIDTH = 3;
const BITS = 6;
const MASK = (1 << (WIDTH * BITS)) - 1;

/**
 * Tells which of many short texts a text holds, without searching it for each: in one pass for three
 * characters of each, and then for those that may be there.
 */
export class Hints {
  /** For three characters, the number that they are noted under; 0: no hint has them. */
  readonly #wanted = new Uint16Array(MASK + 1);
  readonly #numbers = new Map<string, number>();
  #count = 0;

  /** @param hints in lower case */
  constructor(hints: Iterable<string>) {
    for (const hint of hints) {
      if (hint.length < WIDTH) continue;
      const code = codeOf(rarest(hint));
      if (this.#wanted[code] === 0) this.#wanted[code] = ++this.#count;
      this.#numbers.set(hint, this.#wanted[code] ?? 0);
    }
  }

  /** A text, to be asked for hints. */
  in(text: string): (hint: string) => boolean {
    const seen = new Uint8Array(this.#count + 1);
    let code = 0;
    for (let at = 0; at < text.length; at++) {
      code = ((code << BITS) | classOf(text.charCodeAt(at))) & MASK;
      seen[this.#wanted[code] ?? 0] = 1;
    }
    let lower: string | null = null;
    const known = new Map<string, boolean>();
    return (hint) => {
      const number = this.#numbers.get(hint);
      if (number !== undefined && seen[number] !== 1) return false;
      const found = known.get(hint) ?? (lower ??= text.toLowerCase()).includes(hint);
      known.set(hint, found);
      return found;
    };
  }
}

function codeOf(part: string): number {
  let code = 0;
  for (let at = 0; at < part.length; at++) code = (code << BITS) | classOf(part.charCodeAt(at));
  return code;
}

/** Letters in lower case and digits for themselves, all others folded into what is left. */
const CLASSES = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const sign = String.fromCharCode(unit).toLowerCase();
  const place = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(sign) + 1;
  return place === 0 ? 37 + (unit % 27) : place;
});

function classOf(unit: number): number {
  return CLASSES[unit] ?? 0;
}

/** Three characters of it, as few letters among them as can be: those are in every text. */
function rarest(hint: string): string {
  const parts = Array.from({ length: hint.length - WIDTH + 1 }, (_, at) =>
    hint.slice(at, at + WIDTH),
  );
  const lettersOf = (part: string): number => part.replace(/[^a-z]/g, "").length;
  return parts.toSorted((one, other) => lettersOf(one) - lettersOf(other))[0] ?? hint;
}
