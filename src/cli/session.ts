import type { Command } from "commander";
import type { TruncationPolicy } from "../events/primitives.js";
import { openSession } from "../runtime/discovery/open-session.js";
import type { Session } from "../runtime/discovery/session.js";
import type { Shell } from "./shell.js";

/** The option of every command that may look into the store. */
export function declareHome(command: Command): Command {
  return command.option(
    "--home <folder>",
    "where threads live (default: REFOLD_HOME or ~/.refold)",
  );
}

export interface HomeOption {
  readonly home?: string;
}

export interface SessionOptions extends HomeOption {
  readonly shell: Shell;
  /** How tool outputs of a foreign file are bounded; absent: as its session says. */
  readonly policy?: TruncationPolicy | undefined;
}

/** Opens what a command's FILE|THREAD names, works with it, and closes it. */
export async function withSession<Result>(
  text: string,
  { shell, home, policy }: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(text, {
    ...(home !== undefined && { home }),
    ...(policy !== undefined && { policy }),
    onProgress: (doneBytes) => shell.progress.update(doneBytes),
  });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
