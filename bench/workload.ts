import { createHash } from "node:crypto";
import type { Fact, RefoldEvent } from "../src/events/event.js";
import { countItemBytes } from "../src/events/item-bytes.js";
import type { Item, Origin, RecordedItem, ReplacementItem } from "../src/events/item.js";
import { stampFact } from "../src/events/known-event.js";
import type { Envelope, Usage } from "../src/events/slices.js";
import { completeCheckpoint } from "../src/reducers/checkpoint-base.js";
import { foldEvent, initialState } from "../src/reducers/reduce.js";
import type { ThreadState } from "../src/reducers/thread-state.js";
import { addUsage, initialUsage } from "../src/reducers/usage.js";
import { SeededRandom } from "./random.js";
import { Texts } from "./texts.js";

export interface WorkloadOptions {
  readonly seed?: number;
  /** Compacts whenever the history since the last compaction exceeds 250 KB. Default false. */
  readonly checkpoints?: boolean;
  /** Goes on after this many events of another thread; absent: begins one. */
  readonly head?: number;
}

/** One batch: what a turn appends. */
export interface WorkloadTurn {
  readonly events: readonly RefoldEvent[];
  /** Items that the batch records. */
  readonly items: number;
}

export const WORKLOAD_THREAD = "01KN40000000000000000000AA";

const START_MS = Date.parse("2026-04-01T12:00:00.000Z");
const COMPACT_EVERY_BYTES = 250_000;
/** User messages that a compaction keeps, newest first. */
const KEPT_BYTES = 20_000;
const ROUNDS = 4;
const TAIL_SEED = 1_000;
const ID_START = "01KN4";
const ID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A coding agent's thread, turn by turn, without end (docs/performance.md): a user message, four
 * rounds of a tool call and its output, and an answer; outputs are log-normal, median 1.5 KB, 99th
 * percentile 40 KB. 100,000 items are about 200 MB. The same seed gives the same events.
 */
export function* workloadTurns(options: WorkloadOptions = {}): Generator<WorkloadTurn, never> {
  const thread = new WorkloadThread(options);
  for (;;) yield thread.nextTurn();
}

/** The same, for whoever decides on the way how it goes on. */
export class WorkloadThread {
  #random: SeededRandom;
  #texts: Texts;
  readonly #checkpoints: boolean;
  readonly #id = Buffer.from(ID_START.padEnd(26));
  #offset = 0;
  /** One time a batch, as the runtime has it. */
  #at = "";
  #batch: RefoldEvent[] = [];
  #items = 0;
  #turn: string | undefined;
  #historyBytes = 0;
  #compactsNext = false;
  #compactions = 0;
  #userMessages: ReplacementItem[] = [];
  /** What a turn's end says of the thread, as the runtime does. */
  #totals = { turns: 0, items: 0, usage: initialUsage.total, title: null };
  /** Kept only where checkpoints need it. */
  #state: ThreadState = initialState;

  constructor({ seed = 1, checkpoints = false, head = 0 }: WorkloadOptions) {
    this.#random = new SeededRandom(seed);
    this.#texts = new Texts(seed + 1);
    this.#checkpoints = checkpoints;
    this.#offset = head;
  }

  /**
   * The next turn begins with a compaction, and what follows is the same in every thread, so that
   * threads of different lengths have tails of the same length.
   */
  beginTail(): void {
    this.#random = new SeededRandom(TAIL_SEED);
    this.#texts = new Texts(TAIL_SEED + 1);
    this.#compactsNext = this.#checkpoints;
  }

