import fc from "fast-check";
import type { JsonObject } from "../../../src/events/primitives.js";

/**
 * Claude Code transcripts that can exist: a tree of messages in which answers come in one or several
 * lines, calls run side by side, the user rewinds to any earlier message, and compactions (some keep
 * messages), repeated lines, sub-threads, titles and lines that only link are in between.
 */
export function claudeCodeTranscript(
  options: { readonly maxSteps?: number } = {},
): fc.Arbitrary<readonly JsonObject[]> {
  const { maxSteps = 16 } = options;
  return fc
    .array(step, { minLength: 1, maxLength: maxSteps })
    .map((steps) => new TranscriptBuilder().build(steps))
    .filter((lines) => lines.length > 0);
}

const step = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant("prompt" as const) },
    { weight: 5, arbitrary: fc.constant("answer" as const) },
    { weight: 2, arbitrary: fc.constant("keep" as const) },
    fc.constantFrom("rewind", "compact", "microcompact", "link", "repeat", "sidechain", "snapshot"),
    fc.constantFrom("title", "failure", "withdraw"),
  ),
  /** Chooses among what there is. */
  pick: fc.nat({ max: 1000 }),
  calls: fc.nat({ max: 3 }),
  thinks: fc.boolean(),
  /** How an answer's lines come: each with its own block, or with all blocks so far. */
  cumulative: fc.boolean(),
  /** Whether each output comes directly after its call. */
  interleaved: fc.boolean(),
  /** Whether the next message hangs on a line that only links. */
  linked: fc.boolean(),
  /** What a compaction keeps, how it says so, and where the conversation goes on. */
  keeps: fc.constantFrom("end", "beginning"),
  listed: fc.boolean(),
  behindKept: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const MODEL = "claude-opus-4-5-20251101";

/** Writes the lines that steps make; ids and texts are numbered. */
class TranscriptBuilder {
  readonly #lines: JsonObject[] = [];
  /** Uuids of messages that a conversation can be taken up again at. */
  readonly #messages: string[] = [];
  readonly #callIds: string[] = [];
  readonly #boundaries = new Set<string>();
  readonly #parents = new Map<string, string | null>();
  /** How many of them came before the newest compaction was done. */
  #compactedAt = 0;
  #tip: string | null = null;
  #made = 0;

  build(steps: readonly Step[]): readonly JsonObject[] {
    for (const one of steps) this.#take(one);
    return this.#lines;
  }

