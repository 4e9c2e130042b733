import { invalidArgument, isRefoldError } from "../../errors.js";
import { counted, sum } from "../../projections/figures.js";
import type { TranscriptSpeaker } from "../../projections/transcript/transcript.js";
import { namesFile } from "../../sessions/path-refused.js";
import { findSessionFiles, type SessionView } from "../../sessions/session-files.js";
import type { FileAnswer, SearchCriteria } from "../../sessions/search/search-file.js";
import { searchPlaces, type SearchedPlaces, Found } from "../../sessions/search/search-sessions.js";
import { type StoredThread, storedThread, storedThreads } from "../../sessions/stored-threads.js";
import { unreadSession } from "../../sessions/errors.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { archivePath, existingRollout, homeFolder, indexHome } from "../../store/jsonl/home.js";
import { type Home, withHome } from "../../store/open-home.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { countOption, parseMoment, pathOption } from "../options.js";
import { UTC_TIMES } from "../output/times.js";
import { foundLines } from "../search/found-lines.js";
import {
  declareHomes,
  type HomesOptions,
  isDatabaseAsked,
  namedPaths,
  sessionPaths,
} from "../session-paths.js";
import { declareReading, newerOf, type ReadingOptions } from "../session.js";
import { troubleLines } from "../stats/stats-lines.js";
import { declareVaultOption, type VaultOption, withVaultView } from "../vault/with-vault.js";

interface SearchOptions extends ReadingOptions, HomesOptions, VaultOption {
  readonly role?: readonly TranscriptSpeaker[];
  readonly tool?: string;
  readonly project?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  /** False: everything is read. */
  readonly index: boolean;
  readonly json?: true;
}

const LIMIT = 50;

/** `refold search`: where something was said. */
export const declareSearch: DeclareCommand = (command, shell) => {
  declareVaultOption(declareHomes(declareReading(command)))
    .argument("<query>", 'words, "a phrase", or /a pattern/')
    .argument("[sessions...]", "recorded sessions, folders, threads; default: the store")
    .option("--role <role>", `only what was said by one: ${ROLE_NAMES.join(", ")}`, roleOption)
    .option("--tool <name>", "only calls of this tool, and their outputs")
    .option(
      "--project <folder>",
      "only sessions in this folder, or in one of this name",
      pathOption,
    )
    .option(
      "--since <time>",
      "not before a day, a time, or an age (7d)",
      timeOption("--since", shell),
    )
    .option("--until <time>", "not after a day, a time, or an age", timeOption("--until", shell))
    .option("--limit <count>", "show no more hits than these", countOption, LIMIT)
    .option("--no-index", "read all sessions, without the index")
    .option(...UTC_TIMES)
    .option("--json", "one JSON document")
    .addHelpText("after", EXAMPLE)
    .action((query: string, sessions: readonly string[], options: SearchOptions) =>
      search(query, sessions, { options, shell }),
    );
};

const EXAMPLE = `
All words have to be in one event, in any case. A pattern is RE2's: /time-?out/i. The index is in
<home>/index/search, and may be removed at any time.

Example:
  $ refold search "rate limit" --codex --since 30d
  $ refold search '"permission denied" docker' --role tool --claude --pi`;

/** What `--role` takes, and who is meant. */
const ROLES: Readonly<Record<string, readonly TranscriptSpeaker[]>> = {
  user: ["user"],
  assistant: ["model"],
  reasoning: ["reasoning"],
  tool: ["call", "output"],
  call: ["call"],
  output: ["output"],
  agent: ["agent"],
  context: ["context"],
  summary: ["summary"],
  notice: ["note"],
};
const ROLE_NAMES = Object.keys(ROLES);

function roleOption(text: string): readonly TranscriptSpeaker[] {
  const role = Object.hasOwn(ROLES, text) ? ROLES[text] : undefined;
  if (role !== undefined) return role;
  throw invalidArgument(`--role: there is no role ${text}`, `name one of ${ROLE_NAMES.join(", ")}`);
}

function timeOption(name: string, { output: { times } }: Shell): (text: string) => string {
  return (text) => parseMoment(text, name, times).toISOString();
}

interface Asked {
  readonly options: SearchOptions;
  readonly shell: Shell;
}

