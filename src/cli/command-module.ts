import type { Command } from "commander";
import type { Shell } from "./shell.js";

/** What each file in `commands/` exports: adds its arguments, options and action to a command. */
export type DeclareCommand = (command: Command, shell: Shell) => void;
