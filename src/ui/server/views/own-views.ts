import { STEPS, type SessionRow, type SessionView } from "../../api.js";
import { PROVIDER_NAMES } from "../../../projections/providers/request-maker.js";
import { notFound } from "../failures.js";
import type { OpenedSession } from "../opened-session.js";
import { type Query, type RowRange, windowOf, MOST_CHARS, textWindow } from "../query.js";
import { eventDetail } from "./event-detail.js";
import { recordedItem, textOfItem } from "./items.js";
import type { PromptWish } from "./made-prompt.js";
import { promptText, promptWindow } from "./prompt-window.js";
import { transcriptWindow } from "./transcript-window.js";
import { stepFrom } from "./timeline.js";
import type { CacheWindow, ForgottenWindow } from "../../api-views.js";
import { sum } from "../../../projections/figures.js";
import { damageWords } from "../../../sessions/damage-words.js";

type View = (opened: OpenedSession, query: Query) => Promise<object> | object;

/** What a session answers by itself, by the last part of the path. */
const VIEWS: Readonly<Record<string, View>> = {
  step: (opened, query) =>
    stepFrom(opened, query.number("at", 0), {
      by: query.choice("by", STEPS),
      to: query.choice("to", ["next", "previous"]),
    }),
  event: (opened, query) => eventDetail(opened, query.number("offset", 0)),
  prompt: async (opened, query) =>
    promptWindow(opened, await promptWish(opened, query), query.rows()),
  text: async (opened, query) => {
    const range = query.rows(MOST_CHARS, MOST_CHARS);
    const ref = query.text("ref");
    if (ref !== "") return textWindow(textOfItem(await recordedItem(opened, ref)), range);
    const part = query.number("part", 0);
    return promptText(opened, await promptWish(opened, query), { part, range });
  },
  original: async (opened, query) =>
    textWindow(await originalText(opened, query.text("ref")), query.rows(MOST_CHARS, MOST_CHARS)),
  cache: (opened, query) =>
    cacheWindow(opened, { breaks: query.text("breaks") === "1", range: query.rows() }),
  forgotten: (opened, query) =>
    forgottenWindow(opened, query.number("at", opened.index.head - 1), query.rows()),
  transcript: (opened, query) =>
    transcriptWindow(opened, query.number("at", opened.index.head - 1), query.rows()),
};

/** @throws {Refusal} `not-found`: there is no such view */
export async function ownView(name: string, opened: OpenedSession, query: Query): Promise<object> {
  const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
  if (view === undefined) throw notFound("such view");
  return view(opened, query);
}

/** @throws {Refusal} `bad-request`: there is no such provider */
export async function promptWish(opened: OpenedSession, query: Query): Promise<PromptWish> {
  const at = query.number("at", (await opened.head()) - 1);
  const provider = query.choice("provider", ["", ...PROVIDER_NAMES]);
  return { at, provider, model: query.text("model") };
}

/** The requests of a session as `refold cache` shows them, as far as it was read. */
function cacheWindow(
  { index }: OpenedSession,
  { breaks, range }: { readonly breaks: boolean; readonly range: RowRange },
): CacheWindow {
  const { basis, totals, requests } = index.cacheReport;
  const shown = breaks ? requests.filter((request) => request.break !== null) : requests;
  return { ...windowOf(shown, range), basis, totals, requests: requests.length };
}

/** What had been forgotten at an offset, as `refold forgetting --at` lists it. */
function forgottenWindow({ index }: OpenedSession, at: number, range: RowRange): ForgottenWindow {
  const found = index.forgotten.filter(({ offset }) => offset <= at);
  return { ...windowOf(found, range), tokens: sum(found.map(({ tokens }) => tokens)) };
}

/**
 * What an item was before it was cut, cleared or forgotten: the blob of a cut output, else the item as it
 * was recorded.
 * @throws {RefoldError} `blob-missing`, `blob-corrupt`
 */
async function originalText(opened: OpenedSession, ref: string): Promise<string> {
  const recorded = await recordedItem(opened, ref);
  const hash = recorded.bounded?.original ?? null;
  if (hash === null) return textOfItem(recorded);
  return new TextDecoder().decode(await opened.readable.blobs.get(hash));
}

/** A session at a glance, as far as it was read. */
export async function sessionView(
  opened: OpenedSession,
  { row, acts }: { readonly row: SessionRow; readonly acts: SessionView["acts"] },
): Promise<SessionView> {
  const { index, readable } = opened;
  const { turns, title, cwd, threadId, models } = index.outline;
  const damage = readable.damage();
  const head = await opened.head();
  const bytes = readable.progress?.();
  const reading: SessionView["reading"] =
    bytes === undefined
      ? { unit: "event", done: index.head, total: head }
      : { unit: "byte", ...bytes };
  return {
    row: {
      ...row,
      threadId: row.threadId || (threadId ?? ""),
      ...(opened.isIndexed && { title: title ?? row.title, cwd: cwd ?? row.cwd }),
      model: row.model ?? models.at(-1) ?? null,
    },
    name: readable.name,
    head,
    isIndexed: opened.isIndexed,
    reading: opened.isIndexed ? null : reading,
    turns: turns.length,
    damage: damage.map(damageWords),
    repair: damage.length === 0 ? null : `refold repair ${readable.name} -o clean-copy.jsonl`,
    acts,
  };
}
