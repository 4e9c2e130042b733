import { encodeBase64 } from "../../events/picture.js";
import type { Stretch } from "../own-pattern.js";

/** A secret, and what its placeholder names. */
export interface ToldSecret {
  readonly kind: string;
  /** As it reads. */
  readonly secret: string;
}

/** How a secret may be looked for. */
export interface ToldHow {
  /** Only as base 64: the text itself may be part of another one of its kind. */
  readonly encodedOnly?: boolean;
  /** A folder's name: no letter or digit may follow. */
  readonly whole?: boolean;
}

/** A secret where it was found. */
export type FoundSecret = ToldSecret & Stretch;

interface Spelled extends ToldSecret {
  readonly whole: boolean;
}

/** The last characters of a secret, by which it is looked for; no secret is shorter. */
const WINDOW = 6;
const BASE = 0x01000193;
/** `BASE` to the power of `WINDOW`: what the character that leaves the window counts. */
const LEAVING = Array.from({ length: WINDOW }).reduce((power: number) => Math.imul(power, BASE), 1);
const FILTER_BITS = 16;

/**
 * Secrets that are looked for as they are, however many, in time that grows with the text only: a hash
 * of the last few characters runs along, and only where it is a secret's is anything compared.
 */
export class ToldSecrets {
  /** By hash of the end, by length: what is looked for. */
  readonly #ends = new Map<number, Map<number, Map<string, Spelled>>>();
  readonly #filter = new Uint8Array(1 << FILTER_BITS);
  readonly #known = new Set<string>();

  learn(told: ToldSecret, { encodedOnly = false, whole = false }: ToldHow = {}): void {
    if (this.#known.has(told.secret)) return;
    this.#known.add(told.secret);
    if (!encodedOnly) this.#add(told.secret, { ...told, whole });
    if (whole) return;
    for (const spelling of base64Spellings(told.secret)) this.#add(spelling, { ...told, whole });
  }

  /** Where they are, in order of their ends. */
  find(text: string): FoundSecret[] {
    const found: FoundSecret[] = [];
    if (this.#ends.size === 0) return found;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
      if (at >= WINDOW) hash = (hash - Math.imul(text.charCodeAt(at - WINDOW), LEAVING)) | 0;
      if (this.#filter[placeOf(hash)] === 1 && at >= WINDOW - 1) {
        this.#endingAt(text, at + 1, hash, found);
      }
    }
    return found;
  }

  #endingAt(text: string, to: number, hash: number, found: FoundSecret[]): void {
    for (const [length, secrets] of this.#ends.get(hash) ?? []) {
      if (length > to) continue;
      const one = secrets.get(text.slice(to - length, to));
      if (one === undefined || (one.whole && /[A-Za-z0-9]/.test(text.charAt(to)))) continue;
      found.push({ kind: one.kind, secret: one.secret, from: to - length, to });
    }
  }

  #add(spelling: string, told: Spelled): void {
    if (spelling.length < WINDOW) return;
    let hash = 0;
    for (let at = spelling.length - WINDOW; at < spelling.length; at++) {
      hash = (Math.imul(hash, BASE) + spelling.charCodeAt(at)) | 0;
    }
    const lengths = this.#ends.get(hash) ?? new Map<number, Map<string, Spelled>>();
    this.#ends.set(hash, lengths);
    const secrets = lengths.get(spelling.length) ?? new Map<string, Spelled>();
    lengths.set(spelling.length, secrets);
    if (!secrets.has(spelling)) secrets.set(spelling, told);
    this.#filter[placeOf(hash)] = 1;
  }
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> FILTER_BITS)) & ((1 << FILTER_BITS) - 1);
}

/** What stays the same of a text in base 64, whatever is before and after it: one for each place in three bytes. */
function base64Spellings(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const spellings = new Set<string>();
  for (const before of [0, 1, 2]) {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const spelling = encodeBase64(padded).slice(from, to);
    if (spelling.length < MIN_BASE64) continue;
    spellings.add(spelling);
    spellings.add(spelling.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...spellings];
}

/** Fewer characters are found in a text by chance. */
const MIN_BASE64 = 8;
