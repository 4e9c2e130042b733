import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./agent.js";
import type { Scenario } from "./scenario.js";
import { act, pause } from "./stage.js";

const isClaude = ({ family }: Program): boolean => family === "claude-code";
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
