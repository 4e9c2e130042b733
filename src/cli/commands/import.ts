import type { HistoryReach } from "../../dialects/shared/session-form.js";
import { importBundle } from "../../sessions/bundle/import-bundle.js";
import { isBundle } from "../../sessions/bundle/open-bundle.js";
import { fileBytes } from "../../sessions/file-bytes.js";
import { importFile, type ImportResult } from "../../sessions/import-file.js";
import { RelatedFiles } from "../../sessions/related-file.js";
import { namesFile } from "../../sessions/path-refused.js";
import { damageWords } from "../../sessions/session.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { ExitCode } from "../exit-code.js";
import { forEachReported } from "../failure.js";
import { counted, figure } from "../../projections/figures.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { withStore } from "../store.js";

/** `refold import`: recorded sessions become threads of the store. */
export const declareImport: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<files...>", "recorded sessions, or bundles")
    .addHelpText("after", EXAMPLE)
    .action((files: readonly string[], options: HomeOption) =>
      withStore(options, async (store) => {
        const related = new RelatedFiles();
        const importThreads = async (file: string): Promise<void> => {
          for (const result of await importOne(file, { store, shell, related })) {
            shell.output.text(`${result.threadId}  ${outcomeWords(result)}  ${file}`);
          }
        };
        await forEachReported(files, importThreads, { shell });
      }),
    );
};

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
with the files of all its generations: what a revert took back is found by undo. A file that was imported before adds what is new in it. A file that fails
does not stop the others.

Example:
  $ refold import ~/.codex/sessions/2025/11/01/*.jsonl`;

export interface ImportPlace {
  readonly store: JsonlStore;
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
  { store, shell, reach = "thread", related }: ImportPlace,
): Promise<readonly ImportResult[]> {
  const bytes = await fileBytes(path, { onProgress: shell.progress.update, related });
  shell.progress.start("importing", bytes.sizeBytes);
  const results = (await isBundle(bytes))
    ? await importBundle(bytes, store)
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
