import { invalidArgument } from "../../errors.js";
import type { HistoryReach } from "../../dialects/shared/session-form.js";
import { importBundle } from "../../sessions/bundle/import-bundle.js";
import { isBundle } from "../../sessions/bundle/open-bundle.js";
import { fileBytes } from "../../sessions/file-bytes.js";
import { importFile, type ImportResult } from "../../sessions/import-file.js";
import { RelatedFiles } from "../../sessions/related-file.js";
import { namesFile, statusAt } from "../../sessions/path-refused.js";
import { findSessionFiles } from "../../sessions/session-files.js";
import { damageWords } from "../../sessions/damage-words.js";
import type { EventStore } from "../../store/event-store.js";
import { homeText } from "../../store/jsonl/home.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { forEachReported } from "../failure.js";
import { counted, figure } from "../../projections/figures.js";
import { declareHome } from "../session.js";
import { declareHomes, type HomesOptions, namedPaths } from "../session-paths.js";
import { withStore } from "../store.js";
import { pathArgument } from "../options.js";

/** `refold import`: recorded sessions become threads of the store. */
export const declareImport: DeclareCommand = (command, shell) => {
  declareHomes(declareHome(command))
    .argument("[paths...]", "recorded sessions, bundles, or folders of them", pathArgument)
    .addHelpText("after", EXAMPLE)
    .action((paths: readonly string[], { home: asked, ...homes }: HomesOptions) => {
      const files = filesToImport(namedPaths(paths, homes), shell);
      const home = homeText(asked);
      if (files.length === 0) shell.messages.text("refold: no sessions to import");
      return withStore({ home }, async (store) => {
        const related = new RelatedFiles();
        const importThreads = async (file: string): Promise<void> => {
          for (const result of await importOne(file, { store, home, shell, related })) {
            shell.output.text(`${result.threadId}  ${outcomeWords(result)}  ${file}`);
          }
        };
        await forEachReported(files, importThreads, { shell });
      });
    });
};

/**
 * The files that are named, in order, and those in folders that are.
 * @throws {RefoldError} `invalid-argument`: nothing is named
 */
function filesToImport(paths: readonly string[], shell: Shell): readonly string[] {
  if (paths.length === 0) {
    throw invalidArgument("nothing is named", "name sessions, or a home: --codex, --claude, --pi");
  }
  return paths.flatMap((path) => {
    if (statusAt(path)?.isDirectory() !== true) return [path];
    const { files, unread } = findSessionFiles([path]);
    for (const { path: unreadPath, error } of unread) {
      const message = error instanceof Error ? error.message : String(error);
      shell.messages.text(`refold: ${unreadPath} is left out: ${message}`);
      shell.exitCode = ExitCode.refused;
    }
    return files.map((file) => file.path);
  });
}

function outcomeWords({ outcome, added, head, ownEvents }: ImportResult): string {
  switch (outcome) {
    case "imported":
      return `imported, ${counted(added, "event")}`;
    case "grown":
      return `${figure(added)} of ${counted(head, "event")} new`;
    case "older":
    case "unchanged": {
      const own = ownEvents > 0 ? `, ${ownEvents} of its own` : "";
      return `${outcome === "older" ? "older, " : ""}nothing new, ${counted(head, "event")}${own}`;
    }
  }
}

const EXAMPLE = `
Prints each thread's id; of a bundle those of its ancestors too. A Codex thread that was reverted is taken
with the files of all its generations: what a revert took back is found by undo. A file that was imported
before adds what is new in it. A file that fails does not stop the others.

Example:
  $ refold import ~/.codex/sessions/2025/11/01/*.jsonl
  $ refold import --claude --pi`;

export interface ImportPlace {
  readonly store: EventStore;
  /** What opens the store. */
  readonly home: string;
  readonly shell: Shell;
  /** How much of a thread with several files is taken; absent: all. */
  readonly reach?: HistoryReach;
  /** Shared by all files of a command. */
  readonly related?: RelatedFiles;
}

/**
 * Imports a file, with a bar where it takes long; says on stderr where the file was damaged.
 * @returns one result; of a bundle one for each of its threads, that which was exported last
 */
export async function importOne(
  path: string,
  { store, home, shell, reach = "thread", related }: ImportPlace,
): Promise<readonly ImportResult[]> {
  const bytes = await fileBytes(path, { onProgress: shell.progress.update, related });
  shell.progress.start("importing", bytes.sizeBytes);
  const results = (await isBundle(bytes))
    ? await importBundle(bytes, { home })
    : [await importFile(bytes, store, { reach })];
  shell.progress.stop();
  for (const place of results.flatMap(({ damage }) => damage)) {
    shell.messages.text(`refold: ${path}: damage: ${damageWords(place)}`);
    shell.exitCode = ExitCode.refused;
  }
  return results;
}

/** The thread that FILE|THREAD names; a file is imported first. */
export async function threadForFork(text: string, place: ImportPlace): Promise<string> {
  const imported = namesFile(text) ? (await importOne(text, place)).at(-1) : undefined;
  if (imported !== undefined) return imported.threadId;
  return resolveThreadId(place.store, text);
}
