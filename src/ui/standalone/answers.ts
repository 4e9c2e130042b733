import { KNOWN_MODELS } from "../../models/find-model.js";
import { KNOWN_PRICES } from "../../models/prices.js";
import { PROVIDER_NAMES } from "../../projections/providers/request-maker.js";
import { imageUrl, pictureDataUrl } from "../../projections/transcript/image-url.js";
import { describeItem } from "../../projections/transcript/transcript.js";
import type { About, SessionRow } from "../api.js";
import type { Source } from "../page/client.js";
import { Problem, type Request } from "../page/server.js";
import { toFailure } from "../server/failures.js";
import { OpenedSession } from "../server/opened-session.js";
import { Query } from "../server/query.js";
import { diffWindow } from "../server/views/diff-window.js";
import { recordedItem } from "../server/views/items.js";
import { ownView, sessionView } from "../server/views/own-views.js";
import { timeline } from "../server/views/timeline.js";
import { type Family, treeWindow } from "../server/views/tree-rows.js";
import { historyMarks } from "../server/views/tree-view.js";
import type { LogEvent } from "../../events/event.js";
import { decodeBase64 } from "../../events/picture.js";
import { blobMissing } from "../../store/errors.js";
import { heldSource } from "../server/held-source.js";
import type { Readable } from "../server/readable.js";

/** By which the page asks for the one thread that it holds. */
export const KEY = "thread";

export function aboutPage(version: string): About {
  const models = [...KNOWN_MODELS.keys()].sort();
  const providers = PROVIDER_NAMES;
  return { version, home: "", readOnly: true, providers, models, strategies: [], opened: KEY };
}

/** Answers what the server of `refold ui` answers, by the same functions, from what the page holds. */
export async function openEmbedded(): Promise<Source> {
  const opened = await OpenedSession.over(KEY, embeddedReadable(), KNOWN_PRICES);
  return {
    follow: null,
    ask: async (request) => {
      try {
        return await answer(opened, request);
      } catch (error) {
        throw new Problem(toFailure(error).body.error, { cause: error });
      }
    },
    picture: (path) => pictureUrl(opened, new Query(new URLSearchParams(path.split("?")[1]))),
  };
}

async function answer(opened: OpenedSession, { path, query }: Request): Promise<unknown> {
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
  const asked = new Query(new URLSearchParams(said));
  if (path === "api/diff") {
    const { title } = opened.index.outline;
    const a = { opened, title, at: asked.number("at", 0) };
    const b = { opened, title, at: asked.number("bt", 0) };
    return diffWindow({ a, b, store: null }, asked.rows());
  }
  const name = path.replace(`api/session/${KEY}`, "").replace(/^\//, "");
  switch (name) {
    case "":
      return sessionView(opened, { row: rowOf(opened), acts: "read-only" });
    case "timeline":
      return timeline(opened, []);
    case "tree":
      return treeWindow(familyOf(opened), asked.names("closed"), asked.rows());
    default:
      return ownView(name, opened, asked);
  }
}

/** The family of a thread is not embedded: what others said is not part of it. */
function familyOf(opened: OpenedSession): Family {
  const { threadId, title, createdAt } = rowOf(opened);
  const { outline, head } = opened.index;
  const forkedAt = outline.forkedFrom?.offset ?? null;
  const marks = historyMarks(outline);
  const thread = { threadId, key: KEY, title, createdAt, head, forkedAt, trouble: null };
  return { root: { thread: { ...thread, is: "this" }, marks, children: [] }, missingParent: null };
}

function rowOf({ index }: OpenedSession): SessionRow {
  const { threadId, title, cwd, models, startedAt, endedAt, turns, spend, source } = index.outline;
  return {
    key: KEY,
    threadId: threadId ?? "",
    title: title ?? document.title,
    ...{ cwd, tool: source?.split(/[ /]/)[0] ?? "refold", collection: "refold" },
    model: models.at(-1) ?? null,
    ...{ createdAt: startedAt ?? "", updatedAt: endedAt ?? "" },
    ...{ turns: turns.length, tokens: spend.total, cost: spend.requests === 0 ? null : spend.cost },
    isPartlyPriced: spend.unpriced > 0,
    ...{ sizeBytes: 0, isArchived: false, forks: 0, forkedFrom: null, parentKey: null },
    ...{ experiment: null, problem: null },
  };
}

/** A picture as a data URL, of a kind that cannot hold a script; null: it is missing, or of another kind. */
async function pictureUrl(opened: OpenedSession, query: Query): Promise<string | null> {
  const { item, origin } = await recordedItem(opened, query.text("ref"));
  const image = describeItem(item, origin)?.images[query.number("index", 0)];
  const url = image && (await imageUrl(image, opened.readable.blobs));
  return url === null || url === undefined ? null : pictureDataUrl(url);
}

type Damage = ReturnType<Readable["damage"]>[number];

/** The thread that this page holds, in elements with lines of JSON (`src/sessions/static-page.ts`). */
function embeddedReadable(): Readable {
  const events = linesOf("events").map(parsedLine).filter(isEvent);
  const damage = linesOf("damage").map(parsedLine).filter(isDamage);
  const blobs = new Map<string, string>();
  for (const line of linesOf("blobs")) {
    const value = parsedLine(line);
    if (Array.isArray(value)) blobs.set(String(value[0]), String(value[1]));
  }
  return {
    ...{ name: document.title, isForeign: false, isHeld: true, source: heldSource(events) },
    blobs: {
      get: (hash) => {
        const bytes = decodeBase64(blobs.get(hash) ?? "\0");
        return bytes === null ? Promise.reject(blobMissing(hash)) : Promise.resolve(bytes);
      },
    },
    damage: () => damage,
    head: () => Promise.resolve(events.length),
    async *newest(from) {
      yield* events.slice(from);
      await Promise.resolve();
    },
    stamp: () => Promise.resolve("embedded"),
    close: () => Promise.resolve(),
  };
}

function parsedLine(line: string): unknown {
  return JSON.parse(line);
}

/** They were read from a store when the page was written, and are not checked again. */
function isEvent(value: unknown): value is LogEvent {
  return typeof value === "object" && value !== null && "offset" in value;
}

function isDamage(value: unknown): value is Damage {
  return typeof value === "object" && value !== null && "reason" in value;
}

/** The element goes: its text is held once. */
function linesOf(id: string): readonly string[] {
  const element = document.getElementById(id);
  const text = element?.textContent ?? "";
  element?.remove();
  return text.split("\n").filter((line) => line !== "");
}
