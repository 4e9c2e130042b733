/**
 * What Codex would reconstruct from a rollout, written once more from the rules alone
 * (docs/semantics.md), slowly and without any of the library's code: the measure that the decoder
 * and the fold are held to.
 */
import type { CodexLine } from "../../../src/testing/arbitraries/codex-rollout.js";
import {
  isBoundary,
  isContextualDeveloper,
  isContextualUser,
  isHookPrompt,
} from "./slow-classes.js";
import { wiresOf, type Wire } from "./slow-classes.js";
import { tokensOf, truncateSlowly, type SlowPolicy } from "./slow-text.js";

export interface Reconstruction {
  readonly items: readonly Wire[];
  readonly baseline: { readonly turnId: string | null; readonly model: unknown } | null;
  readonly previousTurn: {
    readonly model: unknown;
    readonly realtimeActive: boolean | null;
  } | null;
}

interface Segment {
  readonly lines: readonly number[];
  /** Context after its newest rollback, before any message: it stays. */
  readonly kept: readonly number[];
  readonly userTurn: boolean;
  readonly discarded: boolean;
  /** Matching contexts, newest first. */
  readonly contexts: readonly number[];
}

/**
 * The rules of docs/semantics.md §12, for the lines as given (all of them: cut the prefix before).
 */
export function reconstructSlowly(all: readonly CodexLine[], policy: SlowPolicy): Reconstruction {
  const lines = all.map(asItemLine);
  const segments = segmentsOf(lines);
  const lifecycle = lines.some((line) => isEvent(line, "task_started", "turn_started"));
  const alive = survivingLines(lines, segments, lifecycle);
  const { items, legacyReplayed } = history(lines, alive, { policy, surgery: !lifecycle });
  return {
    items,
    baseline: legacyReplayed ? null : baseline(lines, segments),
    previousTurn: previousTurn(lines, segments),
  };
}

/** What agents tell each other is an item, on whichever line it stands. */
function asItemLine(line: CodexLine): CodexLine {
  if (line.type !== COMMUNICATION) return line;
  return { ...line, type: "response_item", payload: agentMessageOf(line.payload) };
}

export const COMMUNICATION = "inter_agent_communication";

/** The item of such a line (§15.13). */
export function agentMessageOf(payload: Wire): Wire {
  const { author, recipient, content: said, encrypted_content: sealed } = payload;
  const head = `Message Type: NEW_TASK\nTask name: ${String(recipient)}\nSender: ${String(author)}\nPayload:\n`;
  const text = { type: "input_text", text: sealed === undefined ? said : head };
  const content = [text, { type: "encrypted_content", encrypted_content: sealed }];
  const parts = content.slice(0, sealed === undefined ? 1 : 2);
  return { type: "agent_message", author, recipient, content: parts };
}

interface Draft {
  lines: number[];
  kept: number[];
  /** Context that would be kept if a rollback came next, backward; null: one came. */
  context: number[] | null;
  id: string | null;
  userTurn: boolean;
  contexts: number[];
  discarded: boolean;
}

/** Newest first (§12.2-12.4). */
function segmentsOf(lines: readonly CodexLine[]): readonly Segment[] {
  const found: Draft[] = [];
  let active: Draft | null = null;
  let pending = 0;
  for (const [index, line] of [...lines.entries()].reverse()) {
    const id = typeof line.payload.turn_id === "string" ? line.payload.turn_id : null;
    if (isEvent(line, "thread_rolled_back")) {
      if (active !== null) keepContext(active);
      pending += Number(line.payload.num_turns);
    }
    if (isEvent(line, "task_started", "turn_started")) {
      if (active === null || (active.id !== null && id !== null && active.id !== id)) continue;
      if (pending > 0) active.discarded = true;
      if (pending > 0 && active.userTurn) pending -= 1;
      found.push(active);
      active = null;
      continue;
    }
    active = seenBackward(line, { index, id, active });
    if (active !== null && pending === 0) noteContext(active, line, index);
  }
  if (active !== null) found.push({ ...active, discarded: pending > 0 });
  return keepBeforeFirstTurn(found);
}

function keepContext(active: Draft): void {
  active.kept = active.context ?? active.kept;
  active.context = null;
}

function noteContext(active: Draft, line: CodexLine, index: number): void {
  if (active.context === null) return;
  if (endsContext(line)) active.context = [];
  else if (isContext(line)) active.context = [...active.context, index];
}