  nextTurn(): WorkloadTurn {
    this.#batch = [];
    this.#items = 0;
    this.#at = new Date(START_MS + this.#offset * 1_000).toISOString();
    if (this.#offset === 0) this.#begin();
    this.#turn = this.#ulid();
    this.#add({ type: "turn.started", data: { envelope: ENVELOPE } });
    const isFull = this.#historyBytes > COMPACT_EVERY_BYTES && this.#checkpoints;
    if (isFull || this.#compactsNext) this.#compact();
    this.#add({ type: "context.injected", data: { mode: "diff", items: [], fragments: [] } });
    this.#record("user", message("user", this.#texts.around(200, 3_000)));
    for (let round = 1; round <= ROUNDS; round += 1) this.#round(round);
    this.#request();
    this.#record("model", message("assistant", this.#texts.around(600, 4_000)));
    const { turns, items, usage } = this.#totals;
    this.#totals = { turns: turns + 1, items: items + this.#items, usage, title: null };
    const data = { reason: null, durationMs: 40_000, totals: this.#totals };
    this.#add({ type: "turn.completed", data });
    return { events: this.#batch, items: this.#items };
  }

  #begin(): void {
    const source = { dialect: "refold", version: "0.1.0" };
    const threadId = WORKLOAD_THREAD;
    const data = { threadId, cwd: "/project", source, memoryMode: null, title: null };
    this.#add({ type: "thread.started", data });
    const text = this.#texts.of(12_000);
    this.#add({ type: "instructions.set", data: { text, hash: sha256(text) } });
    const tools = Array.from({ length: 12 }, (_, index) => ({
      kind: "function" as const,
      name: `tool_${index}`,
      description: this.#texts.of(400),
      parameters: { type: "object", properties: { command: { type: "string" } } },
    }));
    this.#add({ type: "tools.declared", data: { tools, hash: sha256(JSON.stringify(tools)) } });
  }

  #round(round: number): void {
    this.#request();
    if (round < ROUNDS) {
      const summary = [{ type: "summary_text" as const, text: this.#texts.of(120) }];
      const encrypted = Buffer.from(this.#texts.of(400)).toString("base64");
      this.#record("model", { type: "reasoning", summary, encrypted_content: encrypted });
    }
    const call_id = `call_${this.#ulid()}`;
    const args = JSON.stringify({ command: ["bash", "-lc", this.#texts.around(80, 900)] });
    this.#record("model", { type: "function_call", name: "shell", arguments: args, call_id });
    const output = this.#texts.around(1_500, 40_000);
    this.#record("tool", { type: "function_call_output", call_id, output });
  }

  #request(): void {
    const input = Math.ceil(this.#historyBytes / 4);
    const target = { provider: "openai", model: "gpt-5-codex" };
    const body = sha256(String(this.#offset));
    const request = this.#offset;
    const upTo = this.#offset - 1;
    this.#add({
      type: "request.sent",
      data: { upTo, target, fragments: [], body, estimatedTokens: input },
    });
    const usage = usageOf(input, 100 + this.#random.below(900));
    this.#totals = { ...this.#totals, usage: addUsage(this.#totals.usage, usage) };
    this.#add({ type: "usage.reported", data: { usage, contextWindow: 272_000, request } });
  }

  #compact(): void {
    const text = this.#texts.of(3_000);
    const summary = { ...recorded("runtime", message("user", text)), summary: true };
    const replacement = [...this.#keptUserMessages(), summary];
    const tokensBefore = Math.ceil(this.#historyBytes / 4);
    this.#historyBytes = replacement.reduce((sum, entry) => sum + entry.countedBytes, 0);
    this.#compactions += 1;
    this.#compactsNext = false;
    this.#add({
      type: "history.compacted",
      data: {
        trigger: "pre-turn",
        reason: "context limit",
        summary: text,
        replacement,
        placement: "none",
        replaced: { from: 0, to: this.#offset - 1 },
        tokensBefore,
        tokensAfter: Math.ceil(this.#historyBytes / 4),
        trimmed: [],
        windowNumber: this.#compactions,
        historyVersion: this.#compactions,
      },
    });
  }

  #keptUserMessages(): ReplacementItem[] {
    let bytes = 0;
    const kept = this.#userMessages.filter((_, index, all) => {
      bytes += all.at(-1 - index)?.countedBytes ?? 0;
      return bytes <= KEPT_BYTES;
    }).length;
    this.#userMessages = kept === 0 ? [] : this.#userMessages.slice(-kept);
    return this.#userMessages;
  }

  #record(origin: Origin, item: Item): void {
    const data = recorded(origin, item);
    if (origin === "user") this.#userMessages.push({ ...data, source: this.#offset });
    this.#historyBytes += data.countedBytes;
    this.#items += 1;
    this.#add({ type: "item.recorded", data });
  }

  #add(fact: Fact): void {
    const place = { offset: this.#offset, id: this.#ulid(), at: this.#at, turn: this.#turn };
    const stamped = stampFact(place, fact);
    this.#offset += 1;
    if (!this.#checkpoints) {
      this.#batch.push(stamped);
      return;
    }
    const event = completeCheckpoint(stamped, this.#state);
    this.#state = foldEvent(this.#state, event);
    this.#batch.push(event);
  }

  #ulid(): string {
    for (let at = ID_START.length; at < 26; at += 1) {
      this.#id[at] = ID_DIGITS.charCodeAt(this.#random.below(32));
    }
    return this.#id.toString("latin1");
  }
}

/** Of every turn. */
export const ENVELOPE: Envelope = {
  model: "gpt-5-codex",
  provider: "openai",
  cwd: "/project",
  approvalPolicy: "on-request",
  sandboxPolicy: { mode: "workspace-write", writable_roots: ["/project"], network_access: false },
  effort: "medium",
  contextWindow: 272_000,
  truncationPolicy: { mode: "bytes", limit: 10_000_000 }, // outputs are as they were recorded
  date: "2026-04-01",
  timezone: "Europe/Berlin",
};

export function message(role: "user" | "assistant", text: string): Item {
  const type = role === "user" ? "input_text" : "output_text";
  return { type: "message", role, content: [{ type, text }] };
}

export function recorded(origin: Origin, item: Item): RecordedItem {
  return { item, origin, countedBytes: countItemBytes(item) };
}

function usageOf(input: number, output: number): Usage {
  const cachedInput = Math.floor(input * 0.9);
  return { input, cachedInput, cacheWrite: 0, output, reasoning: 0, total: input + output };
}

function sha256(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("hex")}`;
}
