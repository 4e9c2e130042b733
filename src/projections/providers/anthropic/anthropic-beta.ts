import { z } from "zod";
import type { CompactionItem } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { defineProvider } from "../define-provider.js";
import type { RequestContext } from "../request-context.js";
import { isInstruction, type Unit } from "../units.js";
import { ANTHROPIC_FORM, toAnthropicBody } from "./anthropic.js";
import type { AnthropicBody, AnthropicMessage } from "./body.js";

/** The beta under which compaction is asked for, and its blocks are sent back. */
export type CompactionBeta = "compact-2026-09-04";
export const COMPACTION_BETA: CompactionBeta = "compact-2026-09-04";

/** A signed summary, as it comes. Refold's requests change no tools on the way. */
export const CompactionAnswer = z.looseObject({
  type: z.literal("compaction"),
  content: z.string().nullable(),
  encrypted_content: z.string().nullable().exactOptional(),
  signature: z.string().nullable().exactOptional(),
  tool_changes: z.array(z.never()).nullable().exactOptional(),
});

/** The same as it is sent back. */
const SentCompaction = z.object(CompactionAnswer.shape);
type AnthropicCompaction = z.infer<typeof SentCompaction>;

/** A body for `client.beta.messages`: a compaction block stands first, in place of what it summarizes. */
export interface AnthropicCompactedBody extends Omit<AnthropicBody, "messages"> {
  messages: (AnthropicMessage | { role: "assistant"; content: AnthropicCompaction[] })[];
  betas: CompactionBeta[];
}

/**
 * Anthropic's Messages API by `client.beta.messages`: the same as `anthropic`, but for compaction
 * blocks, which are sent back as they came (docs/providers.md §9).
 */
export const anthropicBeta = defineProvider({
  ...ANTHROPIC_FORM,
  name: "anthropic-beta",
  write: toBetaBody,
});

function toBetaBody(
  context: RequestContext,
  units: readonly Unit[],
): Omit<ReturnType<typeof toAnthropicBody>, "body"> & {
  body: AnthropicBody | AnthropicCompactedBody;
} {
  const at = units.findLastIndex((unit) => blockOf(unit) !== null);
  const unit = units[at];
  const block = unit === undefined ? null : blockOf(unit);
  if (unit === undefined || block === null) return toAnthropicBody(context, units);
  const told = withoutSummarized(context, units, at);
  const { body, origins, leading } = toAnthropicBody(context, told);
  const first = { role: "assistant" as const, content: [block] };
  return {
    body: { ...body, messages: [first, ...body.messages], betas: [COMPACTION_BETA] },
    origins: [unit.ref === null ? [] : [unit.ref], ...origins],
    leading,
  };
}

/** The block that an item of Anthropic's compaction keeps; null: it is none, or cannot go back. */
function blockOf(unit: Unit): AnthropicCompaction | null {
  if (unit.kind !== "hosted" || unit.item.type !== "compaction") return null;
  const { provider, block } = unit.item;
  return provider === "anthropic" ? (SentCompaction.safeParse(block).data ?? null) : null;
}

/** What the block does not speak for: the words that were kept, and its own text, are in it. */
function withoutSummarized(
  context: RequestContext,
  units: readonly Unit[],
  at: number,
): readonly Unit[] {
  const items = context.prompt.items.toArray();
  const block = units[at]?.ref ?? null;
  const blockIndex = items.findIndex(({ ref }) => ref === block);
  const summarized = new Set<ItemRef>();
  for (const [index, { ref, source, summary }] of items.entries()) {
    const isKept = index < blockIndex && source !== null;
    if (ref !== null && (isKept || (index > blockIndex && summary))) summarized.add(ref);
  }
  return units.filter((unit, index) => {
    if (index === at) return false;
    const isSummarized = unit.ref !== null && summarized.has(unit.ref);
    if (isSummarized) context.repair("left-out", unit.ref, "the compaction block speaks for it");
    else if (index < at && !isInstruction(unit)) {
      context.repair("reordered", unit.ref, "after the compaction block, which stands first");
    }
    return !isSummarized;
  });
}

/** The item that keeps a block, next to the message with its text, which every provider can read. */
export function compactionItem(block: z.infer<typeof CompactionAnswer>): CompactionItem {
  const sealed = block.encrypted_content ?? "";
  return { type: "compaction", encrypted_content: sealed, provider: "anthropic", block };
}
