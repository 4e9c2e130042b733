import { rolloutName } from "../dialects/codex/rollout-name.js";
import { openForeign } from "../dialects/dialects.js";
import { takeBytes } from "../dialects/shared/byte-source.js";
import type { TruncationPolicy } from "../events/primitives.js";
import { invalidArgument, isRefoldError } from "../errors.js";
import { FirstWords } from "../projections/title.js";
import type { FileBytes } from "../sessions/file-bytes.js";
import { foreignSession } from "../sessions/foreign-session.js";
import { recogniseFile } from "../sessions/open-session.js";
import { isSessionName } from "../sessions/session-files.js";
import type { Session } from "../sessions/session.js";
import { type FoundKept, newestWithContent, numberOf, placeOf } from "./find-kept.js";
import type { Vault } from "./vault.js";

/**
 * A kept generation as a session that can be read, also where its file is gone. Files that its history begins
 * in are those of the vault.
 * @throws {RefoldError} `not-a-rollout`: no dialect is recognised
 * @throws {RefoldError} `invalid-argument`: it is a thread of Refold's own, which is restored first
 */
export async function openKeptSession(
  vault: Vault,
  found: FoundKept,
  policy?: TruncationPolicy,
): Promise<Session> {
  const bytes = keptBytes(vault, found);
  const kind = await recogniseFile(bytes);
  if (kind === "foreign") {
    const session = await foreignSession(bytes, policy);
    return { ...session, follow: ({ from }) => session.source.read({ from }) }; // it stays as it is
  }
  throw invalidArgument(
    `${bytes.name} is a ${kind} of Refold`,
    "Restore it and name the file: refold vault restore … --to FOLDER.",
  );
}

/** The first words of a kept session; null: it has none, or is no session of a known tool. */
export async function keptTitle(vault: Vault, found: FoundKept): Promise<string | null> {
  try {
    const bytes = keptBytes(vault, found);
    if ((await recogniseFile(bytes)) !== "foreign") return null;
    const { rollout } = await openForeign(bytes);
    const words = new FirstWords();
    for await (const event of rollout.source.read()) {
      words.takeEvent(event);
      if (words.isFound) break;
    }
    return words.title;
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    return null; // whoever reads the session itself is told why
  }
}

/** The content of a generation as a dialect reads it, by the pieces that are asked for. */
export function keptBytes(vault: Vault, kept: FoundKept): FileBytes {
  const { file, generation } = kept;
  const name = `${placeOf(file)}@${numberOf(kept)}`;
  const others = (id: string, which: "fileId" | "threadId"): FileBytes[] =>
    vault.catalog.rollouts(file, id).flatMap((other) => {
      if (!isSessionName(other.path) || rolloutName(other.path)?.[which] !== id) return [];
      const newest = newestWithContent(other);
      return newest === undefined ? [] : [keptBytes(vault, { file: other, generation: newest })];
    });
  const stream = (start = 0) => vault.read(generation, start);
  return {
    ...{ name, path: placeOf(file), sizeBytes: generation.bytes, stream },
    slice: (start, end) => takeBytes(stream(start), end - start),
    find: async (id) => others(id, "fileId")[0] ?? null,
    findAll: async (threadId) => others(threadId, "threadId"),
  };
}
