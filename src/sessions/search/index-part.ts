import { crc32 } from "node:zlib";
import { parseJson } from "../../events/json.js";
import type { Requirement } from "../../projections/own-pattern.js";
import { IS_TERM_BYTE, TERM_END, type TermTable } from "./term-table.js";

/** What is remembered of a file; size and time tell whether it is still the one that was read. */
export interface IndexedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Number of its events that say something. */
  readonly documents: number;
  /** RFC 3339, of the first and the last event that says something; null: there is none. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly cwd: string | null;
  readonly damagedPlaces: number;
  /** Why it could not be read; null: it could. */
  readonly unread: { readonly code: string; readonly message: string } | null;
}

/** Another number makes every part stale: what is in them, or how texts are read, has changed. */
const VERSION = 2;
const HEADER = /^refold search (\d+) ([0-9a-f]{8})\n/;
const HEADER_BYTES = 64;
/** So many terms have one entry in the tables of places; those in between are counted. */
const TERMS_A_GROUP = 64;

interface Head {
  readonly files: readonly IndexedFile[];
  readonly terms: number;
  /** Bytes of what follows: the dictionary, where its groups begin, where their postings do; last the postings. */
  readonly dictionaryBytes: number;
  readonly groupBytes: number;
}

/**
 * The bytes of a part of the index: some files, and for each term the numbers of the events that hold
 * it. The events of all files are numbered one after the other.
 */
export function encodePart(files: readonly IndexedFile[], table: TermTable): Uint8Array {
  const { dictionary } = table;
  const postings = encodePostings(table);
  const groups = Buffer.from(
    new Uint32Array([...groupStarts(dictionary), ...postings.groups]).buffer,
  );
  const head: Head = {
    files,
    terms: postings.terms,
    dictionaryBytes: dictionary.length,
    groupBytes: groups.length,
  };
  const body = Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    dictionary,
    groups,
    postings.bytes,
  ]);
  return Buffer.concat([Buffer.from(`refold search ${VERSION} ${sumOf(body)}\n`), body]);
}

/** Where each group's first term begins: after its separator. */
function groupStarts(dictionary: Uint8Array): number[] {
  const starts: number[] = [];
  let terms = 0;
  for (let at = 0; at < dictionary.length - 1; at += 1) {
    if (dictionary[at] !== TERM_END) continue;
    if (terms % TERMS_A_GROUP === 0) starts.push(at + 1);
    terms += 1;
  }
  return starts;
}

function encodePostings(table: TermTable) {
  const writer = new NumberWriter();
  const one = new NumberWriter();
  const groups: number[] = [];
  let terms = 0;
  for (const documents of table.postings()) {
    if (terms % TERMS_A_GROUP === 0) groups.push(writer.length);
    terms += 1;
    one.clear();
    let before = 0;
    for (const document of documents) {
      one.write(document - before);
      before = document;
    }
    writer.write(one.length);
    writer.append(one.bytes);
  }
  return { terms, groups, bytes: writer.bytes };
}

/** A part of the index as it is looked up. */
export interface IndexPart {
  readonly files: readonly IndexedFile[];
  /** For each file whether it may hold what is required: false only where it does not. */
  mayHold(required: Requirement): readonly boolean[];
}

/** @returns why it cannot be used: it is no part, is damaged, or other code wrote it */
export function decodePart(bytes: Buffer): IndexPart | "damaged" | "of another version" {
  const header = HEADER.exec(bytes.toString("latin1", 0, HEADER_BYTES));
  if (header === null) return "damaged";
  if (Number(header[1]) !== VERSION) return "of another version";
  const body = bytes.subarray(header[0].length);
  if (header[2] !== sumOf(body)) return "damaged";
  const headEnd = body.indexOf(TERM_END);
  const head: unknown = parseJson(body.toString("utf8", 0, headEnd));
  if (!isHead(head)) return "damaged";
  const dictionaryStart = headEnd + 1;
  const groupsStart = dictionaryStart + head.dictionaryBytes;
  const postingsStart = groupsStart + head.groupBytes;
  return new OpenPart(head, {
    dictionary: body.subarray(dictionaryStart, groupsStart),
    groups: body.subarray(groupsStart, postingsStart),
    postings: body.subarray(postingsStart),
  });
}

/** With a good checksum, false only for what other code wrote. */
function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "files" in value && "terms" in value;
}

function sumOf(body: Uint8Array): string {
  return crc32(body).toString(16).padStart(8, "0");
}

interface Sections {
  readonly dictionary: Buffer;
  readonly groups: Buffer;
  readonly postings: Buffer;
}

/** Documents as a set: 1 for each that is in it. Undefined: all of them. */
type Documents = Uint8Array | undefined;

class OpenPart implements IndexPart {
  readonly #documents: number;
  /** Where each term's postings begin is looked up once for all terms of a query. */
  readonly #found = new Map<string, Documents>();

