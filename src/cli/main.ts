import { packageVersion } from "./package-version.js";

/**
 * The command `refold`. Runs when imported. `--version` is answered before anything is loaded: a
 * command's start is part of what people feel (design.md §10).
 */
const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  process.stdout.write(`${packageVersion()}\n`);
} else {
  const { runProgram } = await import("./program.js");
  process.exitCode = await runProgram(words);
}
