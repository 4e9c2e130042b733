import { isAbsolute, resolve } from "node:path";
import type { LogEvent } from "../../events/event.js";
import type { EventText } from "../../projections/event-texts.js";
import type { Stretch } from "../../projections/own-pattern.js";
import type { TranscriptSpeaker } from "../../projections/transcript/transcript.js";
import type { NewerEvents } from "../../store/event-store.js";
import { isBelow } from "../session-files.js";
import type { Place, Query } from "./query.js";
import type { StoredThread } from "../stored-threads.js";
import type { RelatedFiles } from "../related-file.js";
import { type Unread, whyUnread } from "../errors.js";
import {
  type ReadSession,
  readStoredTexts,
  readTexts,
  type SearchedSession,
  type TakeTexts,
} from "./read-texts.js";

/** What is looked for, and where; plain data, so that it passes between threads. */
export interface SearchCriteria extends NewerEvents {
  /** As a person writes it (`parseQuery`). */
  readonly query: string;
  /** Only what one of these said; absent: all. */
  readonly speakers?: readonly TranscriptSpeaker[];
  /** Only calls of the tool of this name, and their outputs. */
  readonly tool?: string;
  /** Only sessions that began in this folder or below it, or in a folder of this name. */
  readonly project?: string;
  /** RFC 3339, in UTC, inclusive. */
  readonly since?: string;
  readonly until?: string;
  /** No more hits of a file are told of than so many; absent: all. */
  readonly mostHits?: number;
}

/** An event that holds what was looked for. */
export interface SearchHit {
  readonly offset: number;
  /** RFC 3339. */
  readonly at: string;
  readonly speaker: TranscriptSpeaker;
  readonly tool: string | null;
  /** What is around it, as it stands in the text. */
  readonly excerpt: string;
  /** Whether text was cut before or after the excerpt. */
  readonly isCut: { readonly before: boolean; readonly after: boolean };
  /** Where the excerpt holds what was looked for. */
  readonly places: readonly Stretch[];
}

/** What a file came to. */
export interface FileAnswer {
  readonly path: string;
  /** Of a thread that has no file, by which it is opened. */
  readonly threadId?: string;
  /** Null: nothing in it is what was looked for. */
  readonly found: { readonly session: SearchedSession; readonly hits: readonly SearchHit[] } | null;
  readonly damagedPlaces: number;
  /** Why it could not be read; null: it could. */
  readonly unread: Unread | null;
}

/** Reads a file and finds what is looked for; one that cannot be read is an answer like any other. */
export async function searchFile(
  path: string,
  criteria: SearchCriteria,
  { query, related }: { readonly query: Query; readonly related: RelatedFiles },
): Promise<FileAnswer> {
  const options = { related, ...newerOf(criteria) };
  return searchTexts(path, { criteria, query }, (take) => readTexts(path, options, take));
}

/** The same of a thread that has no file. */
export async function searchStored(
  thread: StoredThread,
  criteria: SearchCriteria,
  query: Query,
): Promise<FileAnswer> {
  const { path, entry } = thread;
  const answer = await searchTexts(path, { criteria, query }, (take) =>
    readStoredTexts(thread, newerOf(criteria), take),
  );
  return { ...answer, threadId: entry.threadId };
}

function newerOf({ newer }: SearchCriteria): NewerEvents {
  return newer === undefined ? {} : { newer };
}

interface Wanted {
  readonly criteria: SearchCriteria;
  readonly query: Query;
}

async function searchTexts(
  path: string,
  { criteria, query }: Wanted,
  read: (take: TakeTexts) => Promise<ReadSession>,
): Promise<FileAnswer> {
  const { mostHits = Infinity } = criteria;
  const hits: SearchHit[] = [];
  try {
    const { session, damagedPlaces } = await read((event, texts) => {
      const isAsked = hits.length < mostHits && isWithin(event.at, criteria);
      const hit = isAsked ? hitIn(event, texts, { criteria, query }) : null;
      if (hit !== null) hits.push(hit);
    });
    const isFound = hits.length > 0 && isOfProject(session.cwd, criteria);
    return { path, found: isFound ? { session, hits } : null, damagedPlaces, unread: null };
  } catch (error) {
    return { path, found: null, damagedPlaces: 0, unread: whyUnread(error) };
  }
}

function hitIn(
  { offset, at }: LogEvent,
  said: readonly EventText[],
  { criteria, query }: Wanted,
): SearchHit | null {
  const texts = said.filter((text) => isWanted(text, criteria));
  if (texts.length === 0) return null;
  const all = query.find(texts.map(({ text }) => text));
  if (all === null) return null;
  const kinds = all.map(kindsIn);
  const best = kinds.indexOf(Math.max(...kinds));
  const [text, places] = [texts[best], all[best]];
  if (text === undefined || places === undefined) return null;
  const { speaker, tool } = text;
  return { offset, at, speaker, tool, ...excerptOf(text.text, places) };
}

/** How many of the words and phrases are at some places. */
function kindsIn(places: readonly Place[]): number {
  return new Set(places.map(({ of }) => of)).size;
}

function isWithin(at: string, { since, until }: SearchCriteria): boolean {
  return (since === undefined || at >= since) && (until === undefined || at <= until);
}

function isWanted({ speaker, tool }: EventText, criteria: SearchCriteria): boolean {
  const { speakers, tool: wanted } = criteria;
  if (speakers !== undefined && !speakers.includes(speaker)) return false;
  return wanted === undefined || tool?.toLowerCase() === wanted.toLowerCase();
}

/** Whether a session that began in a folder is of the project that is asked for. */
export function isOfProject(cwd: string | null, { project }: SearchCriteria): boolean {
  if (project === undefined) return true;
  if (cwd === null) return false;
  if (!/[/\\]|^\.{1,2}$/.test(project)) {
    return cwd.split(/[/\\]/).some((name) => name.toLowerCase() === project.toLowerCase());
  }
  // A shell completes a folder with a slash after it.
  const folder = isAbsolute(project) ? project.replace(/(?!^)[/\\]+$/, "") : resolve(project);
  return cwd === folder || isBelow(cwd, folder);
}

const BEFORE = 160;
const AFTER = 480;

/** What is around the place after which most is found, and the places that are in it. */
function excerptOf(
  text: string,
  places: readonly Place[],
): Pick<SearchHit, "excerpt" | "isCut" | "places"> {
  const near = places.map(({ from }) =>
    places.filter((one) => one.from >= from && one.from < from + AFTER),
  );
  const kinds = near.map(kindsIn);
  const shown = near[kinds.indexOf(Math.max(...kinds))] ?? places;
  const first = shown[0]?.from ?? 0;
  const start = wholeCharacter(text, Math.max(0, first - BEFORE));
  const end = wholeCharacter(text, Math.min(text.length, first + AFTER));
  return {
    excerpt: text.slice(start, end),
    isCut: { before: start > 0, after: end < text.length },
    places: shown.map(({ from, to }) => ({ from: from - start, to: Math.min(to, end) - start })),
  };
}

/** A place between characters: a pair of surrogates is not torn apart. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at - 1 : at;
}
