import { isJsonObject } from "../../events/is-json-object.js";
import { requestMaker } from "../../projections/providers/request-maker.js";
import type { ProviderRequest } from "../../projections/providers/provider.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import { BlobMissing } from "../../store/blob-missing.js";
import type { BlobStore } from "../../store/event-store.js";
import type { BodyDiff } from "./measures.js";

/** A prompt as its provider's request; an image whose bytes are gone is a placeholder. */
export async function requestFor(
  prompt: Prompt,
  blobs: Pick<BlobStore, "get">,
): Promise<ProviderRequest<unknown> & { readonly provider: string }> {
  const maker = requestMaker(undefined, prompt);
  const bytes = new Map<string, Uint8Array>();
  for (const hash of maker.blobsNeeded(prompt)) {
    try {
      bytes.set(hash, await blobs.get(hash));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error; // the placeholder and a repair say it
    }
  }
  const request = maker.toRequest(prompt, { blobs: bytes, missingBlobs: "placeholder" });
  return { ...request, provider: maker.name };
}

/** How a variant's body differs from the base's; null: not at all. */
export function diffBodies(base: unknown, body: unknown, provider: string): BodyDiff | null {
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
