import { type Command, Help, type Option } from "commander";

/** What can follow somewhere on a command line. */
export type Completed =
  | { readonly kind: "files" | "folders" }
  /** One of a few words. */
  | { readonly kind: "words"; readonly words: readonly Word[] }
  /** Something that no shell can know. */
  | { readonly kind: "any" };

/** A word, and what it means. */
export interface Word {
  readonly word: string;
  readonly summary: string;
}

export interface CompletedOption extends Word {
  /** What its value can be; null: it takes none. */
  readonly value: Completed | null;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** `""`, `list`, `experiment run`: the words that lead to it. */
  readonly path: string;
  readonly options: readonly CompletedOption[];
  /** What it takes besides options: its commands, or its arguments. */
  readonly arguments: Completed;
  readonly commands: readonly CompletedCommand[];
}

const HELP = new Help();

/** What a program says of itself, command by command. */
export function completedCommand(command: Command, path = ""): CompletedCommand {
  const commands = HELP.visibleCommands(command).map((sub) => ({
    name: sub.name(),
    summary: sub.description(),
    completed: completedCommand(sub, `${path} ${sub.name()}`.trim()),
  }));
  const words = commands.map(({ name: word, summary }) => ({ word, summary }));
  return {
    path,
    options: HELP.visibleOptions(command).flatMap(completedOptions),
    arguments: words.length > 0 ? { kind: "words", words } : argumentOf(command),
    commands: commands.map(({ completed }) => completed),
  };
}

function completedOptions(option: Option): readonly CompletedOption[] {
  const { short, long, description: summary, flags, required, optional } = option;
  const named = /[<[](?<name>[^>\]]+)/.exec(flags)?.groups?.["name"] ?? "";
  const value = required || optional ? completedValue(named, option.argChoices) : null;
  const names = [short, long].filter((word) => word !== undefined);
  return names.map((word) => ({ word, summary, value }));
}

/** Of several arguments the first that a shell can know: its words are offered for each. */
function argumentOf({ registeredArguments }: Command): Completed {
  const values = registeredArguments.map((argument) =>
    completedValue(argument.name(), argument.argChoices),
  );
  return values.find(({ kind }) => kind !== "any") ?? { kind: "any" };
}

function completedValue(name: string, choices: readonly string[] | undefined): Completed {
  if (choices !== undefined) {
    return { kind: "words", words: choices.map((word) => ({ word, summary: "" })) };
  }
  if (/folder|home/.test(name)) return { kind: "folders" };
  return /file|path|plan|session|^[ab]$/.test(name) ? { kind: "files" } : { kind: "any" };
}

/** A command and all below it. */
export function* withAllBelow(command: CompletedCommand): Generator<CompletedCommand> {
  yield command;
  for (const below of command.commands) yield* withAllBelow(below);
}
