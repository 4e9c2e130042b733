import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import { tokenParts } from "../../projections/tokens/token-parts.js";
import { compareRequests, requestOf } from "../../projections/views/cache-prefix.js";
import type { PromptFragment } from "../../events/request-sent.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import type { BodyDiff, VariantMeasures } from "./measures.js";
import { diffBodies, requestFor } from "./request-body.js";
import type { Variant } from "./plan.js";
import { variantTarget } from "./variant-settings.js";

/** A prompt with the body that its provider gets. */
export interface NextRequest {
  readonly prompt: Prompt;
  readonly body: unknown;
  readonly provider: string;
  readonly repairs: VariantMeasures["repairs"];
  readonly state: ThreadState;
}

/** The next request of a variant's state; `base` is the state at the fork. */
export async function nextRequest(
  { state, base }: { readonly state: ThreadState; readonly base: ThreadState },
  variant: Variant,
  blobs: Pick<BlobStore, "get">,
): Promise<NextRequest> {
  const target = variantTarget(variant, base);
  const prompt = projectPrompt(state, target, { fragments: promptFragments(variant) });
  const { body, provider, repairs } = await requestFor(prompt, blobs);
  const counts: Record<string, number> = {};
  for (const { kind } of [...prompt.repairs, ...repairs]) counts[kind] = (counts[kind] ?? 0) + 1;
  return { prompt, body, provider, repairs: counts, state };
}

/** A variant's fragments, as requests have them. */
export function promptFragments({ fragments = [] }: Variant): readonly PromptFragment[] {
  return fragments.map((fragment) => ({ ...fragment, lifetime: "prompt" as const }));
}

/** What a next request says by itself, and beside the base's. */
export function promptMeasures(
  base: NextRequest,
  next: NextRequest,
): Pick<VariantMeasures, "parts" | "repairs" | "keptCache"> & { readonly body: BodyDiff | null } {
  return {
    parts: partsOf(next.prompt),
    repairs: next.repairs,
    keptCache: keptCache(base.state, next.state),
    body: diffBodies(base.body, next.body, next.provider),
  };
}

/** Tokens by part, in one list; outputs by tool. */
function partsOf({ instructions, items }: Prompt): Record<string, number> {
  const { toolOutput, ...parts } = tokenParts(instructions, items.toArray());
  const flat: Record<string, number> = { ...parts };
  for (const [tool, tokens] of Object.entries(toolOutput)) flat[`output of ${tool}`] = tokens;
  return Object.fromEntries(Object.entries(flat).filter(([, tokens]) => tokens > 0));
}

/** Share of the base's request that a variant's still begins with. */
function keptCache(base: ThreadState, state: ThreadState): number {
  const before = requestOf(base, null);
  const { shared } = compareRequests(before, requestOf(state, null));
  return before.bytes === 0 ? 1 : shared.bytes / before.bytes;
}
