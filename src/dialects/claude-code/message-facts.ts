import type { Fact, FactOf } from "../../events/event.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { KnownItem } from "../../events/item.js";
import type { Origin } from "../../events/recorded-item.js";
import { ceil4 } from "../../events/token-bytes.js";
import { movedHole } from "../keeping/foreign-form.js";
import type { RecordingOptions } from "../keeping/record-as.js";
import { textAt } from "../text-at.js";
import type { HistoryVersions, LineFact } from "../tree/line-facts.js";
import { recordRead, type ReadItem } from "../tree/read-item.js";
import { userOrigin } from "./message-origin.js";
import { readBlocks } from "./read-blocks.js";
import type { MessageLine } from "./read-line.js";
import { isSameUsage, readUsage } from "./read-usage.js";
import { newBlocks, type NewBlock } from "./streamed-blocks.js";
import type { Placement } from "./tree/session-tree.js";
import type { CompactBoundary } from "./tree/tree-line.js";
import type { TreeNode } from "./tree/tree-node.js";

export interface MessageOptions extends RecordingOptions {
  readonly versions: HistoryVersions;
  /** The line's offset. */
  readonly offset: number;
  /** True in a sub-agent's own file: who asks there is another agent. */
  readonly isSubThread: boolean;
}

/** What a line of a user or of the model says, in folding order, behind any rollback. */
export function messageFacts(
  line: MessageLine,
  { node, boundary, isOrphan }: Placement,
  options: MessageOptions,
): readonly LineFact[] {
  const { items, unread } = readBlocks(line.role, line.message.content);
  const facts: LineFact[] = [];
  let blocks = newBlocks(items, node.round);
  if (boundary !== null) {
    const replacement = line.isSummary ? items : [];
    facts.push(compacted(replacement, { node, boundary, options }));
    if (line.isSummary) blocks = [];
  }
  for (const block of blocks) facts.push(...blockFacts(block, { line, node, options }));
  const hasGrown = blocks.some(({ replaces }) => replaces !== null);
  const tail = [...usageFacts(line, node, hasGrown), ...contextFacts(line, node)];
  if (unread.length > 0) {
    for (const type of new Set(unread)) tail.push(notice("block-kept", `a ${type} block is kept`));
  }
  if (isOrphan) tail.push(notice("parent-missing", "the message before it is not in the file"));
  return [...facts, ...tail.map((fact) => ({ fact, holes: [] }))];
}

interface Surroundings {
  readonly line: MessageLine;
  readonly node: TreeNode;
  readonly options: MessageOptions;
}

function blockFacts(
  { item: read, replaces, noteRef }: NewBlock,
  { line, node, options }: Surroundings,
): readonly LineFact[] {
  const data = recordRead(read, (item) => originOf(item, line, options), options);
  const holes = read.holes.map((hole) => movedHole(hole, ["data", "item"]));
  const recorded: LineFact = {
    fact: { type: "item.recorded", data },
    holes,
    noteRef: (ref) => {
      noteRef(ref);
      const { item } = read;
      if (item.type !== "function_call_output") return;
      node.outputs = [...node.outputs, { callId: item.call_id, ref }];
    },
  };
  if (replaces === null) return [recorded];
  const trimmed: Fact = {
    type: "history.trimmed",
    data: {
      refs: [replaces],
      strategy: "claude-code",
      reason: "the same text came again, longer",
      clearsBaseline: false,
      historyVersion: options.versions.next(),
    },
  };
  return [recorded, { fact: trimmed, holes: [] }];
}

function originOf(item: KnownItem, line: MessageLine, { isSubThread }: MessageOptions): Origin {
  if (line.role === "assistant") return "model";
  if (item.type !== "message") return "tool";
  if (line.isMeta || line.isSummary) return "runtime";
  const origin = userOrigin(item);
  return origin === "user" && isSubThread ? "agent" : origin;
}

/** What the compaction left: the summary, or nothing where none follows. */
function compacted(
  items: readonly ReadItem[],
  {
    node,
    boundary,
    options,
  }: {
    readonly node: TreeNode;
    readonly boundary: CompactBoundary;
    readonly options: MessageOptions;
  },
): LineFact {
  const { versions, offset, keep } = options;
  const replacement = items.map((read) => ({
    ...recordRead(read, () => "runtime", { policy: null, keep }),
    summary: true,
  }));
  const data: FactOf<"history.compacted">["data"] = {
    trigger: "foreign",
    reason: boundary.trigger,
    summary: summaryOf(items),
    replacement,
    placement: "none",
    replaced: offset === 0 ? null : { from: previousOf(node), to: offset - 1 },
    tokensBefore: boundary.tokensBefore,
    tokensAfter: replacement.reduce((sum, { countedBytes }) => sum + ceil4(countedBytes), 0),
    trimmed: [],
    windowNumber: node.compactions,
    historyVersion: versions.next(),
  };
  const holes = items.flatMap((read, index) =>
    read.holes.map((hole) => movedHole(hole, ["data", "replacement", String(index), "item"])),
  );
  return { fact: { type: "history.compacted", data }, holes };
}

function previousOf({ parent }: TreeNode): number {
  return parent?.compactedAt ?? 0;
}

function summaryOf(items: readonly ReadItem[]): string | null {
  const texts = items.flatMap(({ item }) =>
    item.type === "message"
      ? item.content.flatMap((part) => (part.type === "input_image" ? [] : [part.text]))
      : [],
  );
  return texts.length === 0 ? null : texts.join("\n");
}

/** One report for each request; where its lines say more and more, the newest stands. */
function usageFacts({ message }: MessageLine, { round }: TreeNode, hasGrown: boolean): Fact[] {
  const usage = readUsage(message.usage);
  if (usage === null) return [];
  const revised = round?.usage ?? null;
  if (revised !== null && isSameUsage(usage, revised) && !hasGrown) return [];
  if (round !== null) round.usage = usage;
  const data = { usage, contextWindow: null, request: null, ...(revised !== null && { revised }) };
  return [{ type: "usage.reported", data }];
}

/** Claude Code's own replies name no model. */
const SYNTHETIC = "<synthetic>";

/** Which model answers where, when it is not what was told before. */
function contextFacts({ role, message, cwd }: MessageLine, node: TreeNode): Fact[] {
  const model = textAt(message, "model");
  if (role !== "assistant" || model === null || model === SYNTHETIC) return [];
  const context = `${model}\n${cwd ?? ""}`;
  if (node.context === context) return [];
  node.context = context;
  const envelope = { model, provider: "anthropic", ...(cwd !== null && { cwd }) };
  const previousTurn = { model, realtimeActive: null };
  const data = { mode: "observed" as const, items: [], fragments: [], envelope, previousTurn };
  return [{ type: "context.injected", data }];
}

function notice(kind: string, message: string): Fact {
  return { type: "notice.logged", data: { level: "info", kind, message } };
}

/** The model that a line names; null: none. */
export function modelOf({ message }: Pick<MessageLine, "message">): string | null {
  const model = isJsonObject(message) ? textAt(message, "model") : null;
  return model === SYNTHETIC ? null : model;
}