function isContext({ type, payload }: CodexLine): boolean {
  if (type !== "response_item" || payload.type !== "message") return false;
  return payload.role === "developer" || isContextualUser(payload);
}

/** A message of a user, or a new base. */
function endsContext(line: CodexLine): boolean {
  if (line.type === "response_item") return isBoundary(line.payload);
  return line.type === "compacted" || isEvent(line, "user_message");
}

/** What one line adds to the segment that is being collected backward; null: still none. */
function seenBackward(
  line: CodexLine,
  where: { readonly index: number; readonly id: string | null; readonly active: Draft | null },
): Draft | null {
  const { index, id } = where;
  const opens =
    line.type === "response_item" ||
    line.type === "compacted" ||
    line.type === "turn_context" ||
    isEvent(line, "task_complete", "turn_complete", "user_message") ||
    (isEvent(line, "turn_aborted") && id !== null);
  if (where.active === null && !opens) return null;
  const active = where.active ?? {
    lines: [],
    kept: [],
    context: [],
    id: null,
    userTurn: false,
    contexts: [],
    discarded: false,
  };
  active.lines.push(index);
  if (isEvent(line, "user_message")) active.userTurn = true;
  if (line.type === "response_item" && isBoundary(line.payload)) active.userTurn = true;
  if (
    line.type === "turn_context" ||
    isEvent(line, "task_complete", "turn_complete", "turn_aborted")
  ) {
    active.id ??= id;
  }
  if (line.type === "turn_context" && (id === null || active.id === id)) {
    active.contexts.push(index);
  }
  return active;
}

/** What precedes the first turn stays, however many turns were to go (§12.4). */
function keepBeforeFirstTurn(segments: readonly Segment[]): readonly Segment[] {
  const oldest = segments.findLastIndex((segment) => segment.discarded && segment.userTurn);
  return segments.map((segment, index) =>
    index > oldest && segment.discarded ? { ...segment, discarded: false } : segment,
  );
}

function survivingLines(
  lines: readonly CodexLine[],
  segments: readonly Segment[],
  lifecycle: boolean,
): ReadonlySet<number> {
  if (!lifecycle) return new Set(lines.keys());
  const alive = new Set(lines.keys());
  const first = segments.findLast(({ userTurn }) => userTurn);
  const context = contextBefore(lines, first?.lines ?? []);
  for (const segment of segments) {
    if (!segment.discarded) continue;
    const stays = (index: number): boolean => context.has(index) || segment.kept.includes(index);
    for (const index of segment.lines) if (!stays(index)) alive.delete(index);
  }
  return alive;
}

/** The lines of the first user turn before its message: they stay (§12.4). */
function contextBefore(lines: readonly CodexLine[], turn: readonly number[]): ReadonlySet<number> {
  const ordered = turn.toSorted((a, b) => a - b);
  const message = ordered.findIndex((index) => {
    const line = lines[index];
    if (line === undefined) return false;
    return (
      isEvent(line, "user_message") || (line.type === "response_item" && isBoundary(line.payload))
    );
  });
  return new Set(ordered.slice(0, Math.max(0, message)));
}

function history(
  lines: readonly CodexLine[],
  alive: ReadonlySet<number>,
  how: { readonly policy: SlowPolicy; readonly surgery: boolean },
): { readonly items: readonly Wire[]; readonly legacyReplayed: boolean } {
  const base = lines.findLastIndex(
    (line, index) =>
      alive.has(index) &&
      line.type === "compacted" &&
      Array.isArray(line.payload.replacement_history),
  );
  let items: Wire[] = wiresOf(lines[base]?.payload.replacement_history).slice();
  let legacyReplayed = false;
  for (const [index, line] of lines.entries()) {
    if (index <= base || !alive.has(index)) continue;
    if (line.type === "response_item") items.push(...recorded(line.payload, how.policy));
    else if (line.type === "compacted") {
      items = legacyCompaction(items, String(line.payload.message));
      legacyReplayed = true;
    } else if (how.surgery && isEvent(line, "thread_rolled_back")) {
      items = rolledBack(items, Number(line.payload.num_turns));
    }
  }
  return { items, legacyReplayed };
}

const KINDS = new Set(
  (
    "message reasoning local_shell_call function_call function_call_output custom_tool_call custom_tool_call_output " +
    "tool_search_call tool_search_output web_search_call image_generation_call ghost_snapshot compaction compaction_summary " +
    "agent_message"
  ).split(" "),
);

