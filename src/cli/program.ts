import { Command, CommanderError, Help } from "commander";
import { COMMAND_NAMES, LOADERS, SUMMARIES } from "./catalogue.js";
import { beforeEnding } from "./ending.js";
import { ExitCode, openShell, type Shell, type Streams } from "./shell.js";
import { reportFailure } from "./failure.js";
import { guard, type OutputStream } from "./output/output.js";
import { guardTemporaryHomes } from "../store/jsonl/home.js";
import { packageVersion } from "./package-version.js";

/**
 * Parses a command line and runs what it names. Only the modules of that command are loaded.
 * @param words the arguments after `refold`
 */
export async function runProgram(
  words: readonly string[],
  streams: Streams = process,
): Promise<ExitCode> {
  const debug = words.includes("--debug") || Boolean(process.env["REFOLD_DEBUG"]);
  const shell = openShell(streams, { debug, utc: words.includes("--utc") });
  guardTemporaryHomes(beforeEnding);
  try {
    const program = await buildProgram(words, shell);
    await program.parseAsync([...words], { from: "user" });
    await shell.output.close();
    await shell.messages.flush();
    return shell.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has said what is wrong, or shown the help that was asked for.
      return error.exitCode === 0 ? ExitCode.done : ExitCode.usage;
    }
    await shell.output.close();
    return await reportFailure(error, shell);
  } finally {
    shell.progress.stop();
  }
}

async function buildProgram(words: readonly string[], shell: Shell): Promise<Command> {
  const program = new Command("refold")
    .description("Replays, resumes, forks and projects the context of LLM agents, from its log.")
    .version(packageVersion(), "-V, --version")
    .option("--debug", "show a stack with an error")
    .showSuggestionAfterError()
    .addHelpText("after", HELP_END);
  keepWithinShell(program, shell);
  for (const [name, summary] of Object.entries(SUMMARIES)) {
    const command = program.command(name).description(summary);
    keepWithinShell(command, shell);
    // A completion script tells of all commands.
    if (!words.includes(name) && words[0] !== "completion") continue;
    command.option("--debug", "show a stack with an error");
    const declare = await LOADERS[name]?.();
    declare?.(command, shell);
  }
  declareHelp(program, shell);
  return program;
}

/** `refold help COMMAND`. Commander's own takes a wrong name for none. */
function declareHelp(program: Command, shell: Shell): void {
  program.helpCommand(false);
  const command = program.command("help").argument("[command]");
  command.description("display help for command").action(async (name?: string) => {
    const named = program.commands.find((one) => one.name() === name);
    if (name === undefined || named !== undefined) return (named ?? program).help();
    const { nearestNames } = await import("../nearest-names.js");
    const near = nearestNames(name, COMMAND_NAMES, 2);
    const remedy = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "See refold --help.";
    program.error(`error: unknown command '${name}'\n(${remedy})`);
  });
  keepWithinShell(command, shell);
}

/** Nothing ends the process, and file names in messages cannot drive the terminal. */
function keepWithinShell(command: Command, { stdout, stderr }: Shell): void {
  const outColumns = helpColumns(stdout);
  const errColumns = helpColumns(stderr);
  command.exitOverride().configureOutput({
    outputError: (text) => {
      const words = text.replace(/^error: /, "refold: ") + takenByOptions(command, text);
      stderr.write(guard(words, { styles: false }));
    },
    writeOut: (text) => stdout.write(filled(text, outColumns)),
    writeErr: (text) => stderr.write(filled(guard(text, { styles: false }), errColumns)),
    getOutHelpWidth: () => outColumns,
    getErrHelpWidth: () => errColumns,
  });
}

/** What may be the argument that is missing: what an option took whose value may be left out. */
function takenByOptions(command: Command, text: string): string {
  if (!text.startsWith("error: missing required argument")) return "";
  const taken = command.options.flatMap((option) => {
    const value: unknown = option.optional ? command.getOptionValue(option.attributeName()) : true;
    return typeof value === "string" ? [`${option.long} took ${value}: put it first\n`] : [];
  });
  return taken.join("");
}

/** Help as wide as its reader: sentences at the margin are filled anew, indented lines stay. */
function filled(text: string, columns: number): string {
  const sentences = /^\S.*(?:\n\S.*)*/gm;
  return text.replace(sentences, (lines) => LAYOUT.boxWrap(lines.replaceAll("\n", " "), columns));
}

const LAYOUT = new Help();

function helpColumns({ columns }: OutputStream): number {
  return Math.min(columns || 80, 100);
}

const HELP_END = `
FILE is a recorded session: of Codex CLI (~/.codex/sessions), Claude Code (~/.claude/projects)
or pi (~/.pi/agent/sessions), also .gz or .zst; or a rollout of Refold's own.

THREAD is a thread's id, a unique beginning of one, or the UUID of an imported session; threads
live under REFOLD_HOME (default ~/.refold), a folder or a database (docs/postgres.md).

Exit codes: 0 done, 1 the input was damaged or refused, 2 wrong usage.

Example:
  $ refold replay ~/.codex/sessions/2026/04/02/rollout-2026-04-02T08-….jsonl`;
