import { isJsonObject } from "../../../src/events/is-json-object.js";
import type { JsonObject } from "../../../src/events/primitives.js";

/**
 * What Claude Code would go on with, told from all lines at once: the newest message and all that it
 * follows, with all lines of the answers among them and the outputs of their calls, in the order of
 * the file, from the newest compaction on.
 */
export function liveLedger(lines: readonly JsonObject[]): readonly string[] {
  const seen = new Map<unknown, JsonObject>();
  const unique = lines.filter((line) => {
    if (line.isSidechain === true || typeof line.uuid !== "string" || seen.has(line.uuid))
      return false;
    seen.set(line.uuid, line);
    return true;
  });
  const newest = unique.findLast(isShown);
  const live = new Set<JsonObject>();
  for (let at = newest; at !== undefined; at = seen.get(at.parentUuid)) live.add(at);
  const answers = new Set([...live].map(answerOf).filter((id) => id !== null));
  for (const line of unique) {
    const id = answerOf(line);
    const parent = seen.get(line.parentUuid);
    const call = parent === undefined ? null : answerOf(parent);
    if (id !== null && answers.has(id)) live.add(line);
    if (call !== null && answers.has(call) && isOutput(line)) live.add(line);
  }
  return shown(unique.filter((line) => live.has(line)));
}

function shown(lines: readonly JsonObject[]): readonly string[] {
  const entries: string[] = [];
  const said = new Set<string>();
  for (const line of lines) {
    if (line.subtype === "microcompact_boundary") clear(entries, line.microcompactMetadata);
    if (!isJsonObject(line.message)) continue;
    for (const block of blocksOf(line.message.content)) {
      const text = `${String(line.type)} ${wordsOf(block)}`;
      const key = `${answerOf(line) ?? String(line.uuid)} ${text}`;
      if (!said.has(key)) entries.push(text);
      said.add(key);
    }
  }
  return entries;
}

function clear(entries: string[], metadata: unknown): void {
  const ids = isJsonObject(metadata) ? metadata.compactedToolIds : [];
  if (!Array.isArray(ids)) return;
  entries.forEach((entry, index) => {
    const id = /^user output (\S+):/.exec(entry)?.[1];
    if (ids.includes(id))
      entries[index] = `user output ${id ?? ""}: [Old tool result content cleared]`;
  });
}

function isShown({ type, subtype }: JsonObject): boolean {
  return type === "user" || type === "assistant" || subtype === "microcompact_boundary";
}

function answerOf({ type, message }: JsonObject): string | null {
  if (type !== "assistant" || !isJsonObject(message)) return null;
  return typeof message.id === "string" ? message.id : null;
}

function isOutput({ type, message }: JsonObject): boolean {
  if (type !== "user" || !isJsonObject(message)) return false;
  return blocksOf(message.content).some((block) => block.type === "tool_result");
}

function blocksOf(content: unknown): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}

function wordsOf(block: JsonObject): string {
  switch (block.type) {
    case "text":
      return `text ${String(block.text)}`;
    case "thinking":
      return `thinking ${String(block.thinking)} ${String(block.signature)}`;
    case "tool_use":
      return `call ${String(block.id)}: ${JSON.stringify(block.input)}`;
    default:
      return `output ${String(block.tool_use_id)}: ${String(block.content)}`;
  }
}
