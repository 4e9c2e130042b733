import fc from "fast-check";
import type { JsonObject } from "../../../src/events/primitives.js";

/**
 * pi sessions that can exist, of each version: entries one after the other, or in a tree in which the
 * user goes back to any earlier entry, with compactions that keep from any entry on, commands that the
 * user ran, texts of extensions, and entries that show the model nothing. Lines may come twice.
 */
export function piSession(
  options: { readonly maxSteps?: number } = {},
): fc.Arbitrary<readonly JsonObject[]> {
  const { maxSteps = 16 } = options;
  return fc
    .record({
      version: fc.constantFrom(1, 2, 3),
      steps: fc.array(step, { minLength: 1, maxLength: maxSteps }),
    })
    .map(({ version, steps }) => new SessionBuilder(version).build(steps));
}

const step = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant("prompt" as const) },
    { weight: 5, arbitrary: fc.constant("answer" as const) },
    { weight: 2, arbitrary: fc.constant("compact" as const) },
    { weight: 2, arbitrary: fc.constant("rewind" as const) },
    fc.constantFrom("branch-summary", "bash", "custom", "summary-message", "settings"),
    fc.constantFrom("label", "name", "extension", "unknown", "repeat", "lost-parent", "header"),
  ),
  /** Chooses among what there is. */
  pick: fc.nat({ max: 1000 }),
  calls: fc.nat({ max: 3 }),
  thinks: fc.boolean(),
  /** Another of two: models, ways to write a text, endings. */
  other: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type EntryStep = Pick<Step, "pick" | "other"> & {
  readonly kind: Exclude<
    Step["kind"],
    ("answer" | "compact" | "rewind" | "branch-summary") | ("bash" | "custom" | "repeat" | "header")
  >;
};

const NOON_MS = Date.UTC(2026, 0, 28, 12);

/** Writes the lines that steps make; ids and texts are numbered. */
class SessionBuilder {
  readonly #lines: JsonObject[] = [];
  readonly #ids: string[] = [];
  #tip: string | null = null;
  #made = 0;

  constructor(private readonly version: number) {
    this.#lines.push(this.#header());
  }

  build(steps: readonly Step[]): readonly JsonObject[] {
    for (const one of steps) this.#take(one);
    return this.#lines;
  }

  #header(): JsonObject {
    const common = { id: "0b9f6a52-6c3e-4b7a-9a55-0f4c1e7d2a10", timestamp: this.#time() };
    const cwd = "/home/somebody/project";
    if (this.version > 1) return { type: "session", version: this.version, ...common, cwd };
    const begunWith = { provider: "anthropic", modelId: "claude-sonnet-4-5", thinkingLevel: "off" };
    return { type: "session", ...common, cwd, ...begunWith };
  }

