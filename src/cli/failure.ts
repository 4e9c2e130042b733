import { firstFailure, isRefoldError } from "../errors.js";
import { isDatabaseFailure, isSystemError } from "../store/errors.js";
import { ExitCode, type Shell } from "./shell.js";
import { withTimes } from "./output/times.js";

/**
 * Says on stderr what went wrong and what can be done about it. A stack is for those who ask.
 * @returns the exit code
 */
export async function reportFailure(thrown: unknown, shell: Shell): Promise<ExitCode> {
  const { messages, progress } = shell;
  progress.stop();
  const error = firstFailure(thrown);
  const isOurs = isRefoldError(error);
  const isDefect = !isOurs && !isSystemError(error);
  const message = error instanceof Error ? error.message : String(error);
  const words = withTimes(message, messages.times);
  messages.text(`refold: ${isDefect ? "internal error: " : ""}${words}`);
  if (isOurs && error.remedy !== undefined) messages.text(error.remedy);
  if (isDefect && !shell.debug) messages.text("Run it again with --debug to see where.");
  if (shell.debug) messages.text(stackOf(error));
  await messages.flush();
  return isOurs && error.code === "invalid-argument" ? ExitCode.usage : ExitCode.refused;
}

/** Works through a list. What fails is reported, and does not stop the rest. */
export async function forEachReported<Entry>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<void>,
  { shell, onFailure }: { readonly shell: Shell; readonly onFailure?: (entry: Entry) => void },
): Promise<void> {
  for (const entry of entries) {
    try {
      await work(entry);
    } catch (error) {
      if (!isRefoldError(error) || isDatabaseFailure(error)) throw error;
      shell.progress.stop();
      onFailure?.(entry);
      shell.exitCode = await reportFailure(error, shell);
    }
    await shell.output.flush();
  }
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = `${isRefoldError(error) ? `code: ${error.code}\n` : ""}${error.stack ?? ""}`;
  return error.cause === undefined ? own : `${own}\ncaused by: ${stackOf(error.cause)}`;
}
