import { invalidArgument } from "../../errors.js";
import {
  ANYTHING,
  compileOwnPattern,
  type OwnPattern,
  type Requirement,
  type Stretch,
} from "../../projections/own-pattern.js";

/** Where a text holds something that is looked for. */
export interface Place extends Stretch {
  /** Which of the words or phrases, by its index; 0 for a pattern. */
  readonly of: number;
}

/** What is looked for in the texts of an event. */
export interface Query {
  /** What the event's texts hold together, folded, wherever there is a hit. */
  readonly required: Requirement;
  /**
   * Where the texts of one event hold what is looked for, text by text and in order: the first few
   * places in each.
   * @returns null: they do not
   */
  find(texts: readonly string[]): readonly (readonly Place[])[] | null;
}

/** `/pattern/` and flags. */
const PATTERN = /^\/(.+)\/([a-z]*)$/s;

/**
 * Reads what a person looks for: words, all of which one event has to hold, in any case; a phrase in
 * double quotes, white space in it as one; or `/pattern/`, with the flags `i`, `m` and `s` (`g` and `u`
 * change nothing).
 * @throws {RefoldError} `invalid-argument`: it is empty, or no pattern
 */
export function parseQuery(text: string): Query {
  const [, source, flags = ""] = PATTERN.exec(text) ?? [];
  if (source === undefined || !/^[gimsu]*$/.test(flags)) return wordsQuery(text);
  return patternQuery(compileOwnPattern(source, flags));
}

/** So many places are told of a text; to look for all of them could take long. */
const MOST_PLACES = 16;

function patternQuery({ find, required }: OwnPattern): Query {
  const folded = foldedRequirement(required);
  return {
    required: folded,
    find: (texts) => {
      if (required !== ANYTHING && !holds(folded, texts.map(foldText))) return null;
      const places = texts.map((text) => firstPlaces(find(text), 0));
      return places.some(({ length }) => length > 0) ? places : null;
    },
  };
}

function firstPlaces(stretches: Iterable<Stretch>, of: number): readonly Place[] {
  const first: Place[] = [];
  for (const stretch of stretches) {
    first.push({ ...stretch, of });
    if (first.length === MOST_PLACES) break;
  }
  return first;
}

function foldedRequirement(required: Requirement): Requirement {
  if (typeof required === "string") return foldText(required);
  if ("all" in required) return { all: required.all.map(foldedRequirement) };
  return { any: required.any.map(foldedRequirement) };
}

/** Whether texts hold together what is required. */
function holds(required: Requirement, texts: readonly string[]): boolean {
  if (typeof required === "string") return texts.some((text) => text.includes(required));
  if ("all" in required) return required.all.every((part) => holds(part, texts));
  return required.any.some((part) => holds(part, texts));
}

/** Words in quotes, an open quote up to the end, or words between spaces. */
const WORD = /"([^"]*)(?:"|$)|[^\s"]+/g;

function wordsQuery(text: string): Query {
  const phrases = [...text.matchAll(WORD)]
    .map(([word, quoted = word]) =>
      foldText(quoted)
        .split(/\s+/)
        .filter((part) => part !== ""),
    )
    .filter(({ length }) => length > 0);
  if (phrases.length === 0) {
    throw invalidArgument("nothing to search for", 'give words, a "phrase", or /a pattern/');
  }
  return {
    required: { all: phrases.flat() },
    find: (texts) => {
      const folded = texts.map(foldText);
      const places = folded.map((): Place[] => []);
      for (const [of, phrase] of phrases.entries()) {
        let isFound = false;
        for (const [index, one] of folded.entries()) {
          const found = firstPlaces(phrasePlaces(one, phrase), of);
          places[index]?.push(...found);
          isFound ||= found.length > 0;
        }
        if (!isFound) return null;
      }
      return places.map((one) => one.toSorted((a, b) => a.from - b.from));
    },
  };
}

const WHITE_SPACE = /\s+/y;

function* phrasePlaces(text: string, [first = "", ...rest]: readonly string[]): Generator<Stretch> {
  for (let from = text.indexOf(first); from !== -1;) {
    let to = from + first.length;
    const isWhole = rest.every((word) => {
      WHITE_SPACE.lastIndex = to;
      if (!WHITE_SPACE.test(text)) return false;
      to = WHITE_SPACE.lastIndex + word.length;
      return text.startsWith(word, WHITE_SPACE.lastIndex);
    });
    if (isWhole) yield { from, to };
    from = text.indexOf(first, isWhole ? to : from + 1);
  }
}

/**
 * A text in which case makes no difference, character for character as long as before, so that places
 * in one are places in the other. The index and whoever reads without it fold by this rule alone.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (!/[\u0130\u017f\u03a3\u03c2]/.test(text)) return lower;
  // A dotted capital I becomes two characters; a sigma's form depends on what follows.
  return text
    .replaceAll("\u0130", "i")
    .toLowerCase()
    .replaceAll("\u017f", "s")
    .replaceAll("\u03c2", "\u03c3");
}
