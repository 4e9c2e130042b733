import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import { ExportLedger, LedgerIds } from "../shared/export-ledger.js";
import {
  ExportReport,
  importedObject,
  type ThreadExport,
  ThreadFold,
  type ThreadRun,
  type ThreadSurvey,
  writeThread,
  type WrittenEvent,
} from "../shared/write-thread.js";
import { codexForm } from "./codex-form.js";
import { sessionMetaLine } from "./session-meta.js";
import { ThreadWriter } from "./thread-writer.js";
import { EntryItems } from "./written-lines.js";
import { WrittenRollout } from "./written-rollout.js";

/**
 * Writes a thread as a Codex rollout, whoever recorded it. What was imported from one is written byte
 * for byte; what came after it, and all of any other thread, as lines that open as a rollout with the
 * same ledger (docs/codex-export.md).
 *
 * @param source the thread's events through its ancestors; read twice, and more for rollbacks
 * @returns the file's bytes, in parts
 * @throws {RefoldError} `blob-missing`: the bytes of an image, or of an imported line, are gone
 */
export function writeCodex(
  source: EventSource,
  options: ThreadExport,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { blobs } = options;
  return writeThread(
    source,
    { form: codexForm, blobs },
    (survey) => new ExportRun(source, options, survey),
  );
}

/** One export: the thread is folded once more, and what is written is read along. */
class ExportRun implements ThreadRun {
  readonly #fold: ThreadFold;
  readonly #ledger: ExportLedger;
  readonly #items: EntryItems;
  readonly #rollout: WrittenRollout;
  readonly #ids = new LedgerIds();
  #instructions: string | null = null;

  constructor(
    private readonly source: EventSource,
    private readonly options: ThreadExport,
    private readonly survey: ThreadSurvey,
  ) {
    this.#items = new EntryItems(survey.importedEnd);
    this.#ledger = new ExportLedger(this.#ids, (entry) => [{ item: this.#items.itemOf(entry) }]);
    this.#rollout = new WrittenRollout(this.#ids);
    this.#fold = new ThreadFold(source, this.#ledger);
  }

  async begin(): Promise<JsonObject | null> {
    const { importedEnd, first, state } = this.survey;
    const { threadId, version, report } = this.options;
    if (importedEnd > 0) {
      if (first === null || first.threadId === threadId) return null;
      if (await this.#isBare()) {
        // A bare file's first line says how the others are read: none can stand before it.
        report?.add("the fork's own id", importedEnd);
        return null;
      }
    }
    const meta = sessionMetaLine(state, { threadId, version, at: first?.at ?? "" });
    this.#instructions = state.thread?.instructions?.text ?? null;
    this.#rollout.take(meta);
    return meta;
  }

  async *imported(): AsyncGenerator<LogEvent> {
    const { importedEnd } = this.survey;
    if (importedEnd === 0) return;
    for await (const event of this.source.read({ from: 0, to: importedEnd - 1 })) {
      await this.#fold.take(event);
      this.#rollout.take(await this.#object(event), this.#ledger.at(event.offset));
      yield event;
    }
  }

  async *own(): AsyncGenerator<readonly JsonObject[]> {
    const { report = new ExportReport(), blobs, threadId } = this.options;
    const writer = new ThreadWriter({
      ...{ threadId, blobs, report, instructions: this.#instructions },
      ...{ ids: this.#ids, ledger: this.#ledger, items: this.#items, rollout: this.#rollout },
    });
    let last: WrittenEvent | null = null;
    for await (const event of this.source.read({ from: this.survey.importedEnd })) {
      last = await this.#fold.take(event);
      yield await writer.write(last);
    }
    if (last !== null) yield await writer.finish(last.event, last.after);
  }

  async #isBare(): Promise<boolean> {
    for await (const event of this.source.read({ from: 0, to: 0 })) {
      return (await this.#object(event)).payload === undefined;
    }
    return false;
  }

  #object(event: LogEvent): Promise<JsonObject> {
    return importedObject(event, codexForm, this.options.blobs);
  }
}
