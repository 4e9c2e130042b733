/** Builds the lines of an invented pi session; its clock moves with each entry. */
export class PiWriter {
  readonly #lines: string[] = [];
  #timeMs: number;
  #made = 0;
  #tip: string | null = null;
  /** In the newest line another object follows. */
  #isGlued = false;

  constructor(
    private readonly version: 1 | 3,
    startedAt: string,
  ) {
    this.#timeMs = Date.parse(startedAt);
  }

  get text(): string {
    return this.#lines.join("\n") + "\n";
  }

  /** The newest entry. */
  get tip(): string | null {
    return this.#tip;
  }

  /** How many objects there are. */
  get length(): number {
    return this.#lines.length;
  }

  header(fields: object): this {
    const version = this.version === 1 ? {} : { version: this.version };
    return this.bare({ type: "session", ...version, ...fields });
  }

  /** Goes on after an earlier entry. */
  backTo(entry: string | null): this {
    this.#tip = entry;
    return this;
  }

  /** Lets time pass, or turns the clock back. */
  wait(milliseconds: number): this {
    this.#timeMs += milliseconds;
    return this;
  }

  entry(type: string, fields: object): this {
    const id = (0xa1c40000 + this.#made++).toString(16);
    const place = this.version === 1 ? {} : { id, parentId: this.#tip };
    const timestamp = new Date((this.#timeMs += 700)).toISOString();
    this.#tip = id;
    return this.bare({ type, ...place, timestamp, ...fields });
  }

  message(message: object): this {
    return this.entry("message", { message: { ...message, timestamp: this.#timeMs } });
  }

  user(text: string): this {
    return this.message({ role: "user", content: [{ type: "text", text }] });
  }

  answer(content: readonly object[], tokens: Tokens, ending: object = {}): this {
    const [input, cacheRead, cacheWrite, output] = tokens;
    const totalTokens = input + cacheRead + cacheWrite + output;
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
    const hasCalls = content.some((block) => "arguments" in block);
    return this.message({
      role: "assistant",
      content,
      api: "anthropic-messages",
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      usage: { input, output, cacheRead, cacheWrite, totalTokens, cost },
      stopReason: hasCalls ? "toolUse" : "stop",
      ...ending,
    });
  }

  result(toolCallId: string, toolName: string, content: readonly object[], isError = false): this {
    return this.message({ role: "toolResult", toolCallId, toolName, content, isError });
  }

  bare(object: object): this {
    const line = JSON.stringify(object);
    const before = this.#isGlued ? (this.#lines.pop() ?? "") : "";
    this.#isGlued = false;
    this.#lines.push(before + line);
    return this;
  }

  /** The next object is in the same line. */
  glued(): this {
    this.#isGlued = true;
    return this;
  }

  /** The newest line once more. */
  again(): this {
    this.#lines.push(this.#lines.at(-1) ?? "");
    return this;
  }
}

/** Input, read from the cache, written to it, and output. */
export type Tokens = readonly [input: number, read: number, written: number, output: number];

export function text(words: string): object {
  return { type: "text", text: words };
}

export function thought(words: string): object {
  return { type: "thinking", thinking: words, thinkingSignature: "c2lnbmVkIGJ5IG5vYm9keQ==" };
}

export function call(id: string, name: string, input: object): object {
  return { type: "toolCall", id, name, arguments: input };
}
