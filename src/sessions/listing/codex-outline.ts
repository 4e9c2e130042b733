import { CopiedLines } from "../../dialects/codex/accounts.js";
import { readEventMessage } from "../../dialects/codex/event-messages.js";
import { COMMUNICATION, communicationOf, itemOf } from "../../dialects/codex/read-item.js";
import { readThreadStart } from "../../dialects/codex/session-meta.js";
import { isRefoldError } from "../../errors.js";
import { textAt } from "../../dialects/shared/json.js";
import { ulidOfForeign } from "../../dialects/shared/derived-ids.js";
import type { Item } from "../../events/item.js";
import { isUserMessage, isUserTurnBoundary, userMessageText } from "../../events/item-class.js";
import { isJsonObject } from "../../events/json.js";
import { TurnFold } from "../../reducers/outline.js";
import type { PriceTable } from "../../models/prices.js";
import { Pricing } from "../../projections/pricing.js";
import { spendReport } from "../../projections/stats/spend-groups.js";
import { addSpend, emptySpend } from "../../projections/stats/tally.js";
import { replay } from "../../reducers/replay.js";
import { SpendMeter } from "../../reducers/usage.js";
import { fileBytes } from "../file-bytes.js";
import { openSession } from "../open-session.js";
import type { RelatedFiles } from "../related-file.js";
import type { ListedFile } from "./derive.js";
import { parseLine, readContentLines, readLines } from "./listed-lines.js";
import { BLANK_SUMMARY, costOfReported, type ThreadSummary } from "./thread-summary.js";
import { FirstWords, toTitle } from "../../projections/title.js";

/**
 * Summarises a Codex session in one pass over its lines: running totals are at its end, but the
 * number of turns nowhere. A session with a rollback is replayed for it.
 * @returns undefined when the file is no session, or went meanwhile
 */
export async function summariseCodex(
  file: ListedFile,
  reading: SessionReading,
): Promise<ForeignSummary | undefined> {
  const { outline, base, problem } = await outlineOf(file.path, reading);
  const facts = outline.facts(new Date(file.modifiedMs).toISOString());
  if (facts === undefined) return undefined;
  const { path, sizeBytes } = file;
  const turns = facts.turns ?? (await replayedTurns(path));
  const thread = { ...BLANK_SUMMARY, ...facts, turns, sizeBytes, path, problem };
  return { thread: { ...thread, collection: "codex" }, base };
}

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

/** If other files that the session needs are missing, its own lines have to do. */
async function outlineOf(path: string, { prices, related }: SessionReading) {
  const own = new CodexOutline(prices);
  const problem = await readLines(path, (line) => own.push(line));
  const { base, beginsElsewhere } = own;
  if (!beginsElsewhere) return { outline: own, base, problem };
  try {
    const { openForeign } = await import("../../dialects/dialects.js");
    const { rollout } = await openForeign(await fileBytes(path, { related }));
    const outline = new CodexOutline(prices, own);
    const { content } = rollout;
    const ownStart = content.parts?.at(-1)?.start ?? 0;
    const push = (line: Buffer, start: number): boolean => outline.push(line, start >= ownStart);
    return { outline, base, problem: await readContentLines(content, push) };
  } catch (error) {
    if (!isRefoldError(error, "damaged-lineage")) throw error;
    return { outline: own, base, problem: error.message };
  }
}

