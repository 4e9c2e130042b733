import { limitHeapGrowth } from "./heap-growth.js";
import { packageVersion } from "./package-version.js";

/**
 * The command `refold`. Runs when imported. `--version` is answered before anything is loaded: a
 * command's start is part of what people feel (docs/performance.md).
 */
const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  process.stdout.write(`${packageVersion()}\n`);
} else {
  void run();
}

async function run(): Promise<void> {
  // A list keeps all that it reads until it is shown or deleted: looking for garbage often finds none.
  if (words[0] !== "list" && words[0] !== "delete") limitHeapGrowth();
  const { runProgram } = await import("./program.js");
  const { ExitCode } = await import("./shell.js");
  const exitCode = await runProgram(words);
  process.exitCode = exitCode;
  // By the signal itself, so that a script that runs this one ends as well.
  if (exitCode === ExitCode.interrupted) process.kill(process.pid, "SIGINT");
}
