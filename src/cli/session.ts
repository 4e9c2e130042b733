import type { Command } from "commander";
import type { TruncationPolicy } from "../events/primitives.js";
import type { Session } from "../sessions/session.js";
import { offsetOption, pathOption } from "./options.js";
import type { Shell } from "./shell.js";

/** The option of every command that may look into the store. */
export function declareHome(command: Command): Command {
  return command.option(
    "--home <home>",
    "where threads live: a folder, or postgres://… (default: REFOLD_HOME or ~/.refold)",
    pathOption,
  );
}

/** The argument and option of every command that works on one thread of the store. */
export function declareThread(command: Command): Command {
  return declareHome(command).argument("<thread>", "a thread of the store");
}

/** The options of every command that only reads. */
export function declareReading(command: Command): Command {
  return declareHome(command).option(
    "--ignore-newer",
    "read a log that needs a newer version of refold, without what only that one knows",
  );
}

/** The argument and options of every command that reads one session. */
export function declareSession(command: Command): Command {
  const what = "a recorded session, or a thread of the store";
  return declareReading(command).argument("<file-or-thread>", what);
}

/** The option of a command that shows a state. */
export const AT_OFFSET = [
  "--at <offset>",
  "at this offset (inclusive); default: at the end",
  offsetOption,
] as const;

/** The option of a command that shows what happened. */
export const UP_TO_OFFSET = [
  "--at <offset>",
  "only up to this offset (inclusive)",
  offsetOption,
] as const;

/** The option of a command whose output is long; it calls `Output.page()` unless this was said. */
export const NO_PAGER = ["--no-pager", "do not show the output in a pager"] as const;

export interface PagerOption {
  readonly pager: boolean;
}

/** How reading treats what only a newer version of refold knows. */
export function newerOf({ ignoreNewer }: ReadingOptions): "ignore" | "refuse" {
  return ignoreNewer === true ? "ignore" : "refuse";
}

export interface HomeOption {
  readonly home?: string;
}

export interface ReadingOptions extends HomeOption {
  readonly ignoreNewer?: true;
}

/** The options of most commands that read one session. */
export interface ViewOptions extends ReadingOptions {
  readonly at?: number;
  readonly json?: true;
}

/** What reading a session says, and to whom. */
export interface SessionShell {
  readonly messages: Pick<Shell["messages"], "text">;
  readonly progress: Pick<Shell["progress"], "update">;
}

export interface SessionOptions<To extends SessionShell = Shell> extends ReadingOptions {
  readonly shell: To;
  /** How tool outputs of a foreign file are bounded; absent: as its session says. */
  readonly policy?: TruncationPolicy | undefined;
}

/**
 * Opens what a command's FILE|THREAD names, works with it, and closes it. Types of events that are
 * not known are told of on stderr.
 */
export async function withSession<Result>(
  text: string,
  { shell, home, policy, ...options }: SessionOptions<SessionShell>,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  // Loaded when a command runs: its help needs none of it.
  const { openSession } = await import("../sessions/open-session.js");
  const { tellUnknown } = await import("./session-reading.js");
  const session = await openSession(text, {
    ...{ home, policy, newer: newerOf(options) },
    onProgress: shell.progress.update,
  });
  try {
    return await work(tellUnknown(session, shell.messages));
  } finally {
    await session.close();
  }
}
