import { KNOWN_MODELS } from "../../models/find-model.js";
import { PROVIDER_NAMES } from "../../projections/providers/request-maker.js";
import { STRATEGIES } from "../../runtime/compaction/settings.js";
import { buildRequest } from "../../sessions/session-request.js";
import { indexHome } from "../../store/jsonl/home.js";
import type { SessionView } from "../api.js";
import { notFound } from "./failures.js";
import type { ListedSession } from "./session-list.js";
import type { OpenedSession } from "./opened-session.js";
import type { Query } from "./query.js";
import type { UiContext } from "./ui-context.js";
import { diffWindow } from "./views/diff-window.js";
import { pictureBytes } from "./views/items.js";
import { type PromptWish, wishOf } from "./views/made-prompt.js";
import { ownView, promptWish, sessionView } from "./views/own-views.js";
import { searchAnswer } from "./views/search-answer.js";
import { timeline } from "./views/timeline.js";
import { treeWindow } from "./views/tree-rows.js";
import { familyOf } from "./views/tree-view.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import type { Ending } from "../api-views.js";
import { transcriptRow } from "./views/transcript-row.js";
import { openForeign } from "../../dialects/dialects.js";
import { isRefoldError } from "../../errors.js";
import type { EventSource } from "../../events/event-source.js";
import { bytesInMemory, fileBytes } from "../../sessions/file-bytes.js";

/** What a request is answered with. */
type Answer = { readonly json: object } | { readonly bytes: Uint8Array; readonly type: string };

/** Answers a question that is of no one session. @throws {Refusal} `not-found` */
export async function answer(name: string, query: Query, ui: UiContext): Promise<Answer> {
  const { list, about, places } = ui;
  switch (name) {
    case "about":
      return {
        json: { ...about, providers: PROVIDER_NAMES, models: MODEL_IDS, strategies: STRATEGIES },
      };
    case "sessions":
      return { json: list.window(query) };
    case "search": {
      const key = query.text("key");
      const sessions = key === "" ? list.all() : [await list.listed(key)];
      const limit = query.number("limit", 50);
      const asked = {
        query: query.text("query"),
        limit,
        sessions,
        home: ui.home,
        index: indexHome(places.home),
        view: places.view ?? null,
      };
      return { json: await searchAnswer(asked) };
    }
    case "diff": {
      const a = { key: query.text("a"), at: query.number("at", 0) };
      const b = { key: query.text("b") || a.key, at: query.number("bt", 0) };
      return ui.withSession(a.key, (openedA, { row: { title: titleA } }) =>
        ui.withSession(b.key, async (openedB, { row: { title: titleB } }) => {
          const compared = {
            a: { opened: openedA, title: titleA, at: a.at },
            b: { opened: openedB, title: titleB, at: b.at },
            store: ui.home.store,
          };
          return { json: await diffWindow(compared, query.rows()) };
        }),
      );
    }
    default:
      throw notFound("such question");
  }
}

const MODEL_IDS = [...KNOWN_MODELS.keys()].sort();

type View = (asked: Asked) => Promise<object> | object;

interface Asked {
  readonly opened: OpenedSession;
  readonly listed: ListedSession;
  readonly query: Query;
  readonly ui: UiContext;
}

/** What is asked of one session and needs to know of others, by the last part of the path. */
const VIEWS: Readonly<Record<string, View>> = {
  "": ({ opened, listed, ui }) =>
    sessionView(opened, { row: listed.row, acts: actsOn(listed, opened, ui) }),
  timeline: ({ opened, listed, ui }) => timeline(opened, ui.forksOf(listed)),
  ending: ({ listed }) => ending(listed),
  tree: async ({ opened, listed, ui, query }) => {
    const family = await familyOf(opened, listed, { list: ui.list, store: ui.home.store });
    return treeWindow(family, query.names("closed"), query.rows());
  },
};

/** Answers a question about one session. @throws {Refusal} `not-found` */
export async function answerOf(name: string, asked: Asked): Promise<Answer> {
  const { opened, query } = asked;
  if (name === "picture") {
    return pictureBytes(opened, query.text("ref"), query.number("index", 0));
  }
  if (name === "body") return bodyOf(opened, await promptWish(opened, query));
  const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
  if (view === undefined) return { json: await ownView(name, opened, query) };
  return { json: await view(asked) };
}

/** As `refold prompt --placeholders` prints it. */
async function bodyOf(opened: OpenedSession, wish: PromptWish): Promise<Answer> {
  const { source, blobs } = opened.readable;
  const state = await opened.stateAt(wish.at);
  const { request } = await buildRequest(
    state,
    { source, blobs },
    { ...wishOf(wish), placeholders: true },
  );
  const text = `${JSON.stringify(request.body, null, 2)}\n`;
  return { bytes: Buffer.from(text), type: "application/json; charset=utf-8" };
}

function actsOn(
  { summary }: ListedSession,
  { readable }: OpenedSession,
  { about }: UiContext,
): SessionView["acts"] {
  if (about.readOnly) return "read-only";
  if (summary.collection === "refold") return "allowed";
  return readable.isForeign ? "import" : "read-only";
}

const MOST_ROWS = 30;

/** What was said last in another tool's file, before all of it was read. */
async function ending({ summary }: ListedSession): Promise<Ending> {
  const source = summary.collection === "refold" ? null : await fileEnding(summary.path);
  if (source === null) return { rows: [] };
  const { turns } = await projectTranscript(source);
  const entries = turns.flatMap((turn) => turn.entries).slice(-MOST_ROWS);
  const place = { turn: null, pictures: [], ref: null, mostChars: Infinity };
  return { rows: entries.map((entry) => transcriptRow(entry, place)) };
}

/** Of the file's beginning: its first line says what it is. */
const HEAD_BYTES = 256 * 1024;
/** Of its end: some dozen messages, or one that is long. */
const END_BYTES = 512 * 1024;
const LINE_END = 10;

/**
 * The newest lines of another tool's file, read as if nothing but its first line came before them. What they
 * say is right; their offsets, and what they refer to, are not.
 * @returns null: the file is packed, or these lines alone cannot be read
 */
async function fileEnding(path: string): Promise<EventSource | null> {
  const bytes = await fileBytes(path);
  const { name, sizeBytes } = bytes;
  if (/\.(gz|zst)$/.test(path)) return null;
  const head = await bytes.slice(0, Math.min(HEAD_BYTES, sizeBytes));
  const firstLine = head.subarray(0, head.indexOf(LINE_END) + 1);
  const start = Math.max(firstLine.length, sizeBytes - END_BYTES);
  const end = await bytes.slice(start, sizeBytes);
  const whole = start === firstLine.length ? end : end.subarray(end.indexOf(LINE_END) + 1);
  try {
    const ends = bytesInMemory(name, Buffer.concat([firstLine, whole]));
    const { rollout } = await openForeign(ends);
    return rollout.source;
  } catch (error) {
    if (isRefoldError(error)) return null; // the whole file is being read, and says what is wrong
    throw error;
  }
}
