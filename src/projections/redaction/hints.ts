/** Hints are looked for by three of their characters first; shorter ones as they are. */
const WIDTH = 3;
const BITS = 6;
const MASK = (1 << (WIDTH * BITS)) - 1;

/** A hint that may be where three of its characters are. */
interface Candidate {
  readonly hint: string;
  readonly index: number;
  /** How many of its characters are before the three. */
  readonly before: number;
}

/**
 * Tells which of many short texts a text holds, in any case, without searching it for each: in one pass for
 * three characters of each, which looks for the rest where they are.
 */
export class Hints {
  /** Places of hints in what a pass finds; others are searched for. */
  readonly #indexes = new Map<string, number>();
  readonly #candidates: Candidate[][] = [];
  /** For three characters, the number of their candidates. */
  readonly #numbers = new Uint16Array(MASK + 1);
  /** A bit for three characters: whether they have any. So little stays at the processor's hand. */
  readonly #hasAny = new Uint8Array((MASK + 1) >> 3);

  /** @param hints in lower case */
  constructor(hints: Iterable<string>) {
    for (const hint of new Set(hints)) if (isPlain(hint)) this.#note(hint);
  }

  #note(hint: string): void {
    const before = rarest(hint);
    const code = codeOf(hint.slice(before, before + WIDTH));
    const byte = code >> 3;
    const bit = 1 << (code & 7);
    if (((this.#hasAny[byte] ?? 0) & bit) === 0) {
      this.#hasAny[byte] = (this.#hasAny[byte] ?? 0) | bit;
      this.#numbers[code] = this.#candidates.push([]) - 1;
    }
    const index = this.#indexes.size;
    this.#indexes.set(hint, index);
    this.#candidates[this.#numbers[code] ?? 0]?.push({ hint, index, before });
  }

  /** A text, to be asked for hints. */
  in(text: string): (hint: string) => boolean {
    const found = this.#foundIn(text);
    let lower: string | null = null;
    const known = new Map<string, boolean>();
    return (hint) => {
      const index = this.#indexes.get(hint);
      if (index !== undefined) return found[index] === 1;
      const isThere = known.get(hint) ?? (lower ??= text.toLowerCase()).includes(hint);
      known.set(hint, isThere);
      return isThere;
    };
  }

  #foundIn(text: string): Uint8Array {
    const found = new Uint8Array(this.#indexes.size);
    const hasAny = this.#hasAny;
    let code = 0;
    for (let at = 0; at < text.length; at++) {
      code = ((code << BITS) | classOf(text.charCodeAt(at))) & MASK;
      if ((((hasAny[code >> 3] ?? 0) >> (code & 7)) & 1) === 0) continue;
      for (const { hint, index, before } of this.#candidates[this.#numbers[code] ?? 0] ?? []) {
        if (found[index] === 1) continue;
        if (isAt(text, at + 1 - WIDTH - before, hint)) found[index] = 1;
      }
    }
    return found;
  }
}

const CASE = 0x20;

function isAt(text: string, start: number, hint: string): boolean {
  if (start < 0) return false;
  for (let place = 0; place < hint.length; place++) {
    const unit = text.charCodeAt(start + place);
    const wanted = hint.charCodeAt(place);
    if (unit === wanted) continue;
    const isLetter = wanted >= 0x61 && wanted <= 0x7a;
    if (!isLetter || unit !== wanted - CASE) return false;
  }
  return true;
}

/** What a pass finds: others have capitals that are not one sign away, or are too short. */
function isPlain(hint: string): boolean {
  return hint.length >= WIDTH && /^[ -~]*$/.test(hint);
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

/** Where three characters of it begin with as few letters among them as can be: those are in every text. */
function rarest(hint: string): number {
  const places = Array.from({ length: hint.length - WIDTH + 1 }, (_, at) => at);
  const lettersAt = (at: number): number =>
    hint.slice(at, at + WIDTH).replace(/[^a-z]/g, "").length;
  return places.toSorted((one, other) => lettersAt(one) - lettersAt(other))[0] ?? 0;
}
