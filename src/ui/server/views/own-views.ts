import { STEPS } from "../../api.js";
import { notFound } from "../failures.js";
import type { OpenedSession } from "../opened-session.js";
import type { Query } from "../query.js";
import { cacheWindow } from "./cache-window.js";
import { MOST_CHARS, textWindow } from "./cut.js";
import { eventDetail, eventsWindow } from "./events-window.js";
import { forgottenWindow } from "./forgotten-window.js";
import { recordedItem, textOfItem } from "./items.js";
import type { PromptWish } from "./made-prompt.js";
import { originalText } from "./original.js";
import { promptText, promptWindow } from "./prompt-window.js";
import { transcriptWindow } from "./transcript-window.js";
import { stepFrom, turnsWindow } from "./turns-window.js";

type View = (opened: OpenedSession, query: Query) => Promise<object> | object;

/** What a session answers by itself, by the last part of the path. */
const VIEWS: Readonly<Record<string, View>> = {
  turns: (opened, query) => turnsWindow(opened, query.rows()),
  step: (opened, query) =>
    stepFrom(opened, query.number("at", 0), {
      by: query.choice("by", STEPS),
      to: query.choice("to", ["next", "previous"]),
    }),
  events: (opened, query) => eventsWindow(opened, query.rows()),
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

export async function promptWish(opened: OpenedSession, query: Query): Promise<PromptWish> {
  const at = query.number("at", (await opened.head()) - 1);
  return { at, provider: query.text("provider"), model: query.text("model") };
}
