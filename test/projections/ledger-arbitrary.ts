import fc from "fast-check";
import { countItemBytes } from "../../src/events/item-bytes.js";
import type {
  Item,
  KnownItem,
  LocalShellCallItem,
  Origin,
  ReasoningItem,
  ToolOutput,
} from "../../src/events/item.js";
import { SharedSequence } from "../../src/reducers/sequence.js";
import type { LedgerEntry, ThreadState } from "../../src/reducers/thread-state.js";

/**
 * Ledgers as odd as foreign sessions can make them: few ids, so that calls and outputs repeat, cross
 * their kinds, are in the wrong order or alone. For what threads of our own look like, see the
 * generators of `refold/testing`.
 */

const callId = fc.constantFrom("a", "b", "c", "");
const maybeCallId = fc.option(callId, { nil: null });
const text = fc.constantFrom("", "hello", "größer ☃", "line\nline");
const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const inputText = text.map((value) => ({ type: "input_text" as const, text: value }));
const image = fc.constantFrom<"low" | "original" | null>("low", "original", null).map((detail) => ({
  type: "input_image" as const,
  image_url: pixel,
  detail,
}));
const output: fc.Arbitrary<ToolOutput> = fc.oneof(
  text,
  fc.array(fc.oneof(inputText, image), { maxLength: 3 }),
);

const message: fc.Arbitrary<KnownItem> = fc.record({
  type: fc.constant("message" as const),
  role: fc.constantFrom("user", "assistant", "developer", "system"),
  content: fc.array(fc.oneof(inputText, image), { maxLength: 3 }),
});
const reasoning: fc.Arbitrary<KnownItem> = fc.record({
  type: fc.constant("reasoning" as const),
  summary: fc.constant<ReasoningItem["summary"]>([]),
  encrypted_content: fc.constantFrom(null, "A".repeat(2000)),
});

const calls: readonly fc.Arbitrary<KnownItem>[] = [
  fc.record({
    type: fc.constant("function_call" as const),
    name: fc.constantFrom("shell", "read"),
    arguments: fc.constant("{}"),
    call_id: callId,
  }),
  fc.record({
    type: fc.constant("local_shell_call" as const),
    call_id: maybeCallId,
    status: fc.constant("completed"),
    action: fc.constant<LocalShellCallItem["action"]>({ type: "exec", command: ["ls"] }),
  }),
  fc.record({
    type: fc.constant("custom_tool_call" as const),
    name: fc.constant("apply_patch"),
    input: text,
    call_id: callId,
  }),
  fc.record({
    type: fc.constant("tool_search_call" as const),
    call_id: maybeCallId,
    execution: fc.constantFrom("client", "server"),
    arguments: fc.constant({ query: "x" }),
  }),
];
const outputs: readonly fc.Arbitrary<KnownItem>[] = [
  fc.record({ type: fc.constant("function_call_output" as const), call_id: callId, output }),
  fc.record({ type: fc.constant("custom_tool_call_output" as const), call_id: callId, output }),
  fc.record({
    type: fc.constant("tool_search_output" as const),
    call_id: maybeCallId,
    status: fc.constant("completed"),
    execution: fc.constantFrom("client", "server"),
    tools: fc.constant<unknown[]>([]),
  }),
];
const others: readonly fc.Arbitrary<Item>[] = [
  fc.record({
    type: fc.constant("image_generation_call" as const),
    id: fc.constant("ig_1"),
    status: fc.constant("completed"),
    result: fc.constantFrom("", "iVBORw0KGgo="),
  }),
  fc.constant({ type: "ghost_snapshot" as const, ghost_commit: { id: "c0ffee" } }),
  fc.constant({ type: "web_search_call" as const, status: "completed" }),
  fc.constant({ type: "compaction" as const, encrypted_content: "B".repeat(1000) }),
  fc.constant({ type: "other" as const, original: { type: "from_the_future" } }),
];

const item: fc.Arbitrary<Item> = fc.oneof(message, reasoning, ...calls, ...outputs, ...others);

const entryWithoutRef = fc.record({ item, failed: fc.boolean() });

/** Entries with rising refs. */
export function ledgerEntries(maxLength = 16): fc.Arbitrary<readonly LedgerEntry[]> {
  return fc
    .array(entryWithoutRef, { maxLength })
    .map((drafts) => drafts.map(({ item, failed }, index) => entryOf(item, index + 1, failed)));
}

/** An entry as `item.recorded` would make it. */
export function entryOf(item: Item, ref: LedgerEntry["ref"], failed = false): LedgerEntry {
  const entry = { ref, origin: originOf(item), item, countedBytes: countItemBytes(item) };
  return failed ? { ...entry, failed } : entry;
}

/** A state with these entries, and nothing else to speak of. */
export function stateOf(
  entries: readonly LedgerEntry[],
  overrides: Partial<ThreadState> = {},
): ThreadState {
  const zero = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0, total: 0 };
  return {
    ledger: {
      entries: SharedSequence.of(entries),
      countedBytes: entries.reduce((sum, entry) => sum + entry.countedBytes, 0),
      tokens: entries.reduce((sum, entry) => sum + Math.ceil(entry.countedBytes / 4), 0),
      editedBefore: 0,
    },
    baseline: null,
    checkpoint: null,
    usage: { last: null, total: zero, contextWindow: null, lastAt: null, lastIsEstimate: false },
    turns: { running: null, userTurns: 0, completed: 0, aborted: 0, previous: null },
    thread: null,
    log: { head: entries.length + 1, historyVersion: 0 },
    ...overrides,
  };
}

function originOf({ type, ...item }: Item): Origin {
  if (type === "message") {
    if (item.role === "assistant") return "model";
    return item.role === "user" ? "user" : "runtime";
  }
  return type.endsWith("_output") ? "tool" : "model";
}
