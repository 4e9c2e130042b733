import { type Command, Help, type Option } from "commander";

/** Scripts by shell. Each follows the words of the command line to the command that they name. */
export const COMPLETION_SCRIPTS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const satisfies Record<string, (program: CompletedCommand) => string>;

function bashScript(program: CompletedCommand): string {
  const commands = [...withAllBelow(program)];
  const complete = (what: Completed): string => {
    if (what.kind === "words") return `words=${quoted(joined(what.words))}`;
    if (what.kind === "any") return ":";
    return what.kind === "files" ? "kind=-f" : "kind=-d";
  };
  return `# bash completion for refold: source <(refold completion bash)
_refold() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" words="" kind="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command:$word" in
${stepLines(commands, (from, word, to) => `      ${quoted(`${from}:${word}`)}) command=${quoted(to)} ;;`)}
    esac
  done
  case "$command:\${COMP_WORDS[COMP_CWORD-1]}" in
${valueLines(commands, (at, value) => `    ${quoted(at)}) ${complete(value)} ;;`)}
    *)
      if [[ $current == -* ]]; then
        case "$command" in
${commands.map(({ path, options }) => `          ${quoted(path)}) words=${quoted(joined(options))} ;;`).join("\n")}
        esac
      else
        case "$command" in
${commands.map(({ path, arguments: what }) => `          ${quoted(path)}) ${complete(what)} ;;`).join("\n")}
        esac
      fi
      ;;
  esac
  local IFS=$'\\n'
  if [[ -n $kind ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen "$kind" -- "$current"))
  else
    words="\${words// /$'\\n'}"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _refold refold
`;
}

function zshScript(program: CompletedCommand): string {
  const commands = [...withAllBelow(program)];
  const described = (words: readonly Word[]): string => {
    const entries = words.map(({ word, summary }) => {
      const name = word.replaceAll(":", "\\:");
      return quoted(summary === "" ? name : `${name}:${summary}`);
    });
    return `words_of=(${entries.join(" ")})`;
  };
  const complete = (what: Completed): string => {
    if (what.kind === "words") return described(what.words);
    if (what.kind === "any") return "return 1";
    return what.kind === "files" ? "_files; return" : "_files -/; return";
  };
  return `#compdef refold
# zsh completion for refold: source <(refold completion zsh), or as _refold in a folder of $fpath
_refold() {
  local command="" word
  local -a words_of
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command:$word" in
${stepLines(commands, (from, word, to) => `      (${quoted(`${from}:${word}`)}) command=${quoted(to)} ;;`)}
    esac
  done
  case "$command:\${words[CURRENT-1]}" in
${valueLines(commands, (at, value) => `    (${quoted(at)}) ${complete(value)} ;;`)}
    (*)
      if [[ $PREFIX == -* ]]; then
        case "$command" in
${commands.map(({ path, options }) => `          (${quoted(path)}) ${described(options)} ;;`).join("\n")}
        esac
      else
        case "$command" in
${commands.map(({ path, arguments: what }) => `          (${quoted(path)}) ${complete(what)} ;;`).join("\n")}
        esac
      fi
      ;;
  esac
  _describe -V refold words_of
}
if [[ \${funcstack[1]} == _refold ]]; then _refold "$@"; else compdef _refold refold; fi
`;
}

function fishScript(program: CompletedCommand): string {
  const commands = [...withAllBelow(program)];
  return `# fish completion for refold: refold completion fish | source
function __refold_at
  set -l command ''
  for word in (commandline -opc)[2..-1]
    switch "$command:$word"
${stepLines(
  commands,
  (from, word, to) => `      case ${fishQuoted(`${from}:${word}`)}
        set command ${fishQuoted(to)}`,
)}
    end
  end
  test "$command" = "$argv[1]"
end
complete -c refold -f
${commands.flatMap(fishLines).join("\n")}
`;
}

function fishLines({ path, options, arguments: what }: CompletedCommand): readonly string[] {
  const start = `complete -c refold -n ${fishQuoted(`__refold_at '${path}'`)}`;
  const about = (summary: string): string => (summary === "" ? "" : ` -d ${fishQuoted(summary)}`);
  const wordLines = (words: readonly Word[]): readonly string[] =>
    words.map(({ word, summary }) => `${start} -a ${fishQuoted(word)}${about(summary)}`);
  const optionLines = options.map(({ word, summary, value }) => {
    const name = word.startsWith("--") ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
    return `${start} ${name}${value === null ? "" : fishValue(value)}${about(summary)}`;
  });
  if (what.kind === "words") return [...wordLines(what.words), ...optionLines];
  if (what.kind === "any") return optionLines;
  const places = what.kind === "files" ? " -F" : " -a '(__fish_complete_directories)'";
  return [`${start}${places}`, ...optionLines];
}

function fishValue(value: Completed): string {
  switch (value.kind) {
    case "files":
      return " -r -F";
    case "folders":
      return " -x -a '(__fish_complete_directories)'";
    case "words":
      return ` -x -a ${fishQuoted(joined(value.words))}`;
    case "any":
      return " -x";
  }
}

/** A line for each word that leads from one command to another. */
function stepLines(
  commands: readonly CompletedCommand[],
  line: (from: string, word: string, to: string) => string,
): string {
  const steps = commands.flatMap(({ path, commands: below }) =>
    below.map(({ path: to }) => line(path, to.slice(path.length).trim(), to)),
  );
  return steps.join("\n");
}

/** A line for each option with a value: the command and the option. */
function valueLines(
  commands: readonly CompletedCommand[],
  line: (at: string, value: Completed) => string,
): string {
  const lines = commands.flatMap(({ path, options }) =>
    options.flatMap(({ word, value }) => (value === null ? [] : [line(`${path}:${word}`, value)])),
  );
  return lines.join("\n");
}

function joined(words: readonly Pick<Word, "word">[]): string {
  return words.map(({ word }) => word).join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** What can follow somewhere on a command line. */
type Completed =
  | { readonly kind: "files" | "folders" }
  /** One of a few words. */
  | { readonly kind: "words"; readonly words: readonly Word[] }
  /** Something that no shell can know. */
  | { readonly kind: "any" };

/** A word, and what it means. */
interface Word {
  readonly word: string;
  readonly summary: string;
}

interface CompletedOption extends Word {
  /** What its value can be; null: it takes none. */
  readonly value: Completed | null;
}

/** A command as a shell completes it. */
interface CompletedCommand {
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
function* withAllBelow(command: CompletedCommand): Generator<CompletedCommand> {
  yield command;
  for (const below of command.commands) yield* withAllBelow(below);
}