  #take(one: Step): void {
    const { kind, pick } = one;
    switch (kind) {
      case "prompt":
        this.#user({ content: `prompt ${this.#made}` });
        break;
      case "answer":
        this.#answer(one);
        break;
      case "rewind":
        this.#tip = this.#messages[pick % (this.#messages.length + 1)] ?? null;
        this.#user({ content: [{ type: "text", text: `again ${this.#made}` }] });
        break;
      case "withdraw":
        this.#withdraw(pick);
        break;
      case "compact":
        this.#compact({});
        break;
      case "keep":
        this.#keep(one);
        break;
      case "microcompact":
        this.#microcompact(pick);
        break;
      case "link":
        this.#place({ type: "system", subtype: "turn_duration", durationMs: 1 });
        break;
      case "repeat":
        this.#repeat(pick);
        break;
      case "sidechain":
        this.#side();
        break;
      case "snapshot":
        this.#lines.push({ type: "file-history-snapshot", messageId: `m${this.#made++}` });
        break;
      case "title":
        this.#rename(one);
        break;
      case "failure":
        this.#place({ type: "system", subtype: "api_error", error: { status: 529 } });
        break;
    }
  }

  #answer({ calls, thinks, cumulative, interleaved, linked }: Step): void {
    const id = `msg_${this.#made++}`;
    const blocks: JsonObject[] = [];
    if (thinks) blocks.push({ type: "thinking", thinking: `thought ${id}`, signature: `s${id}` });
    if (calls === 0 || linked) blocks.push({ type: "text", text: `text ${id}` });
    const open: { readonly callId: string; readonly uuid: string }[] = [];
    for (let call = 0; call < calls; call++) {
      const callId = `toolu_${this.#made++}`;
      this.#callIds.push(callId);
      blocks.push({ type: "tool_use", id: callId, name: "Read", input: { call } });
    }
    for (const [index, block] of blocks.entries()) {
      const content = cumulative ? blocks.slice(0, index + 1) : [block];
      const uuid = this.#assistant(id, content, index + 1);
      if (typeof block.id !== "string") continue;
      open.push({ callId: block.id, uuid });
      if (interleaved) this.#outputs(open.splice(0));
    }
    this.#outputs(open);
    if (linked) this.#place({ type: "progress", data: { type: "hook_progress" } });
  }

  /** Each output hangs on the line of its call. */
  #outputs(open: readonly { readonly callId: string; readonly uuid: string }[]): void {
    for (const { callId, uuid } of open) {
      this.#tip = uuid;
      this.#user({
        content: [{ type: "tool_result", tool_use_id: callId, content: `output ${callId}` }],
      });
    }
  }

  #assistant(id: string, content: readonly JsonObject[], output_tokens: number): string {
    const usage = { input_tokens: 3, cache_read_input_tokens: 5, output_tokens };
    const message = { id, role: "assistant", model: MODEL, content, usage };
    return this.#message({ type: "assistant", message });
  }

  #user({ content, ...flags }: JsonObject): string {
    return this.#message({ type: "user", message: { role: "user", content }, ...flags });
  }

  #message(fields: JsonObject): string {
    const uuid = this.#place(fields);
    this.#messages.push(uuid);
    return uuid;
  }

  /** A line in the tree, after the tip. */
  #place(fields: JsonObject): string {
    const uuid = `u${this.#made++}`;
    const { parentUuid = this.#tip } = fields;
    this.#lines.push({ ...this.#common(), ...fields, parentUuid, uuid });
    this.#parents.set(uuid, typeof parentUuid === "string" ? parentUuid : null);
    this.#tip = uuid;
    return uuid;
  }

  #compact(kept: JsonObject): void {
    if (this.#tip === null) return;
    const logicalParentUuid = this.#tip;
    const metadata = { trigger: "auto", preTokens: 1000, ...kept };
    const boundary = { type: "system", subtype: "compact_boundary", compactMetadata: metadata };
    this.#boundaries.add(this.#place({ ...boundary, parentUuid: null, logicalParentUuid }));
    this.#user({ content: `summary ${this.#made}`, isCompactSummary: true });
    this.#compactedAt = this.#messages.length;
  }

  /** Takes back what was said since the newest compaction, or all, and says nothing. */
  #withdraw(pick: number): void {
    const since = this.#messages.slice(this.#compactedAt);
    this.#tip = since[pick % (since.length + 1)] ?? null;
    const { sessionId } = this.#common();
    const rewound = { leafUuid: this.#tip, explicit: true, rewound: true };
    this.#lines.push({ type: "last-prompt", sessionId, ...rewound });
  }

  /** A compaction that keeps the end of the conversation, or its beginning. */
  #keep({ pick, keeps, listed, behindKept }: Step): void {
    const chain: string[] = [];
    for (let at = this.#tip; at !== null; at = this.#parents.get(at) ?? null) {
      if (!this.#boundaries.has(at)) chain.unshift(at); // no list has been seen that names one
    }
    const count = 1 + (pick % 6);
    const uuids = keeps === "end" ? chain.slice(-count) : chain.slice(0, count);
    const [headUuid] = uuids;
    const tailUuid = uuids.at(-1);
    if (headUuid === undefined || tailUuid === undefined) return;
    const all = keeps === "end" ? this.#placedFrom(headUuid) : uuids;
    // The boundary and its summary are the next two.
    const anchorUuid = `u${this.#made + (keeps === "end" ? 1 : 0)}`;
    this.#compact({
      ...(!listed && { preservedSegment: { headUuid, anchorUuid, tailUuid } }),
      ...(listed && { preservedMessages: { anchorUuid, uuids: all, allUuids: all } }),
    });
    if (behindKept && keeps === "end") this.#tip = tailUuid;
  }

  /** Each line with a place from one on, calls that run side by side too. */
  #placedFrom(headUuid: string): readonly string[] {
    const uuids = [...this.#parents.keys()].filter((uuid) => !this.#boundaries.has(uuid));
    return uuids.slice(uuids.indexOf(headUuid));
  }

  #rename({ pick }: Step): void {
    const { sessionId } = this.#common();
    const title = `title ${this.#made++}`;
    const lines: readonly JsonObject[] = [
      { type: "custom-title", customTitle: title, sessionId },
      { type: "ai-title", aiTitle: title, sessionId },
      { type: "summary", summary: title, leafUuid: this.#messages.at(-1) ?? "elsewhere" },
      { type: "ai-title", aiTitle: title, sessionId: "9b8d1c5e-0f7a-4c39-a5c2-6c1d2e3f4a5b" },
    ];
    const line = lines[pick % lines.length];
    if (line !== undefined) this.#lines.push(line);
  }

  #microcompact(pick: number): void {
    const ids = this.#callIds.filter((_, index) => (index + pick) % 2 === 0);
    if (ids.length === 0) return;
    const metadata = { trigger: "auto", compactedToolIds: ids };
    this.#place({
      type: "system",
      subtype: "microcompact_boundary",
      microcompactMetadata: metadata,
    });
  }

  /** A line that is already there, byte for byte. */
  #repeat(pick: number): void {
    const line = this.#lines[pick % this.#lines.length];
    if (typeof line?.uuid === "string") this.#lines.push(line);
  }

  /** A question to a sub-agent, or its answer. */
  #side(): void {
    const number = this.#made++;
    const usage = { input_tokens: 50 + number, output_tokens: 5 };
    const said = { id: `side${number}`, model: "claude-haiku-4-5", stop_reason: "end_turn", usage };
    const type = number % 2 === 0 ? "user" : "assistant";
    const message = { role: type, content: `side ${number}`, ...(type === "assistant" && said) };
    const line = { type, isSidechain: true, parentUuid: null, uuid: `u${number}`, message };
    this.#lines.push({ ...this.#common(), ...line });
  }

  #common(): JsonObject {
    return {
      isSidechain: false,
      sessionId: "6d1f2a34-9d5e-4c47-8f0b-2f6a7d1c9e55",
      version: "2.1.20",
      cwd: "/home/somebody/project",
      timestamp: "2026-01-28T22:35:38.792Z",
    };
  }
}
