import { isJsonObject } from "../../../src/events/json.js";
import type { JsonObject } from "../../../src/events/primitives.js";

/**
 * What Claude Code would go on with, told from all lines at once: the newest message and all that it
 * follows, with all lines of the answers among them and the outputs of their calls, in the order of
 * the file, from the newest compaction on. What follows the newest message means nothing yet.
 */
export function liveLedger(lines: readonly JsonObject[]): readonly string[] {
  const unique = firstOfEach(lines.slice(0, lines.findLastIndex(isPlacedMessage) + 1));
  const { lines: linked, kept } = withKept(unique);
  const byUuid = new Map(linked.map((line) => [line.uuid, line]));
  const callers = new Map(unique.map((line) => [line.uuid, line.parentUuid]));
  const live = new Set<JsonObject>();
  const newest = leafAfter(lines) ?? unique.findLast(isShown)?.uuid;
  // A message that others were put after is not where the conversation ends.
  const end = kept?.anchorUuid === newest ? kept?.uuids.at(-1) : newest;
  for (let at = byUuid.get(end); at !== undefined; at = byUuid.get(at.parentUuid)) live.add(at);
  const answers = new Set([...live].map(answerOf).filter((id) => id !== null));
  for (const line of linked) {
    const id = answerOf(line);
    const parent = byUuid.get(callers.get(line.uuid));
    const call = parent === undefined ? null : answerOf(parent);
    if (id !== null && answers.has(id)) live.add(line);
    if (call !== null && answers.has(call) && isOutput(line)) live.add(line);
  }
  return shown(linked.filter((line) => live.has(line)));
}

/** Where the user went back to after the newest message; undefined: nowhere. */
function leafAfter(lines: readonly JsonObject[]): unknown {
  const last = lines.findLast(
    (line, at) => line.rewound === true || (isPlacedMessage(line) && !isThere(line, lines, at)),
  );
  return last?.rewound === true ? (last.leafUuid ?? "nothing") : undefined;
}

function isThere({ uuid }: JsonObject, lines: readonly JsonObject[], before: number): boolean {
  return lines.slice(0, before).some((line) => line.uuid === uuid);
}

function firstOfEach(lines: readonly JsonObject[]): readonly JsonObject[] {
  const seen = new Set<unknown>();
  return lines.filter((line) => {
    if (line.isSidechain === true || typeof line.uuid !== "string") return false;
    const isNew = !seen.has(line.uuid);
    seen.add(line.uuid);
    return isNew;
  });
}

/**
 * The newest compaction that kept messages: those follow its anchor, each after the one before
 * it; what followed the anchor follows the last of them; and all else before the boundary is gone.
 */
function withKept(lines: readonly JsonObject[]): {
  readonly lines: readonly JsonObject[];
  readonly kept: KeptLines | null;
} {
  const newest = lines.findLastIndex((line, index) => keptOf(line, lines.slice(0, index)) !== null);
  const kept = keptOf(lines[newest] ?? {}, lines.slice(0, newest));
  if (kept === null) return { lines, kept };
  const { anchorUuid, uuids } = kept;
  const parents = new Map(uuids.map((uuid, index) => [uuid, uuids[index - 1] ?? anchorUuid]));
  const moved = uuids.flatMap((uuid) =>
    lines.filter((line) => line.uuid === uuid).map((line) => follow(line, parents.get(uuid))),
  );
  const relinked = lines.slice(newest).flatMap((line) => {
    const one = line.parentUuid === anchorUuid ? follow(line, uuids.at(-1)) : line;
    return line.uuid === anchorUuid ? [one, ...moved] : [one];
  });
  return { lines: relinked, kept };
}

interface KeptLines {
  readonly anchorUuid: string;
  readonly uuids: readonly string[];
}

function follow(line: JsonObject, parentUuid: string | undefined): JsonObject {
  return { ...line, parentUuid };
}

function keptOf(line: JsonObject, before: readonly JsonObject[]): KeptLines | null {
  const { compactMetadata: metadata } = line;
  if (!isJsonObject(metadata)) return null;
  const { preservedMessages: list, preservedSegment: chain } = metadata;
  if (isJsonObject(list) && Array.isArray(list.uuids)) {
    return { anchorUuid: String(list.anchorUuid), uuids: list.uuids.map(String) };
  }
  if (!isJsonObject(chain)) return null;
  const uuids: string[] = [];
  const parents = new Map(before.map(({ uuid, parentUuid }) => [uuid, parentUuid]));
  for (let at: unknown = chain.tailUuid; typeof at === "string"; at = parents.get(at)) {
    uuids.unshift(at);
    if (at === chain.headUuid) return { anchorUuid: String(chain.anchorUuid), uuids };
  }
  return null;
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
    if (ids.includes(id)) {
      entries[index] = `user output ${id ?? ""}: [Old tool result content cleared]`;
    }
  });
}

function isPlacedMessage(line: JsonObject): boolean {
  return isShown(line) && line.isSidechain !== true;
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
