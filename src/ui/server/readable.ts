import { stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { BlobReader, EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { type BackwardSource, isBackwardSource } from "../../reducers/spine-reader.js";
import { fileBytes } from "../../sessions/file-bytes.js";
import { importFile } from "../../sessions/import-file.js";
import type { ThreadSummary } from "../../sessions/listing/thread-summary.js";
import { openSession } from "../../sessions/open-session.js";
import { pathRefused } from "../../sessions/path-refused.js";
import { type Session, type SessionDamage, threadIdOf } from "../../sessions/session.js";
import { heldSource } from "./held-source.js";
import { isDatabase, temporaryHome } from "../../store/jsonl/home.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";

/** A session whose events can be read from any offset on, quickly, however large it is. */
export interface Readable {
  readonly name: string;
  readonly isForeign: boolean;
  /** All of its events are in memory. */
  readonly isHeld: boolean;
  readonly source: EventSource;
  readonly blobs: BlobReader;
  damage(): readonly SessionDamage[];
  /** Events from an offset on, as far as there are any now. */
  newest(from: number): AsyncIterable<LogEvent>;
  /** The offset that the next event gets, without reading all; absent: it takes that. */
  head?(): Promise<number>;
  /** How many bytes of its file were read, of how many; absent: its events are counted. */
  progress?(): { readonly done: number; readonly total: number };
  /** What differs when something was recorded since. */
  stamp(): Promise<string>;
  close(): Promise<void>;
}

/** Another tool's file up to this size is held in memory. */
const HELD_BYTES = 24 * 1024 * 1024;
/** How much larger a packed file may be than it looks. */
const PACKED = 8;

/**
 * Opens a session for any offset. Files of other tools can be read from their beginning only: a small one
 * is held, a large one is imported into a store that goes when it is closed.
 * @throws {RefoldError} as `openSession` does
 */
export async function openReadable(
  summary: Pick<ThreadSummary, "collection" | "threadId" | "path">,
  home: string,
  heldBytes = HELD_BYTES,
): Promise<Readable> {
  const { collection, threadId, path } = summary;
  const isOwn = collection === "refold";
  const session = await openSession(isOwn ? threadId : path, { home });
  const { source } = session;
  if (isBackwardSource(source)) {
    const isRow = isOwn && isDatabase(home);
    const stored = storedReadable({ ...session, source }, path);
    return isRow ? { ...stored, stamp: async () => String(await stored.head()) } : stored;
  }
  const sizeBytes = (session.sizeBytes ?? 0) * (/\.(gz|zst)$/.test(path) ? PACKED : 1);
  const isHeld = sizeBytes <= heldBytes || session.dialect === "refold";
  return isHeld ? heldReadable(session, path) : await spilledReadable(session, path);
}

type Stored = Session & { readonly source: BackwardSource };

function storedReadable(
  session: Stored,
  path: string,
): Readable & Required<Pick<Readable, "head">> {
  const { name, source, blobs } = session;
  return {
    ...{ name, isForeign: session.dialect !== "refold", isHeld: false, source, blobs },
    damage: () => session.damage(),
    newest: (from) => source.read({ from }),
    head: async () => {
      for await (const event of source.readBackward()) return event.offset + 1;
      return 0;
    },
    stamp: () => stampOf(path),
    close: () => session.close(),
  };
}

function heldReadable(session: Session, path: string): Readable {
  const { name, source, blobs } = session;
  const events: LogEvent[] = [];
  return {
    ...{ name, isForeign: session.dialect !== "refold", isHeld: true },
    ...{ source: heldSource(events), blobs },
    damage: () => session.damage(),
    async *newest(from) {
      for await (const event of source.read({ from })) {
        if (event.offset === events.length) events.push(event);
        yield event;
      }
    },
    stamp: () => stampOf(path),
    close: () => session.close(),
  };
}

const LOOK_MS = 50;

async function spilledReadable(session: Session, path: string): Promise<Readable> {
  const { home, remove } = temporaryHome();
  const store = jsonlStore({ home, durability: "none" });
  const threadId = await threadIdOf(session.source);
  let damage: readonly SessionDamage[] = [];
  let done = 0;
  const importing = async (): Promise<true> => {
    const bytes = await fileBytes(path, { onProgress: (read) => (done = read) });
    const result = await importFile(bytes, store);
    damage = [...damage, ...result.damage];
    return true;
  };
  return {
    ...{ name: session.name, isForeign: true, isHeld: false },
    ...{ source: store.source(threadId), blobs: store.blobs },
    damage: () => damage,
    progress: () => ({ done, total: session.sizeBytes ?? done }),
    async *newest(from) {
      const imported = importing();
      let next = from;
      for (let isDone = false; !isDone;) {
        isDone = await Promise.race([imported, pause(LOOK_MS, false)]);
        const head = (await store.has(threadId)) ? await store.head(threadId) : 0;
        if (head > next) yield* store.read(threadId, { from: next, to: head - 1 });
        next = Math.max(next, head);
      }
    },
    stamp: () => stampOf(path),
    close: async () => {
      await store.close();
      await session.close();
      remove();
    },
  };
}

async function stampOf(path: string): Promise<string> {
  try {
    const { size, mtimeMs } = await stat(path);
    return `${size} ${mtimeMs}`;
  } catch (error) {
    throw pathRefused(path, error);
  }
}