async function search(query: string, named: readonly string[], { options, shell }: Asked) {
  const { role, tool, project, since, until, limit } = options;
  if (since !== undefined && until !== undefined && until < since) {
    throw invalidArgument(`--until ${until} is before --since ${since}`);
  }
  const criteria: SearchCriteria = {
    ...{ query, newer: newerOf(options), mostHits: limit + 1 },
    ...(role && { speakers: role }),
    ...(tool !== undefined && { tool }),
    ...(project !== undefined && { project }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
  await withHome(options.home, async (home) => {
    await withVaultView(options, { shell }, async (view) => {
      const isAsked = view === null || named.length > 0 || namedPaths([], options).length > 0;
      const asked = isAsked ? await sessionsAsked(named, { home, options }) : NOTHING;
      await searchIn({ ...asked, view }, criteria, { options, shell });
    });
  });
}

async function searchIn(
  { stored, files, unread, view }: AskedSessions & SearchedPlaces,
  criteria: SearchCriteria,
  { options, shell }: Asked,
): Promise<void> {
  const { json, limit } = options;
  const found = new Found(limit, homeFolder(options.home));
  for (const { path, error } of unread) found.unread.push(unreadSession(path, error));
  for await (const answer of searching({ stored, files, view }, criteria, { options, shell })) {
    const session = found.take(answer);
    if (session !== null && !json) {
      shell.progress.stop();
      shell.output.text(foundLines(session, shell.output));
      await shell.output.keepUp();
    }
    if (found.isMore) break;
  }
  shell.progress.stop();
  const searched = files.length + (view?.files.length ?? 0);
  if (json) shell.output.json(found.toJson(), { indent: 2 });
  else {
    tellEnd(
      found,
      stored.length > 0 ? counted(stored.length + searched, "session") : counted(searched, "file"),
      shell,
    );
  }
  if (found.unread.length + found.damaged.length > 0) shell.exitCode = ExitCode.refused;
}

function tellEnd(found: Found, searched: string, { output, messages }: Shell): void {
  const { hits, isMore, limit, sessions } = found;
  if (hits > 0) output.text(output.styles.dim(`times: ${output.times.zone}`));
  if (hits === 0) messages.text(`refold: nothing found in ${searched}`);
  else if (isMore) messages.text(`refold: there is more; --limit ${limit * 10} shows more`);
  else messages.text(`refold: ${counted(hits, "event")} in ${counted(sessions.length, "session")}`);
  messages.text(troubleLines(found, messages));
}

interface AskedSessions extends Omit<SearchedPlaces, "view"> {
  readonly unread: ReturnType<typeof findSessionFiles>["unread"];
}

const NOTHING: AskedSessions = { stored: [], files: [], unread: [] };

async function sessionsAsked(
  named: readonly string[],
  { home, options }: { readonly home: Home; readonly options: SearchOptions },
): Promise<AskedSessions> {
  if (home.kind === "database" && isDatabaseAsked(named, options)) {
    return { stored: await storedThreads(home), files: [], unread: [] };
  }
  const stored: StoredThread[] = [];
  const paths: string[] = [];
  for (const text of named) {
    const one = await sessionAsked(text, home);
    if (typeof one === "string") paths.push(one);
    else stored.push(one);
  }
  const isFiles = paths.length > 0 || stored.length === 0;
  const asked = isFiles ? sessionPaths(paths, options) : namedPaths([], options);
  return { stored, ...findSessionFiles(asked) };
}

/** What a person names: a file or folder, or a thread of the store. */
async function sessionAsked(text: string, home: Home): Promise<string | StoredThread> {
  if (namesFile(text)) return text;
  try {
    const threadId = await resolveThreadId(home.store, text);
    if (home.kind === "database") return await storedThread(home, threadId);
    const rollout = existingRollout({ fileSystem: nodeFileSystem, home: home.name }, threadId);
    return nodeFileSystem.status(rollout) === undefined ? archivePath(rollout) : rollout;
  } catch (error) {
    if (!isRefoldError(error, "thread-not-found", "invalid-id")) throw error;
    throw invalidArgument(
      `${text} is no file, and no thread of the store`,
      'put several words into quotes: refold search "rate limit"',
    );
  }
}

async function* searching(
  { stored, files, view }: SearchedPlaces,
  criteria: SearchCriteria,
  { options, shell }: Asked,
): AsyncGenerator<FileAnswer> {
  const { progress, messages } = shell;
  const sizes = new Map([
    ...stored.map(({ path, entry }) => [path, entry.sizeBytes] as const),
    ...[...files, ...(view?.files ?? [])].map(({ path, sizeBytes }) => [path, sizeBytes] as const),
  ]);
  const begin = (): void => progress.start("searching", sum([...sizes.values()]));
  begin();
  const using = {
    ...{ criteria, indexHome: options.index ? indexHome(options.home) : null },
    onNotice: (notice: string) => messages.text(`refold: ${notice}`),
    onIndexing: (done: number, total: number) => {
      if (done === 0) progress.start("indexing", total);
      progress.update(done);
      if (done === total) begin();
    },
  };
  for await (const answer of searchPlaces({ stored, files, view }, using)) {
    progress.add(sizes.get(answer.path) ?? 0);
    yield view === null ? answer : answerInPlace(answer, view);
  }
}

/** A session of the vault is shown where its file was. */
function answerInPlace(answer: FileAnswer, view: SessionView): FileAnswer {
  const { path, unread } = answer;
  const told = unread && { ...unread, message: view.inPlace(unread.message) };
  return { ...answer, path: view.inPlace(path), unread: told };
}
