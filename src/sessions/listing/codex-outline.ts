import { readThreadStart } from "../../dialects/codex/session-meta.js";
import { ulidOfForeign } from "../../dialects/shared/derived-ids.js";
import { isContextualUserText } from "../../events/contextual-fragment.js";
import { isNamedInjected } from "../../events/item-class.js";
import { isJsonObject } from "../../events/json.js";
import type { ListedFile } from "./listed-files.js";
import { readLines } from "./listed-lines.js";
import type { ThreadSummary } from "./thread-summary.js";
import { toTitle } from "./title.js";

/**
 * Summarises a Codex session in one pass over the beginnings of its lines: running totals stand at
 * its end, but nowhere how many turns there were.
 * @returns undefined when the file is no session, or went meanwhile
 */
export async function summariseCodex(file: ListedFile): Promise<ThreadSummary | undefined> {
  const outline = new CodexOutline();
  const problem = await readLines(file.path, (line) => {
    outline.push(line);
    return true;
  });
  const facts = outline.facts();
  if (facts === undefined) return undefined;
  const changedAt = new Date(file.modifiedMs).toISOString();
  const { createdAt, updatedAt, forkedFrom } = facts;
  return {
    ...facts,
    collection: "codex",
    path: file.path,
    createdAt: createdAt ?? changedAt,
    updatedAt: updatedAt ?? changedAt,
    sizeBytes: file.sizeBytes,
    isArchived: false,
    forkedFrom: forkedFrom === null ? null : { threadId: forkedFrom, offset: null },
    forks: 0, // told by all sessions together
    problem,
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What the lines of a Codex session tell for a list. */
interface CodexFacts {
  readonly threadId: string;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly model: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly turns: number;
  readonly tokens: number;
  readonly forkedFrom: string | null;
}

/** The line's own type, and that of what it carries: both stand at its beginning. */
const TYPES = /"type":"(\w+)"(?:,"payload":\{"type":"(\w+)")?/;
const LOOKED_AT = 192;

/**
 * Reads a Codex session's lines as a list needs them: of most only the beginning is looked at, and
 * of those that repeat only the newest is parsed. A line that cannot be parsed tells nothing; to
 * judge it is for those who open the session.
 */
class CodexOutline {
  #start: JsonObject | undefined;
  #startText = "";
  #name: string | null = null;
  #title: string | null = null;
  #messages = 0;
  #userItems = 0;
  #itemTitle: string | null = null;
  #context: string | undefined;
  #tokens: string | undefined;
  #last: string | undefined;

  /** @param line without its line feed; valid until this returns */
  push(line: Buffer): void {
    if (line.length === 0) return;
    if (this.#start === undefined) this.#begin(line.toString("utf8"));
    this.#last = line.toString("latin1", 0, LOOKED_AT);
    const types = TYPES.exec(this.#last);
    if (types !== null) this.#take(types[1] ?? "", types[2], line);
  }

  /** @returns undefined when the first line is no session's */
  facts(): CodexFacts | undefined {
    if (this.#start === undefined) return undefined;
    const { data } = readThreadStart({ value: this.#start, text: this.#startText });
    const meta = payloadOf(this.#start);
    const context = payloadOf(parsed(this.#context));
    return {
      threadId: data.threadId,
      title: this.#name ?? this.#title ?? this.#itemTitle,
      cwd: data.cwd ?? textOf(context["cwd"]),
      model: textOf(context["model"]),
      createdAt: textOf(meta["timestamp"]) ?? textOf(this.#start["timestamp"]),
      updatedAt: /"timestamp":"([^"]+)"/.exec(this.#last ?? "")?.[1] ?? null,
      turns: this.#messages > 0 ? this.#messages : this.#userItems,
      tokens: totalTokens(payloadOf(parsed(this.#tokens))),
      forkedFrom: forkParent(meta),
    };
  }

  #begin(text: string): void {
    this.#start = parsed(text);
    this.#startText = text;
  }

  #take(type: string, inner: string | undefined, line: Buffer): void {
    if (type === "turn_context") {
      this.#context = line.toString("utf8");
    } else if (type === "event_msg" && inner === "token_count") {
      this.#tokens = line.toString("utf8");
    } else if (type === "event_msg" && inner === "user_message") {
      this.#messages += 1;
      this.#title ??= titleOf(textOf(payloadOf(parsed(line.toString("utf8")))["message"]));
    } else if (type === "event_msg" && inner === "thread_rolled_back") {
      const gone = payloadOf(parsed(line.toString("utf8")))["num_turns"];
      if (typeof gone === "number") {
        this.#messages = Math.max(0, this.#messages - gone);
        this.#userItems = Math.max(0, this.#userItems - gone);
      }
    } else if (type === "event_msg" && inner === "thread_name_updated") {
      this.#name = titleOf(textOf(payloadOf(parsed(line.toString("utf8")))["thread_name"]));
    } else if (type === "message" || inner === "message") {
      if (this.#title === null) this.#takeMessage(line.toString("utf8"));
    }
  }

  /** Sessions without `user_message` lines: a user's message that the tool did not inject. */
  #takeMessage(text: string): void {
    const message = payloadOf(parsed(text));
    const { role, content } = message;
    if (role !== "user" || !Array.isArray(content)) return;
    if (isNamedInjected({ ...message, content })) return;
    const texts = content.flatMap((part) => (isJsonObject(part) ? [textOf(part["text"])] : []));
    if (texts.some((part) => part !== null && isContextualUserText(part))) return;
    this.#userItems += 1;
    this.#itemTitle ??= titleOf(texts.join(""));
  }
}

function parsed(line: string | undefined): JsonObject | undefined {
  if (line === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // damage; `refold doctor` and whoever opens the session tell of it
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

function titleOf(text: string | null): string | null {
  return text === null ? null : toTitle(text);
}

function totalTokens({ info }: JsonObject): number {
  const total = isJsonObject(info) ? info["total_token_usage"] : undefined;
  const tokens = isJsonObject(total) ? total["total_tokens"] : undefined;
  return typeof tokens === "number" ? tokens : 0;
}

function forkParent(meta: JsonObject): string | null {
  const id = textOf(meta["forked_from_id"]);
  return id === null ? null : ulidOfForeign(id, "codex:thread");
}
