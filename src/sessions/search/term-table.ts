/** Terms are separated by it, in a table and in an index; no term holds it. */
export const TERM_END = 0x0a;

/** Whether a byte of folded text in UTF-8 is part of a term: a letter, a digit, `_`, or beyond ASCII. */
export const IS_TERM_BYTE = new Uint8Array(256).map((_, byte) =>
  byte >= 0x80 || byte === 0x5f || /[A-Za-z0-9]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

const SMALLEST = 1 << 12;
const [START, HASH, NEWEST, COUNT, RECORD] = [0, 1, 2, 3, 4];
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/**
 * The terms of texts, and in which documents each is: runs of letters, digits and the like, of any
 * length. The bytes of a text are looked at once and no string is made of a term, so that 800 MB of
 * sessions are indexed in seconds.
 */
export class TermTable {
  /** Each term with a separator before it. */
  #bytes = Buffer.alloc(SMALLEST * 8);
  #used = 0;
  /**
   * Of each term, side by side so that one look at the memory has all: where it begins in `#bytes`, its
   * hash, the newest document that holds it (from 1), and how many do.
   */
  #records = new Int32Array(SMALLEST * RECORD);
  /** Numbers of terms from 1, at places that hashes give; as many as a power of two. */
  #places = new Int32Array(SMALLEST * 2);
  #terms = 0;
  /** The terms of each document, one document after the other, each document's but once. */
  #occurrences = new Int32Array(SMALLEST);
  #occurrenceCount = 0;
  /** Up to where the occurrences of each document go. */
  readonly #documentEnds: number[] = [];
  #text = Buffer.alloc(SMALLEST);

  get documents(): number {
    return this.#documentEnds.length;
  }

  /** Adds a document: folded texts. */
  add(texts: readonly string[]): void {
    const number = this.#documentEnds.length + 1;
    for (const text of texts) this.#addText(text, number);
    this.#documentEnds.push(this.#occurrenceCount);
  }

  /** Each term with a separator before it, and one at the end; as they were met first. */
  get dictionary(): Uint8Array {
    this.#bytes = withRoom(this.#bytes, this.#used + 1);
    this.#bytes[this.#used] = TERM_END;
    return this.#bytes.subarray(0, this.#used + 1);
  }

  /** The documents of each term, ascending, in the order of the dictionary. */
  *postings(): Generator<Int32Array> {
    const ends = new Int32Array(this.#terms);
    let end = 0;
    for (let term = 0; term < this.#terms; term += 1) {
      ends[term] = end;
      end += this.#records[term * RECORD + COUNT] ?? 0;
    }
    const documents = new Int32Array(end);
    let at = 0;
    for (const [document, documentEnd] of this.#documentEnds.entries()) {
      for (; at < documentEnd; at += 1) {
        const term = this.#occurrences[at] ?? 0;
        const place = ends[term] ?? 0;
        documents[place] = document;
        ends[term] = place + 1;
      }
    }
    let start = 0;
    for (const termEnd of ends) {
      yield documents.subarray(start, termEnd);
      start = termEnd;
    }
  }

  #addText(text: string, document: number): void {
    const most = text.length * 3; // of UTF-8 for each unit
    if (this.#text.length < most) this.#text = Buffer.alloc(most * 2);
    const bytes = this.#text;
    const end = bytes.write(text, "utf8");
    let start = -1;
    let hash = HASH_START;
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (IS_TERM_BYTE[byte] === 1) {
        if (start === -1) {
          start = at;
          hash = HASH_START;
        }
        hash = Math.imul(hash ^ byte, HASH_FACTOR);
      } else if (start !== -1) {
        this.#note(start, at, hash, document);
        start = -1;
      }
    }
    if (start !== -1) this.#note(start, end, hash, document);
  }

  #note(start: number, end: number, hash: number, document: number): void {
    const term = this.#find(start, end, hash ^ (hash >>> 15));
    const records = this.#records;
    const record = term * RECORD;
    if (records[record + NEWEST] === document) return;
    records[record + NEWEST] = document;
    records[record + COUNT] = (records[record + COUNT] ?? 0) + 1;
    if (this.#occurrenceCount === this.#occurrences.length) {
      this.#occurrences = withRoom(this.#occurrences, this.#occurrenceCount + 1);
    }
    this.#occurrences[this.#occurrenceCount] = term;
    this.#occurrenceCount += 1;
  }

  /** The number of the term in a stretch of the text's bytes; a new one gets the next. */
  #find(start: number, end: number, hash: number): number {
    const places = this.#places;
    const mask = places.length - 1;
    let place = hash & mask;
    for (let number = places[place]; number !== undefined && number !== 0; number = places[place]) {
      const isSame = this.#records[(number - 1) * RECORD + HASH] === hash;
      if (isSame && this.#isAt(number - 1, start, end)) return number - 1;
      place = (place + 1) & mask;
    }
    const term = this.#terms;
    places[place] = term + 1;
    this.#append(start, end, hash);
    if (this.#terms * 2 > places.length) this.#spread();
    return term;
  }

  #isAt(term: number, start: number, end: number): boolean {
    const text = this.#text;
    const bytes = this.#bytes;
    let other = this.#records[term * RECORD + START] ?? 0;
    for (let at = start; at < end; at += 1, other += 1) {
      if (text[at] !== bytes[other]) return false;
    }
    return other === this.#used || bytes[other] === TERM_END;
  }

  #append(start: number, end: number, hash: number): void {
    const record = this.#terms * RECORD;
    this.#bytes = withRoom(this.#bytes, this.#used + 1 + end - start);
    this.#records = withRoom(this.#records, record + RECORD);
    this.#bytes[this.#used] = TERM_END;
    this.#records[record + START] = this.#used + 1;
    this.#records[record + HASH] = hash;
    this.#used += 1 + this.#text.copy(this.#bytes, this.#used + 1, start, end);
    this.#terms += 1;
  }

  #spread(): void {
    const mask = this.#places.length * 2 - 1;
    const places = new Int32Array(mask + 1);
    for (let term = 0; term < this.#terms; term += 1) {
      let place = (this.#records[term * RECORD + HASH] ?? 0) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = term + 1;
    }
    this.#places = places;
  }
}

/** A list that holds the same and has room for so many; the same one where it has. */
function withRoom<List extends Buffer | Int32Array<ArrayBuffer>>(list: List, length: number): List;
function withRoom(list: Buffer | Int32Array<ArrayBuffer>, length: number) {
  if (length <= list.length) return list;
  const room = Math.max(length, list.length * 2);
  if (Buffer.isBuffer(list)) return Buffer.concat([list], room);
  const larger = new Int32Array(room);
  larger.set(list);
  return larger;
}
