import type { BlobReader } from "../../events/event-source.js";
import { withInlineImages } from "../../events/item-images.js";
import type { KnownItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import { addUsage, newlyUsed } from "../../reducers/usage.js";
import { restoreImageUrl } from "../shared/evidence.js";
import { EMPTY_LEDGER, type ExportLedger } from "../shared/export-ledger.js";
import { COMPACTION_FRAME, unframed } from "./read-content.js";
import type { Settings } from "./session-start.js";
import { answerBlock, apiOf, contentBlocks, type PiItem, type Spelling } from "./spelling.js";
import type { Place, WrittenSession } from "./written-session.js";

interface EntryWriterParts {
  readonly blobs: BlobReader;
  readonly ledger: ExportLedger;
  readonly session: WrittenSession;
  readonly spelling: Spelling;
}

/** An answer that more blocks, or what it cost, may still come to. */
interface OpenAnswer {
  readonly message: JsonObject;
  readonly content: JsonObject[];
  /** Null: none of its blocks asks for one. */
  api: string | null;
  used: Usage | null;
  /** Whether it is the newest entry still. */
  isGrowing: boolean;
  /** Its place among the lines that were not taken yet. */
  line: number;
}

/** Stands where pi wants a name and nobody has said one. */
export const UNKNOWN = "unknown";

/** Writes entries, each after the place where the session is. */
export class EntryWriter {
  #lines: JsonObject[] = [];
  /** The newest answer, until it is known what it cost. */
  #answer: OpenAnswer | null = null;
  /** The tools of calls, by the calls' ids: pi names them with their outputs. */
  readonly #tools = new Map<string, string>();

  constructor(private readonly parts: EntryWriterParts) {}

  /** The lines that are whole by now. */
  take(): readonly JsonObject[] {
    const whole = this.#answer?.line ?? this.#lines.length;
    const lines = this.#lines.splice(0, whole);
    if (this.#answer !== null) this.#answer.line = 0;
    return lines;
  }

  goTo(place: Place): void {
    this.#answer = null;
    this.parts.session.goTo(place);
  }

  /** An entry that shows nothing. */
  add(type: string, at: string, fields: JsonObject): void {
    this.#add(type, at, { fields, change: {} });
  }

  addSettings(at: string, before: Settings, settings: Settings): void {
    const { model, provider, effort } = settings;
    if (model !== null && (model !== before.model || provider !== before.provider)) {
      const fields = { provider: provider ?? UNKNOWN, modelId: model };
      this.#add("model_change", at, { fields, change: { settings } });
    }
    if (effort !== before.effort) {
      const fields = { thinkingLevel: effort };
      this.#add("thinking_level_change", at, { fields, change: { settings } });
    }
  }

  addUsage(at: string, used: Usage): void {
    const answer = this.#answer ?? this.#openAnswer(at, null);
    answer.used = addUsage(answer.used, used);
    answer.message.usage = usageBlock(answer.used);
    if (!answer.isGrowing) this.#answer = null;
  }

  /** A request beside the conversation is an entry of its own; one that is reported again, what it grew by. */
  addAside(at: string, data: UsageReported["data"]): void {
    const { aside } = data;
    if (aside === undefined || aside === null) return;
    const { model = UNKNOWN, provider = UNKNOWN } = known(this.parts.session.tip.settings);
    const usage = usageBlock(newlyUsed(data));
    this.add("usage", at, { provider, model: aside.model ?? model, usage });
  }

  /** The items of an entry of the ledger. */
  async addItem(at: string, entry: LedgerEntry): Promise<void> {
    const { session, spelling } = this.parts;
    for (const spelled of spelling(entry)) {
      const { item, mark } = spelled;
      const ledger = this.parts.ledger.ids.extend(session.tip.ledger, item, mark);
      const block = answerBlock(item);
      if (block !== null) this.#addBlock(at, { block, item, ledger });
      else await this.#addMessage(at, spelled, ledger);
    }
  }

  /**
   * A compaction as pi has them: the summary, then what the branch ends with. Messages that were kept
   * before the summary become its beginning, for nothing can precede it in pi.
   * @returns false if the ledger has another shape
   */
  compact(
    at: string,
    {
      entries,
      wanted,
      tokensBefore,
    }: {
      readonly entries: readonly LedgerEntry[];
      readonly wanted: number;
      readonly tokensBefore: number | null;
    },
  ): boolean {
    const { ledger, session, spelling } = this.parts;
    const end = entries.findLastIndex((entry) => entry.summary === true) + 1;
    const summary = wordsOf(entries.slice(0, end).flatMap(spelling));
    const firstKept = this.#firstKept(entries.slice(end));
    const isShown = ledger.extendAll(EMPTY_LEDGER, entries) === wanted;
    if (summary === null || firstKept === undefined || !isShown) return false;
    const firstKeptEntryId = firstKept?.id ?? session.newId();
    const fields = { summary, firstKeptEntryId, tokensBefore: tokensBefore ?? 0 };
    this.#add("compaction", at, { fields, change: { ledger: wanted, isCompaction: true } });
    return true;
  }

  /** A reader goes on after the newest entry: one that shows nothing says where that is. */
  settle(at: string): void {
    const { session } = this.parts;
    this.#answer = null;
    if (session.tip === session.newest) return;
    this.add("custom", at, { customType: "refold.leaf", data: {} });
  }

  /** From where on the branch shows just these entries; null: they are none; undefined: nowhere. */
  #firstKept(kept: readonly LedgerEntry[]): Place | null | undefined {
    const { ledger, session } = this.parts;
    if (kept.length === 0) return null;
    const before = ledger.shorten(session.tip.ledger, kept);
    if (ledger.extendAll(before, kept) !== session.tip.ledger) return undefined;
    for (let at = session.tip; at.parent !== null && !at.isCompaction; at = at.parent) {
      if (at.parent.ledger === before && before !== at.ledger) return at;
    }
    return undefined;
  }

  #addBlock(
    at: string,
    {
      block,
      item,
      ledger,
    }: { readonly block: JsonObject; readonly item: KnownItem; readonly ledger: number },
  ): void {
    const api = apiOf(item);
    const open = this.#answer?.isGrowing === true ? this.#answer : null;
    const fits = open !== null && (api === null || open.api === null || api === open.api);
    const answer = fits ? open : this.#openAnswer(at, api);
    if (api !== null) answer.message.api = answer.api = api;
    answer.content.push(block);
    if (item.type === "function_call") {
      this.#tools.set(item.call_id, item.name);
      answer.message.stopReason = "toolUse";
    }
    const { session } = this.parts;
    const { id } = session.tip;
    if (id !== null) session.grow({ ...session.tip, id, ledger });
  }

  #openAnswer(at: string, api: string | null): OpenAnswer {
    const { settings } = this.parts.session.tip;
    const { model = UNKNOWN, provider = UNKNOWN } = known(settings);
    const content: JsonObject[] = [];
    const message: JsonObject = {
      role: "assistant",
      content,
      api: api ?? API_OF.get(provider) ?? "openai-responses",
      provider,
      model,
      usage: usageBlock(null),
      stopReason: "stop",
      timestamp: Date.parse(at),
    };
    const change = { settings: { ...settings, model, provider } };
    const line = this.#add("message", at, { fields: { message }, change });
    return (this.#answer = { message, content, api, used: null, isGrowing: true, line });
  }

  async #addMessage(at: string, { item: bare, mark }: PiItem, ledger: number): Promise<void> {
    const { blobs } = this.parts;
    const item = await withInlineImages(bare, (image) => restoreImageUrl(image, blobs));
    const timestamp = Date.parse(at);
    const change = { ledger };
    if (item.type === "function_call_output") {
      const content = typeof item.output === "string" ? [] : contentBlocks(item.output);
      const { call_id: toolCallId } = item;
      const toolName = this.#tools.get(toolCallId) ?? UNKNOWN;
      const isError = mark === "failed";
      const message = { role: "toolResult", toolCallId, toolName, content, isError, timestamp };
      this.#add("message", at, { fields: { message }, change });
      return;
    }
    if (item.type !== "message") return;
    this.#answer = null;
    const content = contentBlocks(item.content);
    if (mark === "extension") {
      const fields = { customType: "refold.context", content, display: false };
      this.#add("custom_message", at, { fields, change });
      return;
    }
    const summary = mark === "summary" ? wordsOf([{ item, mark }]) : null;
    const said =
      summary === null
        ? { role: "user", content }
        : { role: "compactionSummary", summary, tokensBefore: 0 };
    this.#add("message", at, { fields: { message: { ...said, timestamp } }, change });
  }

  #add(
    type: string,
    at: string,
    { fields, change }: { readonly fields: JsonObject; readonly change: Partial<Place> },
  ): number {
    const { session } = this.parts;
    const { tip } = session;
    const id = session.newId();
    if (this.#answer !== null) this.#answer.isGrowing = false;
    this.#lines.push({ type, id, parentId: tip.id, timestamp: at, ...fields });
    session.add({ ...tip, isCompaction: false, ...change, id, parent: tip });
    return this.#lines.length - 1;
  }
}

