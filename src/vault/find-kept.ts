import { basename, join, resolve, sep } from "node:path";
import { invalidArgument, RefoldError } from "../errors.js";
import { uuidToUlid } from "../events/ids.js";
import type { KeptFile } from "./catalog.js";
import type { Generation } from "./generation-table.js";

/** A generation with content, of a file that a person named. */
export interface FoundKept {
  readonly file: KeptFile;
  readonly generation: Generation;
}

/** Where the file was, or is. */
export function placeOf({ home, path }: Pick<KeptFile, "home" | "path">): string {
  return join(home, path);
}

/** Its number among the generations of its file, as in `NAME@3`. */
export function numberOf({ file, generation }: FoundKept): number {
  return file.generations.findIndex(({ id }) => id === generation.id) + 1;
}

/**
 * The file that a person names: by its path, the end of it, or the id in a session's name, in either spelling, or
 * a beginning of that.
 * @throws {RefoldError} `not-kept`: none has that name
 * @throws {RefoldError} `ambiguous-name`: several do
 */
export function findKept(files: readonly KeptFile[], text: string): KeptFile {
  const found = kept(files, text);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw only === undefined ? notKept(text) : ambiguousName(text, found);
}

/**
 * The same with a generation: `NAME@3` is the third, `NAME@01KN…` the one with that id; without, it is the
 * newest that has content, as of a time.
 * @throws {RefoldError} as above; `not-kept`: there was none yet, or the file was not there then
 */
export function findGeneration(
  files: readonly KeptFile[],
  text: string,
  asOf = Infinity,
): FoundKept {
  const at = text.lastIndexOf("@");
  if (!namesGeneration(files, text)) {
    const file = findKept(files, text);
    const generation = asOf === Infinity ? newestWithContent(file) : generationAsOf(file, asOf);
    if (generation === undefined) throw notKept(text, asOf);
    return { file, generation };
  }
  const file = findKept(files, text.slice(0, at));
  return { file, generation: numbered(file, text.slice(at + 1)) };
}

/** Whether a text ends in a generation; a name may have an @ too. */
export function namesGeneration(files: readonly KeptFile[], text: string): boolean {
  return text.lastIndexOf("@") > 0 && kept(files, text).length === 0;
}

/** What stood in a file at a time, by what is kept; undefined: it was not there, or not yet kept. */
export function generationAsOf({ generations }: KeptFile, asOf: number): Generation | undefined {
  const newest = generations.findLast(({ at }) => at <= asOf);
  return newest === undefined || newest.sha256 === null ? undefined : newest;
}

/** Whatever became of the file since. */
export function newestWithContent({ generations }: KeptFile): Generation | undefined {
  return generations.findLast(({ sha256 }) => sha256 !== null);
}

/**
 * The files of a session: itself, and all others of its home that have its id in their names: sub-agents,
 * outputs, todo lists, snapshots of files, and the files of a Codex thread that was reverted.
 */
export function filesOfSession(files: readonly KeptFile[], session: KeptFile): readonly KeptFile[] {
  const id = idIn(session.path);
  const isOfIt = (file: KeptFile): boolean =>
    file === session ||
    (id !== null &&
      file.home === session.home &&
      file.tool === session.tool &&
      file.path.includes(id));
  return files.filter(isOfIt);
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** The id in the name of a session's file; null: its name has none. */
export function idIn(path: string): string | null {
  return ID.exec(basename(path))?.[0] ?? null;
}

/** Shorter beginnings of an id name too many. */
const LEAST_ID = 4;

function kept(files: readonly KeptFile[], text: string): readonly KeptFile[] {
  const place = resolve(text);
  const exact = files.filter((file) => placeOf(file) === place);
  if (exact.length > 0) return exact;
  const end = text.replaceAll(sep, "/");
  const byEnd = files.filter(({ path }) => path === end || path.endsWith(`/${end}`));
  if (byEnd.length > 0 || text.length < LEAST_ID || text.includes("/")) return byEnd;
  const start = text.toLowerCase();
  const sessions = files.filter(({ role }) => role === "session");
  const byName = sessions.filter(({ path }) => {
    const name = basename(path).toLowerCase();
    const at = name.indexOf(start);
    return at === 0 || (at > 0 && /[-_]/.test(name[at - 1] ?? ""));
  });
  return byName.length > 0 ? byName : sessions.filter(({ path }) => hasThreadId(path, text));
}

/** Whether a session's id, as lists show it, begins so: a ULID with the bits of the id in its name. */
function hasThreadId(path: string, start: string): boolean {
  const id = idIn(path);
  return id !== null && uuidToUlid(id).startsWith(start.toUpperCase());
}

function numbered({ path, generations }: KeptFile, text: string): Generation {
  const isNumber = /^\d{1,9}$/.test(text);
  const found = isNumber
    ? generations.slice(Number(text) - 1, Number(text))
    : generations.filter(({ id }) => text !== "" && id.startsWith(text.toUpperCase()));
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw invalidArgument(
      `${path} has ${generations.length} generations, and ${found.length} named ${text}`,
      "refold vault show lists them, with number and id",
    );
  }
  if (only.sha256 !== null) return only;
  throw invalidArgument(
    `${path}: there was no file in generation ${text}`,
    "Name the one before it.",
  );
}

function notKept(name: string, asOf = Infinity): RefoldError<"not-kept"> {
  const when = asOf === Infinity ? "" : ` as of ${new Date(asOf).toISOString()}`;
  const text = {
    message: `the vault has no ${name}${when}`,
    remedy: "refold vault list --files shows what is kept; name a path, the end of one, or an id.",
  };
  return new RefoldError("not-kept", { name }, text);
}

const NAMED = 5;

function ambiguousName(name: string, found: readonly KeptFile[]): RefoldError<"ambiguous-name"> {
  const places = found.map(placeOf);
  const text = {
    message: `${name} could be any of ${found.length}: ${places.slice(0, NAMED).join(", ")}${places.length > NAMED ? ", …" : ""}`,
    remedy: "Name more of the path.",
  };
  return new RefoldError("ambiguous-name", { name, places }, text);
}
