import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { ulidToUuid } from "../../events/ids.js";
import type { JsonObject } from "../../events/primitives.js";
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
  type WrittenEvent,
} from "../shared/write-thread.js";
import { claudeCodeForm } from "./claude-code-form.js";
import { EntrySpelling } from "./spelling.js";
import { ThreadWriter } from "./thread-writer.js";
import { LineMaker, TranscriptLines } from "./transcript-lines.js";
import { WrittenTranscript } from "./written-transcript.js";

/**
 * Writes a thread as a Claude Code transcript, whoever recorded it. What was imported from one is
 * written byte for byte; what came after it, and all of any other thread, as lines that open as a
 * transcript with the same ledger (docs/claude-code-export.md).
 *
 * @param source the thread's events through its ancestors; read twice, and more for rollbacks
 * @returns the file's bytes, in parts
 * @throws {RefoldError} `blob-missing`: the bytes of an image, or of an imported line, are gone
 */
export function writeClaudeCode(
  source: EventSource,
  options: ThreadExport,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { blobs } = options;
  return writeThread(
    source,
    { form: claudeCodeForm, blobs },
    (survey) => new ExportRun(source, options, survey),
  );
}

/** One export: the thread is folded once more, and what is written is read along. */
class ExportRun implements ThreadRun {
  readonly #fold: ThreadFold;
  readonly #ledger: ExportLedger;
  readonly #spelling = new EntrySpelling();
  readonly #transcript: WrittenTranscript;
  /** The branch of git that the newest imported line names. */
  #gitBranch: string | null = null;
  readonly #leaves: (string | null)[] = [];

  constructor(
    private readonly source: EventSource,
    private readonly options: ThreadExport,
    private readonly survey: ThreadSurvey,
  ) {
    this.#ledger = new ExportLedger(new LedgerIds(), (entry) => this.#spelling.itemsOf(entry));
    this.#fold = new ThreadFold(source, this.#ledger);
    this.#transcript = new WrittenTranscript(this.#ledger);
  }

  begin(): JsonObject | null {
    const { first } = this.survey;
    if (this.#isOwnFile) return null;
    const { sessionId } = this;
    const start = { type: "mode", mode: "normal", sessionId, timestamp: first?.at };
    this.#transcript.take(start);
    return start;
  }

  /** As the imported lines spell it; a fork's is its own. */
  get sessionId(): string {
    const [sessionId] = this.#isOwnFile ? this.#foreignIds() : [];
    return sessionId ?? ulidToUuid(this.options.threadId);
  }

  /** The imported lines are this thread's own, and no fork's. */
  get #isOwnFile(): boolean {
    const { importedEnd, first } = this.survey;
    return importedEnd > 0 && first?.threadId === this.options.threadId;
  }

  /** What the imported lines say that a line behind them has to say too: a sub-agent's are marked. */
  #others(): JsonObject {
    const [, agentId] = this.survey.importedEnd > 0 ? this.#foreignIds() : [];
    return {
      ...(agentId !== undefined && { isSidechain: true, agentId }),
      ...(this.#gitBranch !== null && { gitBranch: this.#gitBranch }),
    };
  }

  /** Of session and sub-agent. */
  #foreignIds(): readonly string[] {
    return this.survey.state.thread?.source.foreignId?.split("/") ?? [];
  }

  async *imported(): AsyncGenerator<LogEvent> {
    const { importedEnd } = this.survey;
    if (importedEnd === 0) return;
    for await (const event of this.source.read({ from: 0, to: importedEnd - 1 })) {
      await this.#fold.take(event);
      const object = await importedObject(event, claudeCodeForm, this.options.blobs);
      this.#transcript.take(object, this.#ledger.at(event.offset));
      this.#leaves.push(this.#transcript.live.uuid);
      this.#gitBranch = textAt(object, "gitBranch") ?? this.#gitBranch;
      yield event;
    }
  }

  async *own(): AsyncGenerator<readonly JsonObject[]> {
    const { report = new ExportReport(), blobs, threadId, version } = this.options;
    const cwd = this.survey.state.thread?.cwd ?? "";
    const common = { sessionId: this.sessionId, cwd, version, others: this.#others() };
    const maker = new LineMaker(threadId, common);
    const parts = { transcript: this.#transcript, ledger: this.#ledger };
    const lines = new TranscriptLines({ ...parts, maker, spelling: this.#spelling, blobs });
    const writer = new ThreadWriter({ ...parts, lines, report, isOwnFile: this.#isOwnFile });
    for (const leaf of this.#leaves) writer.passOver(leaf);
    let last: WrittenEvent | null = null;
    for await (const event of this.source.read({ from: this.survey.importedEnd })) {
      last = await this.#fold.take(event);
      yield await writer.write(last);
    }
    if (last !== null) yield await writer.finish(last);
  }
}