const API_OF: ReadonlyMap<string, string> = new Map([
  ["anthropic", "anthropic-messages"],
  ["google", "google-generative-ai"],
]);

function known({ model, provider }: Settings): { model?: string; provider?: string } {
  return { ...(model !== null && { model }), ...(provider !== null && { provider }) };
}

/** The words of kept messages and of the summary after them; null: there is more than words. */
function wordsOf(spelled: readonly PiItem[]): string | null {
  const words: string[] = [];
  for (const { item, mark } of spelled) {
    if (item.type !== "message" || item.role === "assistant") return null;
    for (const part of item.content) {
      if (part.type !== "input_text") return null;
      words.push(mark === "summary" ? (unframed(COMPACTION_FRAME, part.text) ?? "") : part.text);
    }
  }
  return spelled.at(-1)?.mark === "summary" ? words.join("\n\n") : null;
}

/** In pi's words: its input is what the cache neither gave nor took. */
function usageBlock(used: Usage | null): JsonObject {
  const { input = 0, cachedInput = 0, cacheWrite = 0, output = 0, total = 0 } = used ?? {};
  const longCacheWrite = used?.longCacheWrite;
  return {
    input: Math.max(0, input - cachedInput - cacheWrite),
    output,
    cacheRead: cachedInput,
    cacheWrite,
    ...(longCacheWrite !== undefined && { cacheWrite1h: longCacheWrite }),
    totalTokens: total,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
}
