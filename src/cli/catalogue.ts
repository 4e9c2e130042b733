import type { DeclareCommand } from "./command-module.js";

interface CatalogueEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command's own file and all that it needs. */
  readonly load: () => Promise<DeclareCommand>;
}

/** Every command, in the order of the help. A command is loaded only when it is run. */
export const COMMANDS: readonly CatalogueEntry[] = [
  {
    name: "replay",
    summary: "show what happened in a session, turn by turn",
    load: async () => (await import("./commands/replay.js")).declareReplay,
  },
  {
    name: "log",
    summary: "list the events of a session",
    load: async () => (await import("./commands/log.js")).declareLog,
  },
  {
    name: "state",
    summary: "show the state at an offset: ledger, baseline, usage",
    load: async () => (await import("./commands/state.js")).declareState,
  },
  {
    name: "tokens",
    summary: "show how full the context is, and of what",
    load: async () => (await import("./commands/tokens.js")).declareTokens,
  },
  {
    name: "prompt",
    summary: "print the next request's body, for any provider and model",
    load: async () => (await import("./commands/prompt.js")).declarePrompt,
  },
  {
    name: "models",
    summary: "show what is known of models",
    load: async () => (await import("./commands/models.js")).declareModels,
  },
];
