import { readThreadStart } from "../../dialects/codex/session-meta.js";
import { isRefoldError } from "../../errors.js";
import { textAt } from "../../dialects/shared/json.js";
import { ulidOfForeign } from "../../dialects/shared/derived-ids.js";
import { isItem } from "../../events/item.js";
import { isUserMessage, isUserTurnBoundary, userMessageText } from "../../events/item-class.js";
import { isJsonObject } from "../../events/json.js";
import { TurnFold } from "../../reducers/outline.js";
import { replay } from "../../reducers/replay.js";
import { fileBytes } from "../file-bytes.js";
import { openSession } from "../open-session.js";
import type { RelatedFiles } from "../related-file.js";
import type { ListedFile } from "./listed-files.js";
import { parseLine, readContentLines, readLines } from "./listed-lines.js";
import type { ThreadSummary } from "./thread-summary.js";
import { toTitle } from "./title.js";

/**
 * Summarises a Codex session in one pass over its lines: running totals are at its end, but the
 * number of turns nowhere. A session with a rollback is replayed for it.
 * @returns undefined when the file is no session, or went meanwhile
 */
export async function summariseCodex(
  file: ListedFile,
  related: RelatedFiles,
): Promise<CodexSummary | undefined> {
  const { outline, base, problem } = await outlineOf(file.path, related);
  const facts = outline.facts(new Date(file.modifiedMs).toISOString());
  if (facts === undefined) return undefined;
  const { path, sizeBytes } = file;
  const turns = facts.turns ?? (await replayedTurns(path));
  const counts = { turns, sizeBytes, isArchived: false, forks: 0 };
  return { thread: { ...facts, ...counts, collection: "codex", path, problem }, base };
}

/** A session, and the id of the file that its history begins in; null: its own. */
export interface CodexSummary {
  readonly thread: ThreadSummary;
  readonly base: string | null;
}

/** If other files that the session needs are missing, its own lines have to do. */
async function outlineOf(path: string, related: RelatedFiles) {
  const own = new CodexOutline();
  const problem = await readLines(path, (line) => own.push(line));
  const { base, beginsElsewhere } = own;
  if (!beginsElsewhere) return { outline: own, base, problem };
  try {
    const { openForeign } = await import("../../dialects/dialects.js");
    const { rollout } = await openForeign(await fileBytes(path, { related }));
    const outline = new CodexOutline(own);
    return {
      outline,
      base,
      problem: await readContentLines(rollout.content, outline.push.bind(outline)),
    };
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

/** A user's message, or an agent's whose text is an object, as instructions to an agent are. */
const MAY_BEGIN_A_TURN = /"role":"user"|"role":"assistant".*"text":"\s*\{|^(?!.*"role":")/;

/**
 * Reads a Codex session's lines as a list needs them: of most only the beginning is looked at, and
 * of those that repeat only the newest is parsed. Lines that cannot be parsed are left out; opening
 * the session reports them.
 */
export class CodexOutline {
  #start: JsonObject | undefined;
  #startText = "";
  #name: string | null = null;
  #title: string | null = null;
  readonly #turns = new TurnFold();
  #rollsBack = false;
  #lines = 0;
  #itemTitle: string | null = null;
  #context = "";
  #tokens = "";
  #last = "";

  /** @param own an outline of the session's own file, where the lines to come begin in another */
  constructor(own?: CodexOutline) {
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
   * @returns true: more are wanted
   */
  push(line: Buffer): true {
    if (line.length === 0) return true;
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
    const context = payloadOf(parseLine(this.#context));
    const { info } = payloadOf(parseLine(this.#tokens));
    const total = isJsonObject(info) ? info["total_token_usage"] : undefined;
    const tokens = isJsonObject(total) ? total["total_tokens"] : undefined;
    const parent = textAt(meta, "forked_from_id");
    return {
      threadId: data.threadId,
      title: this.#name ?? this.#title ?? this.#itemTitle,
      cwd: data.cwd ?? textAt(context, "cwd"),
      model: textAt(context, "model"),
      createdAt: textAt(meta, "timestamp") ?? textAt(this.#start, "timestamp") ?? changedAt,
      updatedAt: /"timestamp":"([^"]+)"/.exec(this.#last)?.[1] ?? changedAt,
      /** Null: there is a rollback, and what it took depends on the turns of all lines before. */
      turns: this.#rollsBack ? null : this.#turns.userTurns,
      tokens: typeof tokens === "number" ? tokens : 0,
      forkedFrom:
        parent === null ? null : { threadId: ulidOfForeign(parent, "codex:thread"), offset: null },
    };
  }

  #takeMessageEvent(type: string | undefined, line: Buffer): void {
    const payload = (): JsonObject => payloadOf(parseLine(line.toString("utf8")));
    if (type === "user_message") {
      this.#title ??= toTitle(textAt(payload(), "message") ?? "");
    } else if (type === "task_started" || type === "turn_started") {
      this.#turns.mark({ ...this.#place, kind: "start", turn: null, foreignId: null, model: null });
    } else if (type === "thread_rolled_back") {
      this.#rollsBack = true;
    } else if (type === "thread_name_updated") {
      this.#name = toTitle(textAt(payload(), "thread_name") ?? "");
    }
  }

  #takeMessage(line: Buffer): void {
    if (!MAY_BEGIN_A_TURN.test(this.#last)) return;
    const item = payloadOf(parseLine(line.toString("utf8")));
    if (!isItem(item) || !isUserTurnBoundary(item)) return;
    this.#turns.mark({ ...this.#place, kind: "boundary", item });
    if (isUserMessage(item)) this.#itemTitle ??= toTitle(userMessageText(item));
  }

  get #place() {
    return { offset: this.#lines, before: this.#lines - 1, at: "" };
  }
}

/** A line of today has a payload; one of mid 2025 is the payload itself. */
function payloadOf(line: JsonObject | undefined): JsonObject {
  const payload = line?.["payload"];
  return isJsonObject(payload) ? payload : (line ?? {});
}
