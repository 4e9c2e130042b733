import type { BlobReader } from "../../events/event-source.js";
import type { FactOf } from "../../events/event.js";
import { ulidToUuid } from "../../events/ids.js";
import type { KnownItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { isJsonObject } from "../../events/json.js";
import { initialUsage, newlyUsed, NO_USAGE } from "../../reducers/usage.js";
import { derivedUlid } from "../shared/derived-ids.js";
import { EMPTY_LEDGER, type ExportLedger, type SpellableEntry } from "../shared/export-ledger.js";
import { type EntrySpelling, type Spelling, writeBlocks } from "./spelling.js";
import { owed, type WrittenTranscript } from "./written-transcript.js";

interface TranscriptLinesParts {
  readonly threadId: string;
  readonly common: LineCommon;
  readonly transcript: WrittenTranscript;
  readonly ledger: Pick<ExportLedger, "extend">;
  readonly spelling: EntrySpelling;
  readonly blobs: BlobReader;
}

/** What every line of the tree says. */
export interface LineCommon {
  readonly sessionId: string;
  readonly cwd: string;
  /** Of the tool that writes. */
  readonly version: string;
  /** What else the imported lines say, that a line after them has to say too. */
  readonly others: JsonObject;
}

/** Lines after each other, from wherever in the tree they go on; their ids are derived. */
export class TranscriptLines {
  #taken: JsonObject[] = [];
  #open: OpenAnswer | null = null;
  #leaf: string | null = null;
  #ledger = EMPTY_LEDGER;
  #awaitsSummary = false;
  /** A report waits for its answer. */
  #isOwed = false;
  #spent: Usage = initialUsage.total;
  #made = 0;
  #turn: { readonly at: string; readonly model: string | null; readonly cwd: string | null } = {
    ...{ at: "", model: null, cwd: null },
  };

  constructor(private readonly parts: TranscriptLinesParts) {}

  /** The line that the next one follows. */
  get leaf(): string | null {
    return this.#leaf;
  }

  /** What the lines up to there hold. */
  get ledger(): number {
    return this.#ledger;
  }

  /** The lines that are settled since this was asked for last. */
  taken(): readonly JsonObject[] {
    const lines = this.#taken;
    this.#taken = [];
    return lines;
  }

  /** What follows happens at this time, in this state's turn. */
  begin(at: string, state: ThreadState): void {
    this.#turn = { ...this.#turn, at };
    this.goIn(state);
  }

  goIn({ turns, baseline }: ThreadState): void {
    const envelope = { ...baseline?.envelope, ...turns.running?.envelope };
    const { model = this.#turn.model, cwd = this.#turn.cwd } = envelope;
    this.#turn = { ...this.#turn, model, cwd };
  }

  goOnAfter(uuid: string | null): void {
    this.#leaf = uuid;
    this.#ledger = this.parts.transcript.placeAfter(uuid).ledger;
  }

  /** What the thread has spent by now. */
  spent(total: Usage): void {
    this.#spent = total;
  }

  isMore(total: Usage): boolean {
    return owed(total, this.#spent) !== null;
  }

  /**
   * A request is reported: that of the newest answer, or of the next if that one is reported already.
   * Some tools write the report after the answer, and some before it.
   */
  count(total: Usage): void {
    if (this.#open?.isCounted === false) this.#open.isCounted = true;
    else {
      this.settle();
      this.#isOwed = true;
    }
    this.#spent = total;
  }

  /** @returns what was said of it, and what could not be */
  async say(entry: SpellableEntry): Promise<Spelling> {
    const spelling = this.parts.spelling.of(entry);
    for (const item of spelling.items) {
      if (isAnswer(item)) await this.#answer(item);
      else await this.#tell(item, entry);
      this.#ledger = this.parts.ledger.extend(this.#ledger, { ...entry, item });
    }
    return spelling;
  }

  /** A line of the user's with nothing in it: its branch is the live one from now on. */
  sayNothing(): void {
    this.#give(this.#line({ type: "user", message: { role: "user", content: [] }, isMeta: true }));
  }

  /** No answer follows that could say what was spent so far. */
  settle(): void {
    this.flush();
    if (this.#isOwed) this.spend();
  }

  /** What was spent and is said nowhere, as an answer without a word. */
  spend(): void {
    this.#isOwed = false;
    const usage = owed(this.#spent, this.parts.transcript.spent);
    if (usage === null) return;
    const message = { ...this.#message(this.#messageId(), []), ...whole(usage, false) };
    this.#give(this.#line({ type: "assistant", message }));
  }

  /** A request beside the conversation is a sub-agent's line; one that is reported again, what it grew by. */
  spendAside(data: UsageReported["data"]): void {
    const usage = owed(newlyUsed(data), NO_USAGE);
    if (usage === null) return;
    const leaf = this.#leaf;
    const model = data.aside?.model ?? this.#turn.model;
    const named = model === null ? {} : { model };
    const message = { ...this.#message(this.#messageId(), []), ...named, ...whole(usage, false) };
    const line = this.#line({ type: "assistant", message, isSidechain: true });
    this.#leaf = leaf;
    this.#give({ ...line, parentUuid: null });
  }

  /** Settles the newest answer: what it cost is known, or never told. */
  flush(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const usage = owed(this.#spent, this.parts.transcript.spent);
    const isCalling = open.lines.some(({ message }) => message !== null && hasCall(message));
    for (const { line, message } of open.lines) {
      const isCounted = message !== null && usage !== null;
      this.#give(
        isCounted ? { ...line, message: { ...message, ...whole(usage, isCalling) } } : line,
      );
    }
  }

  /** A compaction's boundary: what follows is all that the model is shown. */
  bound(trigger: string, preTokens: number | null): void {
    const logicalParentUuid = this.#leaf;
    this.#leaf = null;
    const compactMetadata = { trigger, ...(preTokens !== null && { preTokens }) };
    const content = "Conversation compacted";
    this.#system("compact_boundary", { logicalParentUuid, content, compactMetadata });
    this.#ledger = EMPTY_LEDGER;
    this.#awaitsSummary = true;
  }

  /** @param ledger what is left of it */
  clearOutputs(compactedToolIds: readonly string[], ledger: number): void {
    const content = "Context microcompacted";
    const microcompactMetadata = { trigger: "auto", compactedToolIds };
    this.#system("microcompact_boundary", { content, microcompactMetadata }, ledger);
    this.#ledger = ledger;
  }

  turnEnded(durationMs: number): void {
    this.flush();
    this.#system("turn_duration", { durationMs });
  }

  notice({ level, message }: FactOf<"notice.logged">["data"]): void {
    this.flush();
    this.#system("informational", { content: message, level });
  }

  rename(customTitle: string): void {
    const { sessionId } = this.parts.common;
    this.#give({ type: "custom-title", customTitle, sessionId });
  }

  async #answer(item: KnownItem): Promise<void> {
    if (this.#open?.takes(item) !== true) {
      this.flush();
      this.#open = new OpenAnswer(this.#messageId(), this.#isOwed);
      this.#isOwed = false;
    }
    const { content } = await writeBlocks(item, false, this.parts.blobs);
    const message = this.#message(this.#open.messageId, content);
    this.#open.add(item, this.#line({ type: "assistant", message }), message);
  }

  async #tell(item: KnownItem, { origin, failed, summary }: SpellableEntry): Promise<void> {
    const isOutput = item.type === "function_call_output";
    if (!isOutput) this.settle();
    const isSummary = !isOutput && summary === true && this.#awaitsSummary;
    if (isSummary) this.#awaitsSummary = false;
    const { role, content } = await writeBlocks(item, failed === true, this.parts.blobs);
    const line = this.#line({
      type: "user",
      message: { role, content },
      ...(!isOutput && !isSummary && origin === "runtime" && { isMeta: true }),
      ...(isSummary && { isVisibleInTranscriptOnly: true, isCompactSummary: true }),
    });
    if (this.#open === null) this.#give(line);
    else this.#open.addOutput(line);
  }

  /** An id of the API's form, for an answer that never had one. */
  #messageId(): string {
    return `msg_${derivedUlid(`${this.parts.threadId}:answer:${this.#made}`)}`;
  }

  #message(id: string, content: unknown): JsonObject {
    const { model } = this.#turn;
    return {
      ...(model !== null && { model }),
      ...{ id, type: "message", role: "assistant", content, stop_reason: null },
      stop_sequence: null,
    };
  }

  #system(subtype: string, members: JsonObject, known?: number): void {
    const line = { type: "system", subtype, isMeta: false, level: "info", ...members };
    this.#give(this.#line(line), known);
  }

  /** A line after the newest. The parent is first, as Claude Code writes it. */
  #line({ logicalParentUuid, ...members }: JsonObject): JsonObject {
    const { at, cwd } = this.#turn;
    const { threadId, common } = this.parts;
    const { sessionId, version, others } = common;
    const uuid = ulidToUuid(derivedUlid(`${threadId}:claude-code:${this.#made++}`));
    const parentUuid = this.#leaf;
    this.#leaf = uuid;
    return {
      parentUuid,
      ...(logicalParentUuid !== undefined && { logicalParentUuid }),
      ...{ isSidechain: false, userType: "external", cwd: cwd ?? common.cwd, sessionId, version },
      ...others,
      ...members,
      ...{ uuid, timestamp: at },
    };
  }

  #give(line: JsonObject, known?: number): void {
    this.parts.transcript.take(line, known);
    this.#taken.push(line);
  }
}

