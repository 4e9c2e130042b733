import { accountantOf } from "../../dialects/dialects.js";
import type { Accountant, LogEvent } from "../../events/event.js";
import { isItem, type Item } from "../../events/item.js";
import { parseJson } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import { type EventText, eventTexts, type WholeOf } from "../../projections/event-texts.js";
import { factsOf } from "../../reducers/reduce.js";
import { isRefoldError } from "../../errors.js";
import { isSystemError } from "../../store/errors.js";
import type { EventStore, NewerEvents } from "../../store/event-store.js";
import { blobPath } from "../../store/jsonl/blobs.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { type FileBytes, heldBytes } from "../file-bytes.js";
import { FirstWords, toTitle } from "../../projections/title.js";
import { rolloutPlace, recogniseFile } from "../open-session.js";
import type { StoredThread } from "../stored-threads.js";
import type { RelatedFiles } from "../related-file.js";
import { visitEvents } from "../visit-events.js";

/** What a search shows of a session. */
export interface SearchedSession {
  /** Of the thread; null: its file does not say. */
  readonly threadId: string | null;
  /** Given to it, else how the first user's words begin; null: nobody said anything. */
  readonly title: string | null;
  /** What recorded it first: `refold`, `codex`, … */
  readonly tool: string;
  /** The folder in which the work began; null: its file does not say. */
  readonly cwd: string | null;
}

/** What was read of a session's file. */
export interface ReadSession {
  readonly session: SearchedSession;
  readonly damagedPlaces: number;
}

export interface ReadTextsOptions extends NewerEvents {
  /** One for all files that are read. */
  readonly related: RelatedFiles;
}

export type TakeTexts = (event: LogEvent, texts: readonly EventText[]) => void;

/**
 * Reads what each event of a file says, in their order: the one way to a session's texts, for the
 * index and for who reads without it. Of a fork, and of a session whose history begins in another file,
 * the events that are elsewhere are left out. Outputs are whole, as their file holds them.
 * @throws {RefoldError} the file cannot be read at all
 */
export async function readTexts(
  path: string,
  { related, ...newer }: ReadTextsOptions,
  take: TakeTexts,
): Promise<ReadSession> {
  const bytes = await heldBytes(path, related);
  const kind = await recogniseFile(bytes);
  if (kind === "bundle") return readBundle(bytes, newer, take);
  let missing = 0;
  const onMissing = (): void => void (missing += 1);
  const home = kind === "rollout" ? rolloutPlace(path)?.home : undefined;
  const wholeOf = home === undefined ? asRecorded : originalsIn(home, onMissing);
  const reader = new TextReader(take, wholeOf);
  const places = await visitEvents(bytes, kind, { ...newer, ...WHOLE }, (event, lineBytes) => {
    reader.push(event, lineBytes === null);
  });
  return { session: reader.session, damagedPlaces: places + missing };
}

/** No output is as long: a session's own limit is for prompts. */
const WHOLE = { toolOutputLimit: { mode: "bytes", limit: Number.MAX_SAFE_INTEGER } } as const;

/** The same of a thread that has no file. */
export async function readStoredTexts(
  { store, entry, from }: StoredThread,
  newer: NewerEvents,
  take: TakeTexts,
): Promise<ReadSession> {
  let damagedPlaces = 0;
  const onDamage = (): void => void (damagedPlaces += 1);
  let originals = new Map<string, string>();
  const reader = new TextReader(take, ({ item, bounded }) => {
    const text = bounded && originals.get(bounded.original);
    return text === undefined ? item : withOriginal(item, text);
  });
  for await (const event of store.read(entry.threadId, { ...newer, from, onDamage })) {
    originals = await originalsOf(event, store, onDamage);
    reader.push(event);
  }
  return { session: reader.session, damagedPlaces };
}

