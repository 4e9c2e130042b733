import { isJsonObject } from "../../../src/events/json.js";
import type { JsonObject } from "../../../src/events/primitives.js";

/** What pi would go on with, told from all lines at once. */
export interface PiContext {
  /** What the model would be shown, a line each. */
  readonly shown: readonly string[];
  readonly model: string | null;
  readonly level: string | null;
  readonly name: string | null;
}

/**
 * The newest entry and all that it follows: from the newest compaction among them its summary, then
 * what it keeps, then what follows it. Version 1 gets its tree first, as pi does on opening.
 */
export function piContext(lines: readonly JsonObject[]): PiContext {
  const header = lines.find(({ type }) => type === "session");
  const isTree = typeof header?.version === "number" && header.version >= 2;
  const all = isTree ? lines : lines.map(migrated);
  const entries = all.filter(({ type }) => type !== "session");
  const path = pathTo(entries.at(-1), entries);
  const at = path.findLastIndex(({ type }) => type === "compaction");
  const compaction = path[at];
  const keptId = compaction === undefined ? null : firstKept(compaction, all);
  const kept = path.slice(0, Math.max(at, 0));
  const from = kept.findIndex(({ id }) => id === keptId);
  const shown = [
    ...(compaction === undefined ? [] : [summaryWords(compaction.summary, "compaction")]),
    ...(from < 0 ? [] : kept.slice(from)).flatMap(shownBy),
    ...path.slice(at + 1).flatMap(shownBy),
  ];
  return {
    shown,
    model: newestOf(path, modelOf) ?? (isTree ? null : (textOf(header?.modelId) ?? null)),
    level:
      newestOf(path, ({ thinkingLevel }) => textOf(thinkingLevel)) ?? textOf(header?.thinkingLevel),
    name: newestOf(entries, ({ type, name }) =>
      type === "session_info" ? textOf(name)?.trim() || null : null,
    ),
  };
}

/** An entry of version 1 with a place: after the one before it. */
function migrated(line: JsonObject, index: number, lines: readonly JsonObject[]): JsonObject {
  if (line.type === "session") return line;
  const before = lines.slice(0, index).findLastIndex(({ type }) => type !== "session");
  return { ...line, id: `line ${index}`, parentId: `line ${before}` };
}

function pathTo(leaf: JsonObject | undefined, entries: readonly JsonObject[]): JsonObject[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path: JsonObject[] = [];
  let at = leaf;
  while (at !== undefined) {
    path.unshift(at);
    at = byId.get(at.parentId);
  }
  return path;
}

function firstKept(compaction: JsonObject, all: readonly JsonObject[]): unknown {
  const { firstKeptEntryIndex: index } = compaction;
  if (typeof index !== "number") return compaction.firstKeptEntryId ?? null;
  const target = all[index];
  return target === undefined || target.type === "session" ? null : target.id;
}

function newestOf(
  path: readonly JsonObject[],
  read: (entry: JsonObject) => string | null,
): string | null {
  return path.map(read).findLast((value) => value !== null) ?? null;
}

function modelOf({ type, modelId, message }: JsonObject): string | null {
  if (type === "model_change") return textOf(modelId);
  return isJsonObject(message) && message.role === "assistant" ? textOf(message.model) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function shownBy({ type, message, summary, content }: JsonObject): readonly string[] {
  if (type === "custom_message") return [`runtime: ${wordsIn(content)}`];
  if (type === "branch_summary") return summary === "" ? [] : [summaryWords(summary, "branch")];
  if (type !== "message" || !isJsonObject(message)) return [];
  switch (message.role) {
    case "user":
      return [`user: ${wordsIn(message.content)}`];
    case "assistant":
      if (["error", "aborted"].includes(String(message.stopReason))) return [];
      return blocksOf(message.content).map(blockWords);
    case "toolResult":
      return [
        `output ${String(message.toolCallId)}: ${wordsIn(message.content)} ${String(message.isError)}`,
      ];
    case "bashExecution":
      return message.excludeFromContext === true ? [] : [`runtime: ${bashWords(message)}`];
    case "branchSummary":
      return [summaryWords(message.summary, "branch")];
    case "compactionSummary":
      return [summaryWords(message.summary, "compaction")];
    default:
      return [`runtime: ${wordsIn(message.content)}`];
  }
}

function summaryWords(summary: unknown, kind: "branch" | "compaction"): string {
  const lead =
    kind === "branch"
      ? "The following is a summary of a branch that this conversation came back from:"
      : "The conversation history before this point was compacted into the following summary:";
  const end = kind === "branch" ? "</summary>" : "\n</summary>";
  return `runtime: ${lead}\n\n<summary>\n${String(summary)}${end}`;
}

function bashWords(message: JsonObject): string {
  const { command, output, cancelled, exitCode, truncated, fullOutputPath } = message;
  const printed = output === "" ? "(no output)" : `\`\`\`\n${String(output)}\n\`\`\``;
  const failed = exitCode === 0 ? "" : `\n\nCommand exited with code ${String(exitCode)}`;
  const end = cancelled === true ? "\n\n(command cancelled)" : failed;
  const isCut = truncated === true && typeof fullOutputPath === "string";
  const cut = isCut ? `\n\n[Output truncated. Full output: ${fullOutputPath}]` : "";
  return `Ran \`${String(command)}\`\n${printed}${end}${cut}`;
}

function blockWords(block: JsonObject): string {
  switch (block.type) {
    case "text":
      return `model: ${String(block.text)}`;
    case "thinking":
      return `thought: ${String(block.thinking)} ${String(block.thinkingSignature)}`;
    default:
      return `call ${String(block.id)}: ${JSON.stringify(block.arguments)}`;
  }
}

function wordsIn(content: unknown): string {
  if (typeof content === "string") return content;
  return blocksOf(content)
    .map(({ text }) => String(text))
    .join("");
}

function blocksOf(content: unknown): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}
