import { CopiedLines } from "../../dialects/codex/accounts.js";
import { readLineMeaning } from "../../dialects/codex/read-line.js";
import {
  codexUlid,
  isModeKnown,
  lineageIn,
  readThreadStart,
} from "../../dialects/codex/session-meta.js";
import { ignoreEvidence } from "../../dialects/shared/evidence.js";
import { textAt } from "../../dialects/shared/json.js";
import type { Fact, FactOf } from "../../events/event.js";
import { isUserMessage, originOf, userMessageText } from "../../events/item-class.js";
import { isItem, type RecordedItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { PriceTable } from "../../models/prices.js";
import { Pricing } from "../../projections/pricing.js";
import { spendReport } from "../../projections/stats/spend-groups.js";
import { addSpend, emptySpend } from "../../projections/stats/tally.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { SpendMeter } from "../../reducers/usage.js";
import type { RelatedFiles } from "../related-file.js";
import type { ListedFile } from "./derive.js";
import { isLookedInto, isWhole, type LineHead, parseWhole, readHead } from "./codex-line.js";
import { readLines } from "./listed-lines.js";
import { BLANK_SUMMARY, costOfReported, type ThreadSummary } from "./thread-summary.js";
import { FirstWords, toTitle } from "../../projections/title.js";

/** What reading sessions needs beside them. */
export interface SessionReading {
  readonly prices: PriceTable;
  readonly related: RelatedFiles;
}

/** A session of another tool, and the id of the file that its history begins in; null: its own. */
export interface ForeignSummary {
  readonly thread: ThreadSummary;
  readonly base: string | null;
}

/**
 * Summarises a Codex session by a few of its lines: running totals are at its end, but the number of
 * turns nowhere.
 * @returns null: that does not do for it, and all of it has to be read
 */
export async function summariseQuickly(
  { path, sizeBytes }: ListedFile,
  { prices }: SessionReading,
): Promise<ForeignSummary | null> {
  const outline = new CodexOutline(prices);
  const problem = await readLines(path, (line, start) => outline.push(line, start));
  const isToItsEnd = outline.endByte === sizeBytes || !path.endsWith(".jsonl");
  const facts = problem === null && isToItsEnd ? outline.facts() : null;
  if (facts === null) return null;
  return {
    thread: { ...BLANK_SUMMARY, ...facts, collection: "codex", sizeBytes, path },
    base: null,
  };
}

/**
 * Reads a Codex session's lines as a list needs them: of most only the beginning and the end are looked
 * at. What was spent is counted as `stats` counts it. It reads only what is exactly as Codex writes it and
 * needs no other line to be understood; at anything else it stops, and all of the session has to be read.
 */
export class CodexOutline {
  #isExact = true;
  /** After the newest line and its line feed. */
  endByte = 0;
  #meta: JsonObject | null = null;
  #start: FactOf<"thread.started">["data"] | null = null;
  #startedAt = "";
  #endedAt = "";
  #name: string | null = null;
  readonly #words = new FirstWords();
  /** User turns. */
  #turns = 0;
  /** Whether a turn has begun in which nobody has spoken; null: no line says where one begins. */
  #awaitsUser: boolean | null = null;
  #lines = 0;
  #model: string | null = null;
  readonly #copies = new CopiedLines();
  readonly #meter = new SpendMeter();
  readonly #pricing: Pricing;
  readonly #spend = emptySpend();
  readonly #unpriced = new Set<string | null>();

  constructor(prices?: PriceTable) {
    this.#pricing = new Pricing(prices);
  }

  /**
   * @param line without its line feed; valid until this returns
   * @returns true: more are wanted
   */
  push(line: Buffer, start: number): boolean {
    this.endByte = start + line.length + 1;
    if (line.length > 0) this.#isExact &&= this.#take(line);
    return this.#isExact;
  }

  /** @returns null: all of the session has to be read */
  facts() {
    const [start, meta] = [this.#start, this.#meta];
    if (!this.#isExact || start === null || meta === null) return null;
    const { forkedFrom } = lineageIn(meta);
    const { parent } = start.source;
    const { cost } = spendReport(this.#spend);
    const { total: tokens } = this.#spend;
    return {
      threadId: start.threadId,
      tool: "codex",
      title: this.#name ?? this.#words.title,
      cwd: start.cwd,
      model: this.#model,
      createdAt: this.#startedAt,
      updatedAt: this.#endedAt,
      turns: this.#turns,
      ...{ tokens, cost: forkedFrom === null ? costOfReported({ tokens, cost }) : cost },
      unpricedModels: [...this.#unpriced],
      forkedFrom,
      parent: parent ? codexUlid(parent.threadId) : null,
    };
  }

  /** @returns false: it is not as Codex writes it, or needs other lines to be understood */
  #take(line: Buffer): boolean {
    const head = readHead(line);
    if (head === null) return false;
    if (head.at > this.#endedAt) this.#endedAt = head.at;
    const isLooked = isLookedInto(line, head);
    if (isLooked === null) return false;
    const object = isLooked ? parseWhole(line) : null;
    if (object === undefined || (object === null && !isWhole(line))) return false;
    const isTaken = this.#takeObject(object, head);
    this.#lines += 1;
    return isTaken;
  }

  /** @param object null: the line says nothing that is needed */
  #takeObject(object: JsonObject | null, { at, type, ordinal }: LineHead): boolean {
    const payload = object?.["payload"];
    const meta = type === "session_meta" && isJsonObject(payload) ? payload : null;
    if (this.#meta === null) {
      if (object === null || meta === null) return false;
      this.#meta = meta;
      this.#start = readThreadStart({ value: object, text: "" }).data;
      this.#startedAt = at;
      const { cwd, source } = this.#start;
      if (source.foreignId === null || cwd === null) return false; // what stands for them is elsewhere
      if (beginsElsewhere(meta)) return false;
    }
    const isCopy = this.#isCopy(meta, at, ordinal);
    if (object === null || meta !== null) return true;
    if (type === "turn_context") {
      this.#model = modelIn(payload) ?? this.#model;
      return true;
    }
    // Not as the others: its images would be taken out, and counted.
    if (isItem(payload) && payload.type === "message") {
      this.#takeItem({ item: payload, origin: originOf(payload) });
      return true;
    }
    const { fact } = readLineMeaning(object, this.#lines, READING);
    if (fact !== null) this.#takeFact(fact, isCopy);
    return true;
  }

  #isCopy(meta: JsonObject | null, at: string, ordinal: string | undefined): boolean {
    if (meta === null && !this.#copies.asksEveryLine) return false;
    const number = ordinal === undefined ? null : Number(ordinal);
    return this.#copies.take({ offset: this.#lines, at, ordinal: number, meta });
  }

  #takeFact(fact: Fact, isCopy: boolean): void {
    if (fact.type === "item.recorded") this.#takeItem(fact.data);
    else if (fact.type === "usage.reported") this.#takeUsage(fact.data, !isCopy);
    else if (fact.type === "thread.renamed") this.#name = toTitle(fact.data.title ?? "");
    else if (fact.type === "turn.started") this.#awaitsUser = true;
  }

  /** What begins a turn, or is said to one that runs. */
  #takeItem({ item, origin }: Pick<RecordedItem, "item" | "origin">): void {
    if (!isBoundaryOrigin(origin)) return;
    if (this.#awaitsUser !== false) this.#turns += 1;
    if (this.#awaitsUser === true) this.#awaitsUser = false;
    if (isUserMessage(item)) this.#words.take(userMessageText(item));
  }

  #takeUsage(data: FactOf<"usage.reported">["data"], counts: boolean): void {
    const spent = this.#meter.take(data);
    if (spent === null || !counts) return;
    const spend = this.#pricing.spendOf(spent, this.#model);
    addSpend(this.#spend, spend);
    if (spend.unpriced > 0) this.#unpriced.add(this.#model);
  }
}

/** Whether more is needed than the file's own lines, or something that is not known. */
function beginsElsewhere(meta: JsonObject): boolean {
  return (meta["history_base"] ?? null) !== null || !isModeKnown(meta);
}

const READING = { isBare: false, policy: null, keep: ignoreEvidence };

function modelIn(context: unknown): string | null {
  return isJsonObject(context) ? textAt(context, "model") : null;
}