/** The outputs of an event as they were before they were bounded. */
async function originalsOf(
  event: LogEvent,
  { blobs }: EventStore,
  onMissing: () => void,
): Promise<Map<string, string>> {
  const originals = new Map<string, string>();
  if (!isKnownEvent(event)) return originals;
  for (const fact of factsOf(event)) {
    if (fact.type !== "item.recorded" || fact.data.bounded === undefined) continue;
    const { original } = fact.data.bounded;
    try {
      originals.set(original, Buffer.from(await blobs.get(original)).toString("utf8"));
    } catch (error) {
      if (!isRefoldError(error, "blob-missing", "blob-corrupt")) throw error;
      onMissing();
    }
  }
  return originals;
}

function withOriginal(item: Item, text: string): Item {
  if (!("output" in item)) return item;
  const whole = { ...item, output: typeof item.output === "string" ? text : parseJson(text) };
  return isItem(whole) ? whole : item;
}

const asRecorded: WholeOf = ({ item }) => item;

/** Outputs as they were before they were bounded: a store keeps them as blobs. */
function originalsIn(home: string, onMissing: () => void): WholeOf {
  return ({ item, bounded }) => {
    if (bounded === undefined || !("output" in item)) return item;
    try {
      const path = blobPath(home, bounded.original);
      return withOriginal(item, nodeFileSystem.readFile(path).toString("utf8"));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      onMissing();
      return item;
    }
  };
}

async function readBundle(
  bytes: FileBytes,
  newer: NewerEvents,
  take: TakeTexts,
): Promise<ReadSession> {
  const { openBundle } = await import("../bundle/open-bundle.js");
  const session = await openBundle(bytes, newer);
  try {
    const reader = new TextReader(take);
    for await (const event of session.source.read()) reader.push(event);
    return { session: reader.session, damagedPlaces: session.damage().length };
  } finally {
    await session.close();
  }
}

/** Takes the events of one session in their order. */
class TextReader {
  #accountant: Accountant | null = null;
  #threadId: string | null = null;
  #title: string | null = null;
  readonly #words = new FirstWords();
  #cwd: string | null = null;
  #tool = "refold";
  readonly #tools = new Map<string, string>();

  constructor(
    private readonly take: TakeTexts,
    private readonly wholeOf: WholeOf = asRecorded,
  ) {}

  get session(): SearchedSession {
    const title = this.#title ?? this.#words.title;
    return { threadId: this.#threadId, title, tool: this.#tool, cwd: this.#cwd };
  }

  push(event: LogEvent, isElsewhere = false): void {
    this.#accountant ??= accountantOf(event);
    this.#note(event);
    const texts = eventTexts(event, this.#accountant.take(event), this.wholeOf);
    if (texts.length === 0) return;
    const named = texts.map((text) => this.#withTool(text));
    if (!isElsewhere) this.take(event, named);
  }

  /** An output is its call's tool's. */
  #withTool(text: EventText): EventText {
    const { callId, tool } = text;
    if (callId === null) return text;
    if (tool === null) return { ...text, tool: this.#tools.get(callId) ?? null };
    this.#tools.set(callId, tool);
    return text;
  }

  #note(event: LogEvent): void {
    if (!this.#words.isFound) this.#words.takeEvent(event);
    if (!isKnownEvent(event)) return;
    for (const fact of factsOf(event)) {
      if (fact.type === "thread.started") {
        this.#threadId = fact.data.threadId;
        this.#tool = fact.data.source.dialect;
        this.#cwd = fact.data.cwd;
        this.#name(fact.data.title);
      } else if (fact.type === "thread.forked") {
        this.#threadId = fact.data.threadId;
        this.#name(fact.data.title ?? null);
      } else if (fact.type === "thread.renamed") {
        this.#name(fact.data.title);
      } else if (fact.type === "turn.started") {
        this.#cwd ??= fact.data.envelope.cwd ?? null;
      }
    }
  }

  #name(title: string | null): void {
    this.#title = title === null ? null : toTitle(title);
  }
}
