import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { decompress } from "fzstd";

const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));
/** Sessions of other projects, which are not part of this one; without them fewer are tried. */
const SHARED = fileURLToPath(new URL("../../../shared/sessions", import.meta.url));

/** What a command may say on stderr of a session that is whole: fixtures have lines of unknown kinds. */
export const UNKNOWN_KINDS =
  /^(refold: offset \d+ holds a line of kind [\w-]+, which this version of refold does not know: .*\n)*$/;

/** Every recorded session there is: those of the fixtures, and Codex sessions from elsewhere. */
export function recordedSessions(): readonly { readonly name: string; readonly path: string }[] {
  const own = filesIn(FIXTURES).filter((path) => /\.jsonl(\.gz|\.zst)?$/.test(path));
  const codex = sharedSessions().filter(({ name }) => /rollout-.*\.jsonl$/.test(name));
  return [...own.map(named), ...codex];
}

/** Sessions of other projects, of every tool; none where they are not there. */
export function sharedSessions(): readonly { readonly name: string; readonly path: string }[] {
  const files = existsSync(SHARED) ? filesIn(SHARED) : [];
  return files.filter((path) => path.endsWith(".jsonl")).map(named);
}

function named(path: string): { readonly name: string; readonly path: string } {
  return { name: basename(path), path };
}

/** A session's own bytes, unpacked. */
export function contentOf(path: string): Buffer {
  const bytes = readFileSync(path);
  if (path.endsWith(".gz")) return gunzipSync(bytes);
  return path.endsWith(".zst") ? Buffer.from(decompress(bytes)) : bytes;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .toSorted();
}