  constructor(
    private readonly head: Head,
    private readonly sections: Sections,
  ) {
    this.#documents = head.files.reduce((sum, { documents }) => sum + documents, 0);
  }

  get files(): readonly IndexedFile[] {
    return this.head.files;
  }

  mayHold(required: Requirement): readonly boolean[] {
    const found = this.#holding(required);
    let start = 0;
    return this.files.map(({ documents }) => {
      const end = start + documents;
      const isIn = found === undefined ? documents > 0 : found.subarray(start, end).includes(1);
      start = end;
      return isIn;
    });
  }

  #holding(required: Requirement): Documents {
    if (typeof required === "string") return this.#holdingText(required);
    if ("all" in required) {
      return required.all.reduce<Documents>(
        (found, part) => inBoth(found, () => this.#holding(part)),
        undefined,
      );
    }
    const parts = required.any.map((part) => this.#holding(part));
    return parts.reduce<Documents>((one, other) => inEither(one, other), this.#none());
  }

  /** What is between separators is a term, or at an end of the text the end of one. */
  #holdingText(text: string): Documents {
    return termsIn(text).reduce<Documents>(
      (found, needle) => inBoth(found, () => this.#holdingTerm(needle)),
      undefined,
    );
  }

  #holdingTerm(needle: Buffer): Documents {
    const key = needle.toString("latin1");
    if (!this.#found.has(key)) this.#found.set(key, this.#lookUp(needle));
    return this.#found.get(key);
  }

  #lookUp(needle: Buffer): Documents {
    const { dictionary } = this.sections;
    const found = this.#none();
    const before = needle[0] === TERM_END ? 1 : 0;
    for (let at = dictionary.indexOf(needle); at !== -1;) {
      this.#addDocuments(at + before, found);
      at = dictionary.indexOf(needle, dictionary.indexOf(TERM_END, at + before));
    }
    return found;
  }

  /** @param at somewhere in the term in the dictionary */
  #addDocuments(at: number, found: Uint8Array): void {
    const { dictionary, groups, postings } = this.sections;
    const count = groups.length / 8;
    const startOf = (group: number): number => groups.readUInt32LE(group * 4);
    let [group, end] = [0, count];
    while (end - group > 1) {
      const middle = (group + end) >> 1;
      if (startOf(middle) <= at) group = middle;
      else end = middle;
    }
    let termsBefore = 0;
    for (let byte = startOf(group); byte < at; byte += 1) {
      if (dictionary[byte] === TERM_END) termsBefore += 1;
    }
    const reader = new NumberReader(postings, groups.readUInt32LE((count + group) * 4));
    for (; termsBefore > 0; termsBefore -= 1) reader.skip(reader.read());
    const listEnd = reader.read() + reader.at;
    for (let document = 0; reader.at < listEnd;) {
      document += reader.read();
      found[document] = 1;
    }
  }

  #none(): Uint8Array {
    return new Uint8Array(this.#documents);
  }
}

/** A single letter is in nearly every event: to look it up costs more than it saves. */
const SHORTEST_BYTES = 2;

/**
 * What the dictionary has to hold where a text is: its runs of term bytes, with a separator at each
 * end that is not the text's own.
 */
function termsIn(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text, "utf8");
  const needles: Buffer[] = [];
  const end = Buffer.from([TERM_END]);
  for (let start = 0; start < bytes.length;) {
    let to = start;
    while (to < bytes.length && IS_TERM_BYTE[bytes[to] ?? 0] === 1) to += 1;
    const needle = Buffer.concat([
      start === 0 ? Buffer.alloc(0) : end,
      bytes.subarray(start, to),
      to === bytes.length ? Buffer.alloc(0) : end,
    ]);
    if (to > start && needle.length >= SHORTEST_BYTES) needles.push(needle);
    start = to + 1;
  }
  return needles;
}

/** @param other asked for only where it can make a difference */
function inBoth(one: Documents, other: () => Documents): Documents {
  if (one?.includes(1) === false) return one;
  const second = other();
  if (one === undefined || second === undefined) return one ?? second;
  return one.map((is, document) => is & (second[document] ?? 0));
}

function inEither(one: Documents, other: Documents): Documents {
  if (one === undefined || other === undefined) return undefined;
  return one.map((is, document) => is | (other[document] ?? 0));
}

/** Whole numbers from 0 on, seven bits a byte, the lowest first. */
class NumberWriter {
  #bytes = Buffer.alloc(1 << 12);
  length = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  write(number: number): void {
    this.#reserve(5);
    for (; number >= 0x80; number >>>= 7) this.#bytes[this.length++] = (number & 0x7f) | 0x80;
    this.#bytes[this.length++] = number;
  }

  append(bytes: Buffer): void {
    this.#reserve(bytes.length);
    this.length += bytes.copy(this.#bytes, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    this.#bytes = Buffer.concat([this.#bytes], (this.length + count) * 2);
  }
}

class NumberReader {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}

  read(): number {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
  }

  skip(bytes: number): void {
    this.at += bytes;
  }
}
