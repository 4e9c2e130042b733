import { rawLines, type RawLine } from "./raw-lines.js";

/** Counts of a transcript from its raw lines. */
export interface RawCounts {
  readonly objects: number;
  /**
   * What the user wrote: each message, part of one that comes with a tool's output, words typed while
   * the model worked, a goal that was set.
   */
  readonly prompts: number;
  /** Of those, the ones on the branch that ends at the newest message. */
  readonly livePrompts: number;
  readonly compactions: number;
  readonly microcompactions: number;
  /** Each request once, as its newest line says, those of sub-agents too. */
  readonly used: UsedTokens;
}

interface UsedTokens {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export function countRaw(bytes: Buffer): RawCounts {
  const objects = rawLines(bytes);
  const main = objects.filter(({ isSidechain }) => isSidechain !== true);
  const prompts = firstOfEach(main).filter(isPrompt);
  const live = liveUuids(main);
  return {
    objects: objects.length,
    prompts: prompts.length,
    livePrompts: prompts.filter(({ uuid = "" }) => live.has(uuid)).length,
    compactions: main.filter(({ subtype }) => subtype === "compact_boundary").length,
    microcompactions: main.filter(({ subtype }) => subtype === "microcompact_boundary").length,
    used: usedTokens(firstOfEach(objects)),
  };
}

function firstOfEach(objects: readonly RawLine[]): readonly RawLine[] {
  const seen = new Set<string>();
  return objects.filter(({ uuid }) => {
    const isNew = uuid === undefined || !seen.has(uuid);
    if (uuid !== undefined) seen.add(uuid);
    return isNew;
  });
}

const NOT_THE_USERS =
  /^\s*<(?:command-name|local-command-|bash-|user-memory-input|task-notification|system-reminder|ide_)|^\[Request interrupted by user/;

const GOAL_SET = /^\s*<command-name>\/goal<\/command-name>[^]*<command-args>\s*[^\s<]/;

function isPrompt(line: RawLine): boolean {
  const { type, message, attachment } = line;
  if (attachment?.type === "queued_command") {
    const { commandMode = "prompt", origin } = attachment;
    return commandMode === "prompt" && (origin ?? { kind: "human" }).kind === "human";
  }
  if (type !== "user" || message === undefined || line.isMeta === true) return false;
  if (line.isCompactSummary === true || line.isVisibleInTranscriptOnly === true) return false;
  const { content } = message;
  if (typeof content === "string") return GOAL_SET.test(content) || !NOT_THE_USERS.test(content);
  return content.some(
    (block) =>
      block.type === "image" || (block.type === "text" && !NOT_THE_USERS.test(block.text ?? "")),
  );
}

/**
 * The newest message and what it follows; a compaction's boundary is followed to what it compacted, a
 * parent that is not in the file to the message before.
 */
function liveUuids(objects: readonly RawLine[]): ReadonlySet<string> {
  const placed = new Map<string, RawLine>();
  const newestBefore = new Map<string, string>();
  let newest = "";
  for (const line of objects) {
    const { uuid, type } = line;
    if (uuid === undefined || placed.has(uuid)) continue;
    placed.set(uuid, line);
    newestBefore.set(uuid, newest);
    const isMessage = type === "user" || type === "assistant";
    if (isMessage && line.isApiErrorMessage !== true) newest = uuid;
  }
  const live = new Set<string>();
  let at = newest;
  for (let line = placed.get(at); line !== undefined; line = placed.get(at)) {
    live.add(at);
    const logical = line.logicalParentUuid ?? "";
    const before = newestBefore.get(at) ?? "";
    const parent = line.parentUuid ?? "";
    if (line.subtype === "compact_boundary") at = placed.has(logical) ? logical : before;
    else at = parent === "" || placed.has(parent) ? parent : before;
  }
  return live;
}

function usedTokens(objects: readonly RawLine[]): UsedTokens {
  const byMessage = new Map(
    objects
      .filter(({ type }) => type === "assistant")
      .map(({ message }) => [message?.id, message?.usage] as const),
  );
  const reports = [...byMessage.values()].filter((usage) => usage !== undefined);
  const sum = (count: (usage: (typeof reports)[number]) => number): number =>
    reports.reduce((total, usage) => total + count(usage), 0);
  const cachedInput = sum((usage) => usage.cache_read_input_tokens);
  const cacheWrite = sum((usage) => usage.cache_creation_input_tokens);
  const input = sum((usage) => usage.input_tokens) + cachedInput + cacheWrite;
  return { input, cachedInput, cacheWrite, output: sum((usage) => usage.output_tokens) };
}
