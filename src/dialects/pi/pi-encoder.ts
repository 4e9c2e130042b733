import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { ulidToUuid } from "../../events/ids.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { ExportLedger, LedgerIds } from "../shared/export-ledger.js";
import { textAt } from "../shared/json-members.js";
import {
  ExportReport,
  importedObject,
  type ThreadExport,
  ThreadFold,
  type ThreadRun,
  type ThreadSurvey,
  writeThread,
} from "../shared/write-thread.js";
import { piForm } from "./pi-form.js";
import { NO_SETTINGS, readPolicy, versionOf } from "./session-start.js";
import { SessionWriter } from "./session-writer.js";
import { Spelling } from "./spelling.js";
import { WrittenSession } from "./written-session.js";

/** What pi writes. */
const VERSION = 3;

/**
 * Writes a thread as a pi session, whoever recorded it. What was imported from one whose entries have
 * ids is written byte for byte; what came after it, and all of any other thread, as entries that open
 * as a session with the same ledger (docs/pi.md).
 *
 * @param source the thread's events through its ancestors; read twice, and more for rollbacks
 * @returns the file's bytes, in parts
 * @throws {RefoldError} `blob-missing`: the bytes of an image, or of an imported line, are gone
 */
export function writePi(
  source: EventSource,
  options: ThreadExport,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { blobs } = options;
  return writeThread(
    source,
    { form: piForm, blobs },
    (survey) => new ExportRun(source, options, survey),
  );
}

/** One export: the thread is folded once more, and what is written is followed. */
class ExportRun implements ThreadRun {
  readonly #fold: ThreadFold;
  readonly #ids = new LedgerIds();
  readonly #spelling = new Spelling();
  readonly #ledger = new ExportLedger(this.#ids, (entry) => this.#spelling.of(entry));
  readonly #session: WrittenSession;
  /** Events before it are written as their own lines. */
  #importedEnd = 0;

  constructor(
    private readonly source: EventSource,
    private readonly options: ThreadExport,
    private readonly survey: ThreadSurvey,
  ) {
    this.#fold = new ThreadFold(source, this.#ledger);
    this.#session = new WrittenSession(options.threadId);
  }

  async begin(): Promise<JsonObject | null> {
    const { importedEnd, first, state } = this.survey;
    const { threadId } = this.options;
    if (await this.#hasIds()) this.#importedEnd = importedEnd;
    if (this.#importedEnd > 0 && (first === null || first.threadId === threadId)) return null;
    const cwd = state.thread?.cwd ?? "";
    return {
      type: "session",
      version: VERSION,
      id: ulidToUuid(threadId),
      timestamp: first?.at ?? "",
      cwd,
    };
  }

  async *imported(): AsyncGenerator<LogEvent> {
    if (this.#importedEnd === 0) return;
    for await (const event of this.source.read({ from: 0, to: this.#importedEnd - 1 })) {
      const { after } = await this.#fold.take(event);
      this.#follow(await importedObject(event, piForm, this.options.blobs), event.offset, after);
      yield event;
    }
  }

  async *own(): AsyncGenerator<readonly JsonObject[]> {
    const { report = new ExportReport(), blobs } = this.options;
    const writer = new SessionWriter({
      ...{ blobs, report, ids: this.#ids, spelling: this.#spelling },
      ...{ ledger: this.#ledger, session: this.#session },
    });
    let last: LogEvent | null = null;
    for await (const event of this.source.read({ from: this.#importedEnd })) {
      yield await writer.write(await this.#fold.take(event));
      last = event;
    }
    if (last !== null) yield writer.finish(last);
  }

  #follow(entry: JsonObject, offset: number, { baseline }: ThreadState): void {
    const id = textAt(entry, "id");
    if (entry.type === "session" || id === null) return;
    const session = this.#session;
    const parent = session.placeAt(textAt(entry, "parentId") ?? "") ?? session.root;
    const { model = null, provider = null, effort = null } = baseline?.envelope ?? {};
    session.add({
      id,
      parent,
      isCompaction: entry.type === "compaction",
      ledger: this.#ledger.at(offset),
      settings: { ...NO_SETTINGS, model, provider, effort },
      policy: readPolicy(entry) ?? parent.policy,
    });
  }

  /** Entries can only follow lines that have ids: pi writes a file of version 1 anew itself. */
  async #hasIds(): Promise<boolean> {
    for await (const event of this.source.read({ from: 0, to: 0 })) {
      const first = await importedObject(event, piForm, this.options.blobs).catch(() => ({}));
      return this.survey.importedEnd > 0 && versionOf(first) >= 2;
    }
    return false;
  }
}