function isAnswer(item: KnownItem): boolean {
  if (item.type === "message") return item.role === "assistant";
  return item.type === "reasoning" || item.type === "function_call";
}

interface HeldLine {
  readonly line: JsonObject;
  /** The answer's, which may say what it cost; null: the line is none of the model's. */
  readonly message: JsonObject | null;
}

/**
 * The answer whose lines are held back until it is known what its request cost: they say it, and the
 * report comes after them, often after the outputs of its calls too.
 */
class OpenAnswer {
  readonly lines: HeldLine[] = [];
  /** Outputs of its calls came: whatever the model says next is another answer. */
  #isAnswered = false;
  readonly #said = new Set<string>();
  readonly #texts: string[] = [];

  constructor(
    readonly messageId: string,
    /** Its request was reported. */
    public isCounted: boolean,
  ) {}

  /** False for what a reader would take for a repetition of it, or for a longer form of a text in it. */
  takes(item: KnownItem): boolean {
    if (this.#isAnswered) return false;
    const { key, words } = wordsOf(item);
    return !this.#said.has(key) && !this.#texts.some((text) => words?.startsWith(text) === true);
  }

  add(item: KnownItem, line: JsonObject, message: JsonObject): void {
    const { key, words } = wordsOf(item);
    this.#said.add(key);
    if (words !== null) this.#texts.push(words);
    this.lines.push({ line, message });
  }

  addOutput(line: JsonObject): void {
    this.#isAnswered = true;
    this.lines.push({ line, message: null });
  }
}

/** What identifies a block, and the text that another could be a longer form of. */
function wordsOf(item: KnownItem): { readonly key: string; readonly words: string | null } {
  if (item.type === "function_call") return { key: `call ${item.call_id}`, words: null };
  if (item.type === "message") {
    const [part] = item.content;
    const words = part === undefined || part.type === "input_image" ? "" : part.text;
    return { key: `text ${words}`, words };
  }
  const words = item.type === "reasoning" ? (item.content?.[0]?.text ?? null) : null;
  return { key: JSON.stringify(item), words };
}

function hasCall({ content }: JsonObject): boolean {
  return (
    Array.isArray(content) &&
    content.some((block) => isJsonObject(block) && block.type === "tool_use")
  );
}

/** The usage of a whole answer: without a reason to stop, it would be that of a part. */
function whole(usage: JsonObject, isCalling: boolean): JsonObject {
  return { stop_reason: isCalling ? "tool_use" : "end_turn", usage };
}
