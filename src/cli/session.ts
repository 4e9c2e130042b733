import type { Command } from "commander";
import type { TruncationPolicy } from "../events/primitives.js";
import type { Session } from "../runtime/discovery/session.js";
import { pathOption } from "./options/path-option.js";
import type { Shell } from "./shell.js";

/** The option of every command that may look into the store. */
export function declareHome(command: Command): Command {
  return command.option(
    "--home <folder>",
    "where threads live (default: REFOLD_HOME or ~/.refold)",
    pathOption,
  );
}

/** The options of every command that only reads. */
export function declareReading(command: Command): Command {
  return declareHome(command).option(
    "--ignore-newer",
    "read a log that needs a newer version of refold, without what only that one knows",
  );
}

export interface HomeOption {
  readonly home?: string;
}

export interface ReadingOptions extends HomeOption {
  readonly ignoreNewer?: true;
}

export interface SessionOptions extends ReadingOptions {
  readonly shell: Shell;
  /** How tool outputs of a foreign file are bounded; absent: as its session says. */
  readonly policy?: TruncationPolicy | undefined;
}

/**
 * Opens what a command's FILE|THREAD names, works with it, and closes it. Types of events that are
 * not known are told of on stderr.
 */
export async function withSession<Result>(
  text: string,
  { shell, home, policy, ignoreNewer }: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  // Loaded when a command runs: its help needs none of it.
  const { openSession } = await import("../runtime/discovery/open-session.js");
  const { tellUnknown } = await import("./tell-unknown.js");
  const { HeapRelief } = await import("./heap-relief.js");
  const heap = new HeapRelief();
  const session = await openSession(text, {
    ...(home !== undefined && { home }),
    ...(policy !== undefined && { policy }),
    newer: ignoreNewer === true ? "ignore" : "refuse",
    onProgress: (doneBytes) => {
      shell.progress.update(doneBytes);
      heap.relieve();
    },
  });
  try {
    return await work(tellUnknown(session, shell.messages));
  } finally {
    await session.close();
  }
}
