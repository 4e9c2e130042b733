import { jsonValueBytes } from "../../../events/bytes.js";
import type { CacheLifetime } from "../provider.js";
import type { RequestContext } from "../request-context.js";
import type {
  AnthropicBody,
  AnthropicCacheControl,
  AnthropicMessage,
  AnthropicText,
  AnthropicTool,
  AnthropicUserBlock,
} from "./body.js";

type Markable = AnthropicTool | AnthropicText | AnthropicUserBlock;

/** What is known of the blocks of the conversation, from where they were made. */
interface ToldBlocks {
  /** Put in for this request alone: nothing up to them is ever repeated. */
  readonly passing: ReadonlySet<AnthropicUserBlock>;
  /** The end of what the newest compaction left: it stays until the next one. */
  readonly summary: AnthropicUserBlock | null;
}

/** For models that nothing is known of. In tokens. */
const LEAST_MINIMUM = 512;
const MAX_MARKS = 4;
/** No text has more tokens for its bytes, so that no prefix is left out that could be cached. */
const LEAST_BYTES_PER_TOKEN = 2;

/**
 * Marks the prefixes that later requests repeat (docs/providers.md §8): tools, system, what the newest
 * compaction left, the conversation up to the user's last message but one, which the request before
 * ended with, and all of it. Where these are too many, the tools' mark goes: the system's covers them.
 * What is too short to be cached is not marked.
 */
export function markPrefixes(context: RequestContext, body: AnthropicBody, told: ToldBlocks): void {
  const { marks = "planned" } = context.options.cache ?? {};
  if (marks === "none") return;
  const mark: AnthropicCacheControl = { type: "ephemeral", ...(marks === "1h" && { ttl: marks }) };
  const { minimumTokens = LEAST_MINIMUM, maxMarks } = context.model.cache ?? {};
  const wanted = new Set<Markable>();
  for (const block of [body.tools?.at(-1), body.system?.at(-1), told.summary]) {
    if (block !== undefined && block !== null) wanted.add(block);
  }
  for (const block of turnEnds(body.messages, told.passing)) wanted.add(block);
  const long = longEnough(body, wanted, minimumTokens * LEAST_BYTES_PER_TOKEN);
  for (const block of long.slice(-(maxMarks ?? MAX_MARKS))) block.cache_control = mark;
}

/** The last blocks of the user's two newest messages that later requests have in the same place. */
function turnEnds(
  messages: readonly AnthropicMessage[],
  passing: ToldBlocks["passing"],
): readonly AnthropicUserBlock[] {
  const ends: AnthropicUserBlock[] = [];
  for (const message of messages.toReversed()) {
    if (ends.length === 2) break;
    const end = message.role === "user" ? lastingEnd(message.content, passing) : undefined;
    if (end !== undefined) ends.push(end);
  }
  return ends;
}

/** A result that was put in for a call may still come, while nothing but results follows it. */
function lastingEnd(
  content: readonly AnthropicUserBlock[],
  passing: ToldBlocks["passing"],
): AnthropicUserBlock | undefined {
  const isOpen = (block: AnthropicUserBlock) => passing.has(block) || block.type === "tool_result";
  const open = content.findLastIndex((block) => !isOpen(block)) + 1;
  const first = content.slice(open).findIndex((block) => passing.has(block));
  return first === -1 ? content.at(-1) : content[open + first - 1];
}

/** Those of the blocks, in the body's order, that end a prefix of so many bytes at least. */
function longEnough(
  body: AnthropicBody,
  wanted: ReadonlySet<Markable>,
  leastBytes: number,
): readonly Markable[] {
  const kept: Markable[] = [];
  let bytes = 0;
  for (const block of blocksOf(body)) {
    if (bytes < leastBytes) bytes += jsonValueBytes(block);
    if (bytes >= leastBytes && isIn(wanted, block)) kept.push(block);
  }
  return kept;
}

type Block = Markable | AnthropicMessage["content"][number];

function isIn(wanted: ReadonlySet<Block>, block: Block): block is Markable {
  return wanted.has(block);
}

function* blocksOf({ tools = [], system = [], messages }: AnthropicBody): Generator<Block> {
  yield* tools;
  yield* system;
  for (const { content } of messages) yield* content;
}

const SHORT_LIFE_MS = 5 * 60_000;
const LONG_LIFE_MS = 60 * 60_000;
/** Of the pauses, the share that has to ask for the longer life: what it saves is then more. */
const LEAST_SHARE = 0.25;

/**
 * The lifetime that costs least for a thread with such pauses between its turns. A pause between five
 * minutes and an hour makes the whole history be written again at 1.25 times the price of input, where
 * an hour's mark has it read at 0.1; in return everything new costs 2 instead of 1.25. With a history
 * of a few turns, an hour pays from one such pause in four turns on. Longer pauses lose either cache.
 * @param pausesMs before the newest turns; none known: five minutes
 */
export function cacheLifetime(pausesMs: readonly number[]): CacheLifetime {
  const saved = pausesMs.filter((pause) => pause > SHORT_LIFE_MS && pause < LONG_LIFE_MS);
  return saved.length > 0 && saved.length >= pausesMs.length * LEAST_SHARE ? "1h" : "5m";
}
