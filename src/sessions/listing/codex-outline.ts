import { readThreadStart } from "../../dialects/codex/session-meta.js";
import { ulidOfForeign } from "../../dialects/shared/derived-ids.js";
import { isContextualUserText } from "../../events/contextual-fragment.js";
import { isNamedInjected } from "../../events/item-class.js";
import { isJsonObject } from "../../events/json.js";
import type { ListedFile } from "./listed-files.js";
import { parseLine, readLines } from "./listed-lines.js";
import type { ThreadSummary } from "./thread-summary.js";
import { toTitle } from "./title.js";

/**
 * Summarises a Codex session in one pass over its lines: running totals stand at its end, but the
 * number of turns nowhere.
 * @returns undefined when the file is no session, or went meanwhile
 */
export async function summariseCodex(file: ListedFile): Promise<ThreadSummary | undefined> {
  const outline = new CodexOutline();
  const problem = await readLines(file.path, (line) => {
    outline.push(line);
    return true;
  });
  const facts = outline.facts(new Date(file.modifiedMs).toISOString());
  if (facts === undefined) return undefined;
  const { path, sizeBytes } = file;
  return { ...facts, collection: "codex", path, sizeBytes, isArchived: false, forks: 0, problem };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The line's own type, and that of its payload: both stand at its beginning. */
const TYPES = /"type":"(\w+)"(?:,"payload":\{"type":"(\w+)")?/;
const LOOKED_AT = 192;

/**
 * Reads a Codex session's lines as a list needs them: of most only the beginning is looked at, and
 * of those that repeat only the newest is parsed. Lines that cannot be parsed are left out; opening
 * the session reports them.
 */
class CodexOutline {
  #start: JsonObject | undefined;
  #startText = "";
  #name: string | null = null;
  #title: string | null = null;
  #messages = 0;
  #userItems = 0;
  #itemTitle: string | null = null;
  #context = "";
  #tokens = "";
  #last = "";

  /** @param line without its line feed; valid until this returns */
  push(line: Buffer): void {
    if (line.length === 0) return;
    if (this.#start === undefined) {
      this.#startText = line.toString("utf8");
      this.#start = parseLine(this.#startText);
    }
    this.#last = line.toString("latin1", 0, LOOKED_AT);
    const [, type, inner] = TYPES.exec(this.#last) ?? [];
    const key = type === "event_msg" ? inner : type;
    if (key === "turn_context") this.#context = line.toString("utf8");
    else if (key === "token_count") this.#tokens = line.toString("utf8");
    else if (type === "event_msg") this.#takeMessageEvent(inner, line);
    else if (type === "message" || inner === "message") this.#takeMessage(line);
  }

  /**
   * @param changedAt stands for times that no line says
   * @returns undefined when the first line is no session's
   */
  facts(changedAt: string) {
    if (this.#start === undefined) return undefined;
    const { data } = readThreadStart({ value: this.#start, text: this.#startText });
    const meta = payloadOf(this.#start);
    const context = payloadOf(parseLine(this.#context));
    const { info } = payloadOf(parseLine(this.#tokens));
    const total = isJsonObject(info) ? info["total_token_usage"] : undefined;
    const tokens = isJsonObject(total) ? total["total_tokens"] : undefined;
    const parent = textOf(meta["forked_from_id"]);
    return {
      threadId: data.threadId,
      title: this.#name ?? this.#title ?? this.#itemTitle,
      cwd: data.cwd ?? textOf(context["cwd"]),
      model: textOf(context["model"]),
      createdAt: textOf(meta["timestamp"]) ?? textOf(this.#start["timestamp"]) ?? changedAt,
      updatedAt: /"timestamp":"([^"]+)"/.exec(this.#last)?.[1] ?? changedAt,
      turns: this.#messages > 0 ? this.#messages : this.#userItems,
      tokens: typeof tokens === "number" ? tokens : 0,
      forkedFrom:
        parent === null ? null : { threadId: ulidOfForeign(parent, "codex:thread"), offset: null },
    };
  }

  #takeMessageEvent(type: string | undefined, line: Buffer): void {
    const payload = (): JsonObject => payloadOf(parseLine(line.toString("utf8")));
    if (type === "user_message") {
      this.#messages += 1;
      this.#title ??= toTitle(textOf(payload()["message"]) ?? "");
    } else if (type === "thread_rolled_back") {
      const { num_turns: gone } = payload();
      if (typeof gone !== "number") return;
      this.#messages = Math.max(0, this.#messages - gone);
      this.#userItems = Math.max(0, this.#userItems - gone);
    } else if (type === "thread_name_updated") {
      this.#name = toTitle(textOf(payload()["thread_name"]) ?? "");
    }
  }

  /** For sessions without `user_message` lines: a user's message that the tool did not inject. */
  #takeMessage(line: Buffer): void {
    if (this.#title !== null) return;
    const message = payloadOf(parseLine(line.toString("utf8")));
    const { role, content } = message;
    if (role !== "user" || !Array.isArray(content)) return;
    if (isNamedInjected({ ...message, content })) return;
    const texts = content.flatMap((part) => (isJsonObject(part) ? [textOf(part["text"])] : []));
    if (texts.some((part) => part !== null && isContextualUserText(part))) return;
    this.#userItems += 1;
    this.#itemTitle ??= toTitle(texts.join(""));
  }
}

/** A line of today has a payload; one of mid 2025 is the payload itself. */
function payloadOf(line: JsonObject | undefined): JsonObject {
  const payload = line?.["payload"];
  return isJsonObject(payload) ? payload : (line ?? {});
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