  #take(one: Step): void {
    const { kind, pick, other } = one;
    const name = `${kind} ${this.#made}`;
    switch (kind) {
      case "answer":
        this.#answer(one);
        break;
      case "compact":
        this.#compact(pick, name);
        break;
      case "rewind":
        this.#rewind(pick);
        break;
      case "branch-summary":
        this.#branchSummary(pick, other ? name : "");
        break;
      case "bash":
        this.#bash(one, name);
        break;
      case "custom":
        this.#custom(name, other);
        break;
      case "repeat":
        this.#repeat(pick);
        break;
      case "header":
        this.#lines.push(this.#header());
        break;
      default:
        this.#takeEntry({ kind, pick, other }, name);
    }
  }

  /** Steps that are one entry and nothing else. */
  #takeEntry({ kind, pick, other }: EntryStep, name: string): void {
    switch (kind) {
      case "prompt":
        this.#message({ role: "user", content: other ? name : textBlocks(name) });
        break;
      case "lost-parent":
        this.#tip = "lost";
        this.#message({ role: "user", content: name });
        break;
      case "summary-message":
        this.#message({ role: other ? "branchSummary" : "compactionSummary", summary: name });
        break;
      case "settings":
        this.#entry(settings(pick, other));
        break;
      case "label":
        this.#entry({ type: "label", targetId: this.#ids[0] ?? "none", label: name });
        break;
      case "name":
        this.#entry({ type: "session_info", name: other ? name : " " });
        break;
      case "extension":
        this.#entry({ type: "custom", customType: "todo", data: { pick } });
        break;
      case "unknown":
        this.#entry({ type: "nobody-knows", payloads: [pick] });
    }
  }

  #answer({ calls, thinks, other, pick }: Step): void {
    const text = `text ${this.#made}`;
    const content: JsonObject[] = other || calls === 0 ? [...textBlocks(text)] : [];
    if (thinks) {
      const thinkingSignature = `signature ${this.#made}`;
      content.unshift({ type: "thinking", thinking: `thought of ${text}`, thinkingSignature });
    }
    const ids = Array.from({ length: calls }, (_, call) => `toolu_${this.#made}_${call}`);
    for (const [call, id] of ids.entries()) {
      content.push({ type: "toolCall", id, name: "read", arguments: { call } });
    }
    const [api, provider] = ["anthropic-messages", "anthropic"];
    const model = `claude ${pick % 2}`;
    const usage = { input: 3, output: pick, cacheRead: 5, cacheWrite: other ? 2 : 0 };
    const end = ids.length > 0 ? "toolUse" : pick % 7 === 0 ? "aborted" : "stop";
    const stopped = end === "aborted" ? { errorMessage: "Request was aborted." } : {};
    const told = { api, provider, model, usage, stopReason: end, ...stopped };
    this.#message({ role: "assistant", content, ...told });
    for (const id of ids.slice(0, other ? ids.length : 1)) {
      const output = { toolCallId: id, toolName: "read", content: textBlocks(`output ${id}`) };
      const spent = pick % 3 === 0 ? { usage: { input: 1, output: 1 } } : {};
      this.#message({ role: "toolResult", ...output, ...spent, isError: pick % 5 === 0 });
    }
  }

  /** From an entry of any place on: also one that is on no branch, or comes later. */
  #compact(pick: number, summary: string): void {
    const usage = { input: pick, output: 2, cacheRead: 0, cacheWrite: 1 };
    const spent = pick % 2 === 0 ? { usage } : {};
    const common = { type: "compaction", summary, tokensBefore: pick, ...spent };
    if (this.version === 1) {
      this.#entry({ ...common, firstKeptEntryIndex: pick % (this.#lines.length + 2) });
      return;
    }
    const newest = this.#ids.slice(-6);
    this.#entry({ ...common, firstKeptEntryId: newest[pick % (newest.length + 1)] ?? "none" });
  }

  #rewind(pick: number): void {
    if (this.version === 1) return;
    this.#tip = this.#ids[pick % (this.#ids.length + 1)] ?? null;
  }

  #branchSummary(pick: number, summary: string): void {
    this.#rewind(pick);
    this.#entry({ type: "branch_summary", fromId: this.#tip ?? "root", summary });
  }

  #bash({ pick, other, thinks }: Step, command: string): void {
    const output = pick % 3 === 0 ? "" : `printed ${pick}`;
    const ended = { exitCode: pick % 2, cancelled: pick % 11 === 0, truncated: other };
    const file = thinks ? { fullOutputPath: "/tmp/output" } : {};
    const excluded = pick % 4 === 0 ? { excludeFromContext: true } : {};
    this.#message({ role: "bashExecution", command, output, ...ended, ...file, ...excluded });
  }

  #custom(text: string, isEntry: boolean): void {
    const common = { customType: "note", content: textBlocks(text), display: true };
    if (isEntry) {
      this.#entry({ type: "custom_message", ...common });
      return;
    }
    this.#message({ role: this.version < 3 ? "hookMessage" : "custom", ...common });
  }

  #message(message: JsonObject): void {
    this.#entry({ type: "message", message: { ...message, timestamp: NOON_MS } });
  }

  /** An entry after the tip. */
  #entry({ type, ...fields }: JsonObject): void {
    const timestamp = this.#time();
    const id = `id${this.#made++}`;
    const place = this.version === 1 ? {} : { id, parentId: this.#tip };
    this.#lines.push({ type, ...place, timestamp, ...fields });
    this.#ids.push(id);
    this.#tip = id;
  }

  /** A line that is already there, byte for byte; pi goes on after the newest line. */
  #repeat(pick: number): void {
    const line = this.#lines[pick % this.#lines.length];
    if (line === undefined) return;
    this.#lines.push(line);
    if (typeof line.id === "string" && line.type !== "session") this.#tip = line.id;
  }

  /** Every fifth time is earlier than the one before. */
  #time(): string {
    const shiftMs = this.#made % 5 === 4 ? -60_000 : 0;
    return new Date(NOON_MS + this.#made * 1000 + shiftMs).toISOString();
  }
}

function settings(pick: number, other: boolean): JsonObject {
  return other
    ? { type: "thinking_level_change", thinkingLevel: `level ${pick % 3}` }
    : { type: "model_change", provider: "openai", modelId: `gpt ${pick % 3}` };
}

function textBlocks(text: string): readonly JsonObject[] {
  return [{ type: "text", text }];
}
