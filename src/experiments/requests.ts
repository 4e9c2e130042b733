import { isJsonObject } from "../events/json.js";
import { projectPrompt } from "../projections/prompt/project-prompt.js";
import type { Prompt } from "../projections/prompt/prompt.js";
import type { ProviderRequest } from "../projections/providers/provider.js";
import { requestMaker } from "../projections/providers/request-maker.js";
import { tokenParts } from "../projections/tokens/project-tokens.js";
import { compareRequests, requestOf } from "../projections/views/request-prefix.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import { refKey } from "../reducers/item-refs.js";
import type { ThreadState } from "../reducers/thread-state.js";
import {
  comparePrompts,
  type RecordedDifference,
} from "../runtime/models/recorded/recorded-difference.js";
import { type RequestPoint, RequestPoints } from "../runtime/models/recorded/request-points.js";
import { serializePrompt } from "../runtime/sent-request.js";
import type { BlobStore } from "../store/event-store.js";
import type { BodyDiff, FirstDifference, VariantMeasures } from "./experiment.js";
import type { Variant } from "./plan.js";
import { variantTarget } from "./variant-settings.js";

/** A prompt with the body that its provider gets; null: it is for no model. */
export interface NextRequest {
  readonly prompt: Prompt;
  readonly body: unknown;
  readonly provider: string | null;
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
  const { body, provider, repairs } =
    (prompt.target.model ?? "") === "" ? NO_REQUEST : await requestFor(prompt, blobs);
  const counts: Record<string, number> = {};
  for (const { kind } of [...prompt.repairs, ...repairs]) counts[kind] = (counts[kind] ?? 0) + 1;
  return { prompt, body, provider, repairs: counts, state };
}

/** Of a session that names no model: only what a variant names one for has a body. */
const NO_REQUEST = { body: null, provider: null, repairs: [] };

/** A variant's fragments, as requests have them. */
export function promptFragments({ fragments = [] }: Variant) {
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
    body: diffBodies(base.body, next),
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

/** A prompt as its provider's request; an image whose bytes are gone is a placeholder. */
export async function requestFor(
  prompt: Prompt,
  blobs: Pick<BlobStore, "get">,
): Promise<ProviderRequest<unknown> & { readonly provider: string }> {
  const provider = requestMaker(undefined, prompt);
  const options = { missingBlobs: "placeholder" } as const;
  const request = await serializePrompt(prompt, { provider, options }, blobs);
  return { ...request, provider: provider.name };
}

function diffBodies(base: unknown, { body, provider }: NextRequest): BodyDiff | null {
  if (provider === null) return null;
  const [before, after] = [membersOf(base), membersOf(body)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const members = names.flatMap((name): BodyDiff["members"] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (was === undefined) return [{ name, change: "added" }];
    if (is === undefined) return [{ name, change: "removed" }];
    const lists = Array.isArray(was) && Array.isArray(is) ? { list: diffLists(was, is) } : {};
    return [{ name, change: "changed", ...lists }];
  });
  if (members.length === 0) return null;
  return { provider, bytes: bytesOf(body) - bytesOf(base), members };
}

function membersOf(body: unknown): ReadonlyMap<string, unknown> {
  return new Map(isJsonObject(body) ? Object.entries(body) : []);
}

function diffLists(was: readonly unknown[], is: readonly unknown[]) {
  const before = was.map((one) => JSON.stringify(one));
  const after = is.map((one) => JSON.stringify(one));
  const shorter = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shorter && before[prefix] === after[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < shorter - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  const both = prefix + suffix;
  return { prefix, suffix, removed: before.length - both, added: after.length - both };
}

function bytesOf(body: unknown): number {
  return Buffer.byteLength(JSON.stringify(body));
}

/**
 * The first request in which a variant asked its model something else than what the base recorded.
 * The n-th request is held against the n-th; each as its own model would see it, but with the images
 * that the variant's sees. Null: as far as both go, they asked the same.
 */
export async function firstDifference(
  base: AsyncIterable<WalkedEvent>,
  variant: AsyncIterable<WalkedEvent>,
): Promise<FirstDifference | null> {
  const recorded = requestPoints(base);
  let request = 0;
  try {
    for await (const asked of requestPoints(variant)) {
      request += 1;
      const was = await recorded.next();
      const difference = was.done === true ? null : differenceOf(was.value, asked, request);
      if (was.done === true || difference !== null) return difference;
    }
    return null;
  } finally {
    await recorded.return(undefined);
  }
}

function differenceOf(
  was: RequestPoint,
  asked: RequestPoint,
  request: number,
): FirstDifference | null {
  const now = projectPrompt(asked.state, {}, { fragments: asked.fragments });
  const { modalities } = now.target;
  const before = projectPrompt(was.state, { modalities }, { fragments: was.fragments });
  return differenceBetween(before, now, { offset: was.offset, request });
}

/** The same for two prompts that are there. */
export function differenceBetween(
  before: Prompt,
  now: Prompt,
  place: { readonly offset: number; readonly request: number },
): FirstDifference | null {
  const differences = comparePrompts(before, now, place.request);
  const [first, ...others] = differences;
  if (first === undefined) return null;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return { ...place, words: `${wordsFor(first, before, now)}${more}` };
}

function wordsFor({ kind, ref, index }: RecordedDifference, before: Prompt, now: Prompt): string {
  if (kind === "instructions" || kind === "tools") return `other ${kind}`;
  const type = kind === "item-added" ? typeAt(now, index) : typeOf(before, ref);
  const place = ref === null ? "" : ` #${refKey(ref)}`;
  return `${type}${place} ${kind.replace("item-", "")}`;
}

function typeAt({ items }: Prompt, index: number | null): string {
  return plain(index === null ? undefined : items.at(index)?.item.type);
}

function typeOf({ items }: Prompt, ref: RecordedDifference["ref"]): string {
  const key = ref === null ? null : refKey(ref);
  const found = items.toArray().find((one) => one.ref !== null && refKey(one.ref) === key);
  return plain(found?.item.type);
}

function plain(type = "item"): string {
  return type.replaceAll("_", " ");
}

async function* requestPoints(
  walked: AsyncIterable<WalkedEvent>,
): AsyncGenerator<RequestPoint, undefined> {
  const points = new RequestPoints();
  for await (const one of walked) {
    const point = points.take(one);
    if (point !== null) yield point;
  }
}
