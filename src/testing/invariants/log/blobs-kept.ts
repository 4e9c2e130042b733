import { RefoldError } from "../../../errors.js";
import { namedHashes } from "../../../events/named-hashes.js";
import { HOLDS, type Answer, type Finding, type LogInvariant } from "../invariant.js";

export const blobsKept: LogInvariant = {
  over: "log",
  name: "log/blobs-kept",
  sentence: "Every blob that an event names is there, and is what its hash says.",
  source: "docs/architecture.md, law 5; docs/file-format.md#blobs",
  remedy:
    "bring the blob back from a copy of the store; what was cut there cannot be seen without it",
  begin: ({ blobs }) => {
    const seen = new Set<string>();
    return {
      take: ({ event }) => {
        if (blobs === null) return undefined;
        const fresh = [...namedHashes(event)].filter((hash) => !seen.has(hash));
        if (fresh.length === 0) return undefined;
        for (const hash of fresh) seen.add(hash);
        return Promise.all(fresh.map((hash) => troubleWith(hash, () => blobs.get(hash)))).then(
          (troubles): Answer => {
            const found = troubles.filter((trouble) => trouble !== null);
            return found.length === 0 ? HOLDS : found;
          },
        );
      },
    };
  },
};

async function troubleWith(hash: string, read: () => Promise<unknown>): Promise<Finding | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (!(error instanceof RefoldError)) throw error;
    return { place: `blob ${hash}`, message: error.message };
  }
}
