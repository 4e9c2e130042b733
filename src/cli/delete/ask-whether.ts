import { createInterface } from "node:readline/promises";
import { InvalidArgument } from "../../errors.js";
import type { Shell } from "../shell.js";

/**
 * Asks a person, on the terminal, and takes anything but a yes for a no.
 * @throws {InvalidArgument} nobody is there to be asked
 */
export async function askWhether(question: string, { messages, stderr }: Shell): Promise<boolean> {
  await messages.flush();
  if (!process.stdin.isTTY || stderr.isTTY !== true) {
    throw new InvalidArgument(
      "there is no terminal to ask on",
      "say --yes to delete without being asked",
    );
  }
  const reading = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reading.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reading.close();
  }
}
