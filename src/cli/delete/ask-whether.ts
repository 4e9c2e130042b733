import { createInterface } from "node:readline/promises";
import { InvalidArgument } from "../../errors.js";
import { ExitCode } from "../exit-code.js";
import type { Shell } from "../shell.js";

/**
 * Asks a person, on the terminal, and takes anything but a yes for a no, Ctrl-D too; Ctrl-C ends the
 * command.
 * @throws {InvalidArgument} nobody is there to be asked
 */
export async function askWhether(question: string, shell: Shell): Promise<boolean> {
  const { messages, stderr } = shell;
  await messages.flush();
  if (!process.stdin.isTTY || stderr.isTTY !== true) {
    throw new InvalidArgument(
      "there is no terminal to ask on",
      "say --yes to delete without being asked",
    );
  }
  const reading = createInterface({ input: process.stdin, output: process.stderr });
  const stop = new AbortController();
  reading.once("SIGINT", () => {
    shell.exitCode = ExitCode.interrupted;
    stop.abort();
  });
  reading.once("close", () => stop.abort()); // nobody answers a question that was closed
  try {
    const answer = await reading.question(`${question} [y/N] `, { signal: stop.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error;
    stderr.write("\n"); // what follows stands on a line of its own
    return false;
  } finally {
    reading.close();
  }
}