/** §6.1-6.2. */
export function recorded(item: Wire, policy: SlowPolicy | null): readonly Wire[] {
  if (!KINDS.has(String(item.type)) || (item.type === "message" && item.role === "system")) {
    return [];
  }
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") {
    return [item];
  }
  if (policy === null || typeof item.output !== "string") return [item];
  return [
    {
      ...item,
      output: truncateSlowly(item.output, { ...policy, limit: Math.ceil(policy.limit * 1.2) }),
    },
  ];
}

/** §11.1-11.3 as §12.7 uses them: the context before the first turn, the message as the summary's text. */
export function legacyCompaction(items: readonly Wire[], summary: string): Wire[] {
  const first = items.findIndex(isBoundary);
  const leading = first === -1 ? items : items.slice(0, first);
  const context = leading.filter(
    (item) => item.type === "message" && (item.role === "developer" || isContextualUser(item)),
  );
  const words = items
    .filter(
      (item) =>
        item.type === "message" &&
        item.role === "user" &&
        !isContextualUser(item) &&
        !isHookPrompt(item),
    )
    .map(userText)
    .filter((text) => !text.startsWith(SUMMARY_PREFIX_LINE));
  const kept: string[] = [];
  let rest = 20_000;
  for (const text of words.reverse()) {
    if (rest === 0) break;
    const cost = tokensOf(text);
    if (cost <= rest) {
      kept.unshift(text);
      rest -= cost;
      continue;
    }
    kept.unshift(truncateSlowly(text, { mode: "tokens", limit: rest }));
    break;
  }
  const texts = [...kept, summary === "" ? "(no summary available)" : summary];
  const messages = texts.map((text) => ({
    type: "message",
    role: "user",
    content: [{ type: "input_text", text }],
  }));
  return [...context, ...messages];
}

const SUMMARY_PREFIX_LINE =
  "Another language model started to solve this problem and produced a summary of its thinking process. You also have access to the state of the tools that were used by that language model. Use this to build on the work that has already been done and avoid duplicating work. Here is the summary produced by the other language model, use the information in this summary to assist with your own analysis:\n";

/** §4.10, for messages without images. */
function userText(item: Wire): string {
  return wiresOf(item.content)
    .filter((part) => part.type === "input_text")
    .map((part) => String(part.text))
    .join("");
}

/** §10.5-10.7, the ledger only. */
export function rolledBack(items: readonly Wire[], turns: number): Wire[] {
  if (turns === 0) return [...items];
  const boundaries = [...items.keys()].filter((index) => isBoundary(items[index] ?? {}));
  const first = boundaries[0];
  if (first === undefined) return [...items];
  let cut = boundaries[Math.max(0, boundaries.length - turns)] ?? first;
  while (cut > first) {
    const before = items[cut - 1] ?? {};
    if (!isContextualDeveloper(before) && !isContextualUser(before)) break;
    cut -= 1;
  }
  return items.slice(0, cut);
}

/**
 * §12.5: the newest matching context of the newest user turn that has one, if no compaction is
 * after it.
 */
function baseline(
  lines: readonly CodexLine[],
  segments: readonly Segment[],
): Reconstruction["baseline"] {
  const surviving = segments.filter((segment) => !segment.discarded);
  const holder = surviving.find((segment) => segment.userTurn && segment.contexts.length > 0);
  const at = holder?.contexts[0];
  if (holder === undefined || at === undefined) return null;
  const newer = surviving
    .slice(0, surviving.indexOf(holder) + 1)
    .flatMap((segment) => segment.lines);
  if (newer.some((index) => index > at && lines[index]?.type === "compacted")) return null;
  const context = lines[at]?.payload ?? {};
  return {
    turnId: typeof context.turn_id === "string" ? context.turn_id : null,
    model: context.model,
  };
}

/** §12.5: the oldest matching context of the newest user turn that has any. */
function previousTurn(
  lines: readonly CodexLine[],
  segments: readonly Segment[],
): Reconstruction["previousTurn"] {
  const holder = segments.find(
    (segment) => !segment.discarded && segment.userTurn && segment.contexts.length > 0,
  );
  const at = holder?.contexts.at(-1);
  const context = at === undefined ? undefined : lines[at]?.payload;
  if (context === undefined) return null;
  return {
    model: context.model,
    realtimeActive: typeof context.realtime_active === "boolean" ? context.realtime_active : null,
  };
}

function isEvent(line: CodexLine, ...kinds: readonly string[]): boolean {
  return line.type === "event_msg" && kinds.includes(String(line.payload.type));
}
