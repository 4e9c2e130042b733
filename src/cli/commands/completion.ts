import { Argument } from "commander";
import { completedCommand, COMPLETION_SCRIPTS } from "../completion/completion-scripts.js";
import type { DeclareCommand } from "../shell.js";

/** `refold completion`: what a shell needs to complete commands, options and files. */
export const declareCompletion: DeclareCommand = (command, { stdout }) => {
  const shells = new Argument("<shell>", "the shell that the script is for");
  command
    .addArgument(shells.choices(Object.keys(COMPLETION_SCRIPTS)))
    .addHelpText("after", EXAMPLE)
    .action((name: keyof typeof COMPLETION_SCRIPTS) => {
      // The program has declared all its commands: nothing of them is written down twice.
      const program = completedCommand(command.parent ?? command);
      stdout.write(COMPLETION_SCRIPTS[name](program)); // a script, byte for byte
    });
};

const EXAMPLE = `
Example:
  $ refold completion bash > ~/.local/share/bash-completion/completions/refold
  $ refold completion zsh > ~/.zfunc/_refold      # in a folder of $fpath
  $ refold completion fish > ~/.config/fish/completions/refold.fish`;
