import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./agent.js";
import type { Scenario } from "./scenario.js";
import { act, pause } from "./stage.js";
import { SERVER_TOOLS } from "./tool-server.js";

const isClaude = ({ family }: Program): boolean => family === "claude-code";
const isCodex = ({ family }: Program): boolean => family === "codex";
const hasNamespaces = ({ name }: Program): boolean => /^codex-0\.1[46]/.test(name);
const findsTools = (program: Program): boolean =>
  hasNamespaces(program) && !program.name.endsWith("scripts");
const isCodexToday = ({ name }: Program): boolean => name.startsWith("codex-0.169");

/** What only one program has. */
export const ownScenarios: readonly Scenario[] = [
  {
    name: "own-migrated-rollouts",
    isFor: isCodexToday,
    play: async ({ agent, script }) => {
      await agent.own?.["legacy"]?.();
      script(act([{ do: "shell", command: "echo one" }]), { text: "Done." });
      await agent.prompt("First.");
      await agent.restart();
      await agent.prompt("Second.");
      await agent.own?.["migrate"]?.();
      await agent.prompt("And now?");
      await agent.fork();
      await agent.prompt("And in a fork?");
    },
  },
  {
    name: "own-tools-of-the-client",
    isFor: isCodex,
    play: async ({ agent, program, script }) => {
      await agent.own?.["client-tools"]?.();
      script(act([{ do: "other-tool", tool: "tide_at" }]), { text: "Noon." });
      if (hasNamespaces(program)) script(act([{ do: "other-tool", tool: "ships" }]));
      script({ text: "Three." });
      await agent.prompt("When is the tide?");
      await agent.prompt("And the ships?");
      await agent.restart();
      await agent.prompt("And now?");
      await agent.compact();
      await agent.prompt("And after a summary?");
      await agent.fork();
      await agent.prompt("And in a fork?");
    },
  },
  {
    name: "own-tools-of-a-server",
    isFor: ({ family }) => family !== "pi",
    hasToolServer: true,
    play: async ({ agent, program, script }) => {
      if (findsTools(program)) script(act([{ do: "find-tool", query: SERVER_TOOLS.join(" ") }]));
      for (const tool of SERVER_TOOLS) script(act([{ do: "other-tool", tool }]));
      script({ text: "All seen." });
      await agent.prompt("Use each tool of the lighthouse.");
      await agent.prompt("And now?");
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  },
  {
    name: "own-file-mentioned",
    isFor: isClaude,
    files: { "notes.txt": "first line\nsecond line\n" },
    play: async ({ agent }) => {
      await agent.prompt("What does @notes.txt say?");
      await agent.prompt("And now?");
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  },
  {
    name: "own-file-edited-by-others",
    isFor: isClaude,
    files: { "notes.txt": "first line\nsecond line\n" },
    play: async ({ agent, script, write }) => {
      script(act([{ do: "read-file", path: "notes.txt" }]), { text: "Read." });
      await agent.prompt("Read notes.txt.");
      await pause(1_100);
      write("notes.txt", "first line\nanother line\nthird line\n");
      await agent.prompt("And now?");
      await agent.prompt("And then?");
    },
  },
  {
    name: "own-nested-memory",
    isFor: isClaude,
    play: async ({ agent, script, workFolder }) => {
      mkdirSync(join(workFolder, "inner"));
      writeFileSync(join(workFolder, "inner", "CLAUDE.md"), "In here, whisper.\n");
      writeFileSync(join(workFolder, "inner", "notes.txt"), "quiet\n");
      script(act([{ do: "read-file", path: "inner/notes.txt" }]), { text: "Read." });
      await agent.prompt("Read inner/notes.txt.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "own-plan-mode",
    isFor: isClaude,
    play: async ({ agent, script }) => {
      await agent.own?.["plan"]?.();
      script({ text: "I would do this and that." });
      await agent.prompt("Make a plan.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "own-goal",
    isFor: isClaude,
    play: async ({ agent, script }) => {
      script({ text: "The goal is reached." });
      await agent.prompt("/goal the answer names a fruit");
      await agent.prompt("And now?");
    },
  },
  {
    name: "own-rewind",
    isFor: isClaude,
    play: async ({ agent }) => {
      await agent.prompt("Please do one.");
      await agent.prompt("Please do two.");
      await agent.own?.["rewind"]?.();
      await agent.prompt("And now?");
      await agent.own?.["rewind"]?.();
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  },
  {
    name: "own-hooks",
    isFor: isClaude,
    play: async ({ agent, script, workFolder }) => {
      const command = "echo 'the hook says no' >&2; exit 2";
      const hooks = { PostToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] };
      mkdirSync(join(workFolder, ".claude"));
      writeFileSync(join(workFolder, ".claude", "settings.json"), JSON.stringify({ hooks }));
      await agent.prompt("First.");
      await agent.restart();
      script(act([{ do: "shell", command: "echo one" }]), { text: "The hook spoke." });
      await agent.prompt("Run it.");
      await agent.prompt("And now?");
    },
  },
];
