import { RelatedFiles } from "../related-file.js";
import { openWorkerThreads, usefulThreads } from "../worker-threads.js";
import { parseQuery } from "./query.js";
import { type FileAnswer, type SearchCriteria, searchFile } from "./search-file.js";
import { type PartTask, writePart } from "./write-part.js";

/** Files that are read in one go, and what for; plain data. */
export interface SearchTask {
  readonly paths: readonly string[];
  readonly criteria: SearchCriteria;
}

/** Searches files one after the other: what a thread of the pool does. */
export async function searchFiles({ paths, criteria }: SearchTask): Promise<FileAnswer[]> {
  const using = { query: parseQuery(criteria.query), related: new RelatedFiles() };
  const answers: FileAnswer[] = [];
  for (const path of paths) answers.push(await searchFile(path, criteria, using));
  return answers;
}

/** What is done in worker threads, or here where there are none. */
export interface SearchThreads {
  /** So many tasks are under way, or wait for one before them. */
  readonly ahead: number;
  readonly searchFiles: typeof searchFiles;
  readonly writePart: typeof writePart;
  readonly close: () => Promise<void>;
}

const AHEAD_A_THREAD = 4;

/** @param useful so many could be kept busy; with less than two, all is done in this thread */
export function openSearchThreads(useful: number): SearchThreads {
  const size = usefulThreads(useful);
  if (size === 1) return { ahead: 1, searchFiles, writePart, close: () => Promise.resolve() };
  const pool = openWorkerThreads(new URL("./search-worker.js", import.meta.url), size);
  return {
    ahead: size * AHEAD_A_THREAD,
    searchFiles: (task) => pool.run(task, { name: "searchFiles" }),
    writePart: (task: PartTask) => pool.run(task, { name: "writePart" }),
    close: () => pool.destroy(),
  };
}
