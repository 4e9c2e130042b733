import type { DeclareCommand } from "./shell.js";

interface CatalogueEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command's own file and all that it needs. */
  readonly load: () => Promise<DeclareCommand>;
}

/** Every command, in the order of the help. A command is loaded only when it is run. */
export const COMMANDS: readonly CatalogueEntry[] = [
  {
    name: "list",
    summary: "list and search threads, most recently changed first",
    load: async () => (await import("./commands/list.js")).declareList,
  },
  {
    name: "rename",
    summary: "give a thread a title",
    load: async () => (await import("./commands/rename.js")).declareRename,
  },
  {
    name: "archive",
    summary: "compress threads; they stay readable",
    load: async () => (await import("./commands/archive.js")).declareArchive,
  },
  {
    name: "unarchive",
    summary: "restore the plain files of archived threads",
    load: async () => (await import("./commands/archive.js")).declareUnarchive,
  },
  {
    name: "delete",
    summary: "delete threads and the data that only they use",
    load: async () => (await import("./commands/delete.js")).declareDelete,
  },
  {
    name: "detach",
    summary: "make a fork independent of its parent",
    load: async () => (await import("./commands/detach.js")).declareDetach,
  },
  {
    name: "gc",
    summary: "remove blobs that no thread refers to",
    load: async () => (await import("./commands/gc.js")).declareGarbage,
  },
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
    name: "import",
    summary: "import recorded sessions into the store",
    load: async () => (await import("./commands/import.js")).declareImport,
  },
  {
    name: "export",
    summary: "export a thread as a transcript, a bundle, or another tool's session",
    load: async () => (await import("./commands/export.js")).declareExport,
  },
  {
    name: "state",
    summary: "show the state at an offset: ledger, baseline, usage",
    load: async () => (await import("./commands/state.js")).declareState,
  },
  {
    name: "rollback",
    summary: "roll a thread back; nothing is deleted",
    load: async () => (await import("./commands/rewind.js")).declareRollback,
  },
  {
    name: "undo",
    summary: "go back to before the newest turn or edit",
    load: async () => (await import("./commands/rewind.js")).declareUndo,
  },
  {
    name: "redo",
    summary: "redo what the newest rollback undid",
    load: async () => (await import("./commands/rewind.js")).declareRedo,
  },
  {
    name: "compact",
    summary: "compact a thread's history; the log keeps everything",
    load: async () => (await import("./commands/compact.js")).declareCompact,
  },
  {
    name: "fork",
    summary: "create a thread that shares the beginning of another",
    load: async () => (await import("./commands/fork.js")).declareFork,
  },
  {
    name: "experiment",
    summary: "fork a thread into variants that each change one thing, and compare them",
    load: async () => (await import("./commands/experiment.js")).declareExperiment,
  },
  {
    name: "diff",
    summary: "show the differences between two states",
    load: async () => (await import("./commands/diff.js")).declareDiff,
  },
  {
    name: "tree",
    summary: "show a thread's ancestors and forks",
    load: async () => (await import("./commands/tree.js")).declareTree,
  },
  {
    name: "tokens",
    summary: "show how full the context is, by part",
    load: async () => (await import("./commands/tokens.js")).declareTokens,
  },
  {
    name: "prompt",
    summary: "print the next request's body, for any provider and model",
    load: async () => (await import("./commands/prompt.js")).declarePrompt,
  },
  {
    name: "explain",
    summary: "show the origin of each part of the next prompt",
    load: async () => (await import("./commands/explain.js")).declareExplain,
  },
  {
    name: "transcript",
    summary: "write the conversation as text, Markdown, HTML or JSON",
    load: async () => (await import("./commands/transcript.js")).declareTranscript,
  },
  {
    name: "forgetting",
    summary: "show what the model no longer sees, and why",
    load: async () => (await import("./commands/forgetting.js")).declareForgetting,
  },
  {
    name: "cache",
    summary: "show how much each request shares with the previous one",
    load: async () => (await import("./commands/cache.js")).declareCache,
  },
  {
    name: "repair",
    summary: "write a clean copy of a damaged session and report what it leaves out",
    load: async () => (await import("./commands/repair.js")).declareRepair,
  },
  {
    name: "stats",
    summary: "count tokens, tools and sizes over many sessions",
    load: async () => (await import("./commands/stats.js")).declareStats,
  },
  {
    name: "doctor",
    summary: "check the store or files, report problems and suggest fixes",
    load: async () => (await import("./commands/doctor.js")).declareDoctor,
  },
  {
    name: "check",
    summary: "check a session against all laws and all provider rules",
    load: async () => (await import("./commands/check.js")).declareCheck,
  },
  {
    name: "models",
    summary: "show the model table",
    load: async () => (await import("./commands/models.js")).declareModels,
  },
];
