import { availableParallelism } from "node:os";
import { findSessionFiles, type SessionFile } from "../../runtime/discovery/session-files.js";
import type { Progress } from "../output/progress.js";
import type { ReadingOptions } from "../session.js";
import { countHere, countInThreads, type FileCounter } from "./file-counter.js";
import type { FilesTally } from "./files-sum.js";
import { sessionPaths, type PathOptions } from "./session-paths.js";
import type { CountOptions } from "./tally-file.js";
import { unknownModel } from "./unknown-model.js";
import { unreadSession } from "./unread-session.js";

export interface StatsOptions extends ReadingOptions, PathOptions {
  readonly since?: string;
  readonly model?: string;
  /** Files that are read at a time; absent: as many as there are processors, for much work. */
  readonly jobs?: number;
}

/** Below so many bytes for each, threads cost more than they save: each loads and compiles by itself. */
const BYTES_A_THREAD = 64 * 1024 * 1024;

/**
 * Counts the sessions that paths name, with a bar where it takes long.
 * @throws {InvalidArgument} nothing ran under the model that was asked for
 */
export async function countSessions(
  paths: readonly string[],
  options: StatsOptions,
  progress: Progress,
): Promise<FilesTally> {
  const { since, model, ignoreNewer } = options;
  const found = findSessionFiles(sessionPaths(paths, options));
  const counter = openCounter(found.files, options.jobs, {
    newer: ignoreNewer === true ? "ignore" : "refuse",
    ...(since !== undefined && { since }),
    ...(model !== undefined && { model }),
  });
  progress.start("counting", sizeOf(found.files));
  let doneBytes = 0;
  const onFile = ({ sizeBytes }: SessionFile): void => progress.update((doneBytes += sizeBytes));
  try {
    const { tally, files, unread, damaged } = await counter.count(found.files, onFile);
    if (model !== undefined && ![...tally.models].some((met) => met.startsWith(model))) {
      throw unknownModel(model, tally.models);
    }
    const unseen = found.unread.map(({ path, error }) => unreadSession(path, error));
    return { tally, files, unread: [...unseen, ...unread], damaged };
  } finally {
    progress.stop();
    await counter.close();
  }
}

function openCounter(
  files: readonly SessionFile[],
  jobs: number | undefined,
  options: CountOptions,
): FileCounter {
  const useful = Math.ceil(sizeOf(files) / BYTES_A_THREAD);
  const size = Math.min(jobs ?? Math.min(availableParallelism(), useful), files.length);
  return size <= 1 ? countHere(options) : countInThreads(size, options);
}

function sizeOf(files: readonly SessionFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