async function replayedTurns(path: string): Promise<number> {
  try {
    const { source } = await openSession(path);
    return (await replay(source)).turns.userTurns;
  } catch (error) {
    if (!isRefoldError(error, "damaged-lineage")) throw error;
    return 0; // the summary says what is wrong
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The line's own type, and that of its payload: both are at its beginning. */
const TYPES = /"type":"(\w+)"(?:,"payload":\{"type":"(\w+)")?/;
const LOOKED_AT = 320;

/** Items that may be a user's, or another agent's. */
const MESSAGES: ReadonlySet<string | undefined> = new Set(["message", "agent_message"]);

/** A user's message, or an agent's whose text is an object, as instructions to an agent are. */
const MAY_BEGIN_A_TURN = /"role":"user"|"role":"assistant".*"text":"\s*\{|^(?!.*"role":")/;

/**
 * Reads a Codex session's lines as a list needs them: of most only the beginning is looked at. What was
 * spent is counted as `stats` counts it. Lines that cannot be parsed are left out; opening the session
 * reports them.
 */
export class CodexOutline {
  #start: JsonObject | undefined;
  #startText = "";
  #name: string | null = null;
  readonly #words = new FirstWords();
  readonly #itemWords = new FirstWords();
  readonly #turns = new TurnFold();
  #rollsBack = false;
  #lines = 0;
  #context: JsonObject = {};
  #model: string | null = null;
  #last = "";
  readonly #copies = new CopiedLines();
  readonly #meter = new SpendMeter();
  readonly #pricing: Pricing;
  readonly #spend = emptySpend();
  readonly #unpriced = new Set<string | null>();

  /** @param own an outline of the session's own file, where the lines to come begin in another */
  constructor(prices?: PriceTable, own?: CodexOutline) {
    this.#pricing = new Pricing(prices);
    if (own === undefined) return;
    this.#start = own.#start;
    this.#startText = own.#startText;
  }

  /** The id of the file that the session's history begins in; null: none is named. */
  get base(): string | null {
    const base = payloadOf(this.#start)["history_base"];
    return isJsonObject(base) ? textAt(base, "thread_id") : null;
  }

  /** Whether more is needed than the file's own lines, or something that is not known. */
  get beginsElsewhere(): boolean {
    const { history_base: base = null, history_mode: mode } = payloadOf(this.#start);
    return base !== null || !(mode === undefined || mode === "legacy" || mode === "paginated");
  }

  /**
   * @param line without its line feed; valid until this returns
   * @param isOwn false: it stands in a file that the session's history begins in, and counts there
   * @returns true: more are wanted
   */
  push(line: Buffer, isOwn = true): true {
    if (line.length === 0) return true;
    if (this.#start === undefined) {
      this.#startText = line.toString("utf8");
      this.#start = parseLine(this.#startText);
    }
    this.#last = line.toString("latin1", 0, LOOKED_AT);
    const [, type, inner] = TYPES.exec(this.#last) ?? [];
    const key = type === "event_msg" ? inner : type;
    const isCopy = this.#isCopy(type, line);
    if (key === "turn_context") this.#takeContext(line);
    else if (key === "token_count") this.#takeUsage(line, isOwn && !isCopy);
    else if (type === "event_msg") this.#takeMessageEvent(inner, line);
    else if (type === "message" || MESSAGES.has(inner)) this.#takeMessage(line, itemOf);
    else if (type === COMMUNICATION) this.#takeMessage(line, communicationOf);
    this.#lines += 1;
    return true;
  }

  /**
   * @param changedAt stands for times that no line says
   * @returns undefined when the first line is no session's
   */
  facts(changedAt: string) {
    if (this.#start === undefined) return undefined;
    const { data } = readThreadStart({ value: this.#start, text: this.#startText });
    const meta = payloadOf(this.#start);
    const from = textAt(meta, "forked_from_id");
    const { parent } = data.source;
    const { cost } = spendReport(this.#spend);
    return {
      threadId: data.threadId,
      tool: "codex",
      title: this.#name ?? this.#title,
      cwd: data.cwd ?? textAt(this.#context, "cwd"),
      model: this.#model,
      createdAt: textAt(meta, "timestamp") ?? textAt(this.#start, "timestamp") ?? changedAt,
      updatedAt: this.#lastAt ?? changedAt,
      /** Null: there is a rollback, and what it took depends on the turns of all lines before. */
      turns: this.#rollsBack ? null : this.#turns.userTurns,
      tokens: this.#spend.total,
      cost: from === null ? costOfReported({ tokens: this.#spend.total, cost }) : cost,
      unpricedModels: [...this.#unpriced],
      forkedFrom: from === null ? null : { threadId: ulidOf(from), offset: null },
      parent: parent ? ulidOf(parent.threadId) : null,
    };
  }

  /** Of the messages as Codex shows them, where it records those; a command gives way to any words. */
  get #title(): string | null {
    const isCommand = !this.#words.isFound && this.#itemWords.isFound;
    return isCommand ? this.#itemWords.title : (this.#words.title ?? this.#itemWords.title);
  }

  /** When the newest line was written. */
  get #lastAt(): string | undefined {
    return /"timestamp":"([^"]+)"/.exec(this.#last)?.[1];
  }

  #isCopy(type: string | undefined, line: Buffer): boolean {
    const isMeta = type === "session_meta";
    if (!isMeta && !this.#copies.asksEveryLine) return false;
    const ordinal = /"ordinal":(\d+)/.exec(this.#last)?.[1];
    return this.#copies.take({
      ...{ offset: this.#lines, at: this.#lastAt ?? "" },
      ordinal: ordinal === undefined ? null : Number(ordinal),
      meta: isMeta ? payloadOf(parseLine(line.toString("utf8"))) : null,
    });
  }

  #takeUsage(line: Buffer, counts: boolean): void {
    const { fact } = readEventMessage(payloadOf(parseLine(line.toString("utf8"))));
    if (fact?.type !== "usage.reported") return;
    const spent = this.#meter.take(fact.data);
    if (spent === null || !counts) return;
    const spend = this.#pricing.spendOf(spent, this.#model);
    addSpend(this.#spend, spend);
    if (spend.unpriced > 0) this.#unpriced.add(this.#model);
  }

  #takeContext(line: Buffer): void {
    this.#context = payloadOf(parseLine(line.toString("utf8")));
    this.#model = textAt(this.#context, "model") ?? this.#model;
  }

  #takeMessageEvent(type: string | undefined, line: Buffer): void {
    const payload = (): JsonObject => payloadOf(parseLine(line.toString("utf8")));
    if (type === "user_message") {
      if (!this.#words.isFound) this.#words.take(textAt(payload(), "message") ?? "");
    } else if (type === "task_started" || type === "turn_started") {
      this.#turns.mark({ ...this.#place, kind: "start", turn: null, foreignId: null, model: null });
    } else if (type === "thread_rolled_back") {
      this.#rollsBack = true;
    } else if (type === "thread_name_updated") {
      this.#name = toTitle(textAt(payload(), "thread_name") ?? "");
    }
  }

  #takeMessage(line: Buffer, read: (payload: JsonObject) => Item | null): void {
    if (!MAY_BEGIN_A_TURN.test(this.#last)) return;
    const item = read(payloadOf(parseLine(line.toString("utf8"))));
    if (item === null || !isUserTurnBoundary(item)) return;
    this.#turns.mark({ ...this.#place, kind: "boundary", item });
    if (isUserMessage(item)) this.#itemWords.take(userMessageText(item));
  }

  get #place() {
    return { offset: this.#lines, before: this.#lines - 1, at: "" };
  }
}

function ulidOf(foreignId: string): string {
  return ulidOfForeign(foreignId, "codex:thread");
}

/** A line of today has a payload; one of mid 2025 is the payload itself. */
function payloadOf(line: JsonObject | undefined): JsonObject {
  const payload = line?.["payload"];
  return isJsonObject(payload) ? payload : (line ?? {});
}
