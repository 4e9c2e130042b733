import { noSuchOffset } from "../reducers/errors.js";
import type { Command } from "commander";
import type { TruncationPolicy } from "../events/primitives.js";
import type { Session } from "../sessions/session.js";
import { pathOption } from "./options.js";
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
  const { openSession } = await import("../sessions/open-session.js");
  const { tellUnknown } = await import("./session-notices.js");
  const session = await openSession(text, {
    ...(home !== undefined && { home }),
    ...(policy !== undefined && { policy }),
    newer: ignoreNewer === true ? "ignore" : "refuse",
    onProgress: (doneBytes) => shell.progress.update(doneBytes),
  });
  try {
    return await work(tellUnknown(session, shell.messages));
  } finally {
    await session.close();
  }
}

/**
 * Makes sure that a session has the offset which a view is asked to look to.
 * @throws {RefoldError} `offset-out-of-range`: it ends before; says where
 */
export async function requireOffset({ source }: Session, at: number | undefined): Promise<void> {
  if (at === undefined) return;
  let head = 0;
  for await (const event of source.read({ from: 0, to: at })) head = event.offset + 1;
  if (head !== at + 1) throw noSuchOffset(at, head);
}
