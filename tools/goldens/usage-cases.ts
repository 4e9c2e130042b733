import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import type { Sandbox } from "./sandbox.js";

const READING = `replay log state prompt explain tokens transcript forgetting cache export tree diff
  check doctor stats compact fork import repair show`.split(/\s+/);
const CHANGING = "rename archive unarchive delete detach rollback undo redo".split(" ");
const COMMANDS = [...READING, ...CHANGING, "list", "gc", "models", "experiment"].toSorted();

const CLEAN = "fixtures/clean.jsonl";

/** Help, tables that need no session, and whatever is wrong with a command line. */
export async function usageCases({ look, step }: Sandbox): Promise<void> {
  for (const words of [
    [],
    ["--help"],
    ["help"],
    ["--version"],
    ["-V"],
    ["experiment", "run", "-h"],
  ]) {
    await look(`refold ${words.join(" ")}`, words);
  }
  for (const command of [...COMMANDS, "nothing", "replya"]) {
    await look(`help ${command}`, [command, "--help"], ["help", command]);
  }
  await look("help experiment show", ["experiment", "show", "--help"], ["experiment", "sho"]);
  await look("models", ["models"]);
  await look("models --json", ["models", "--json"]);
  for (const model of ["gpt-5-codex", "claude-sonnet-4-5-20250929", "openai/gpt-5", "gpt-55", ""]) {
    await look(`models ${model}`, ["models", model], ["models", model, "--json"]);
  }
  for (const shell of ["bash", "zsh", "fish"]) {
    await look(`completion ${shell}`, ["completion", shell]);
  }
  await look("check --list", ["check", "--list"], ["check", "--list", "--json"]);

  mkdirSync("folder");
  writeFileSync("empty.jsonl", "");
  writeFileSync("blank.jsonl", "\n\n  \n");
  writeFileSync("text.txt", "Only words.\nAnd more of them.\n");
  writeFileSync("notes.md", "# Notes\n\n- The `tides` of Cork: high, low.\n- [ ] a list\n");
  writeFileSync("other.jsonl", '{"a":1}\n{"b":2}\n[3]\n');
  writeFileSync(
    "binary.jsonl",
    Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251),
  );
  writeFileSync("packed.jsonl.gz", Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5]));
  writeFileSync("packed.jsonl.zst", Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]));
  writeFileSync("torn.jsonl", '{"timestamp":"2026-04-02T08:41:07.000Z","type":"session_me');
  writeFileSync("odd \u001b[31m\u202ename.jsonl", "x");
  symlinkSync("circle.jsonl", "circle.jsonl");
  symlinkSync("nowhere.jsonl", "dangling.jsonl");
  const inputs = ["none.jsonl", "folder", "empty.jsonl", "blank.jsonl", "text.txt", "notes.md"];
  inputs.push("other.jsonl", "binary.jsonl", "packed.jsonl.gz", "packed.jsonl.zst", "torn.jsonl");
  inputs.push("circle.jsonl", "dangling.jsonl", "odd \u001b[31m\u202ename.jsonl", "", "none/none");
  inputs.push("01KN6MM6", "01KN6MM6TRFAHVDH0DBT7K39Y9", "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9");
  for (const command of COMMANDS.filter((one) => !["list", "gc", "models"].includes(one))) {
    const lines = inputs.map((input) => lineOf(command, input));
    await step(`${command} of what is no session`, [command], ...lines);
    await step(
      `${command} with a wrong option, and with too much`,
      [...lineOf(command, CLEAN), "--jsn"],
      [...lineOf(command, CLEAN), "one", "more"],
    );
  }
  await step("list with an unknown option", ["list", "--jsn"]);
  await step("list of an empty store", ["list"]);
  await step("list --json of an empty store", ["list", "--json"]);
  await step("stats of an empty store", ["stats"]);
  await step("doctor of an empty store", ["doctor"]);
  await step("gc of an empty store", ["gc"]);

  for (const at of ["-1", "x", "1.5", "1e3", "99999", "", "9007199254740993"]) {
    const views = "replay state prompt explain tokens transcript forgetting cache".split(" ");
    await step(
      `offset ${at}`,
      ["log", CLEAN, `--from=${at}`],
      ["log", CLEAN, `--to=${at}`],
      ["fork", CLEAN, `--at=${at}`],
      ["fork", CLEAN, `--before-turn=${at}`],
      ["rollback", "01KN6MM6", `--turns=${at}`],
      ["rollback", "01KN6MM6", `--to=${at}`],
      ["diff", `${CLEAN}@${at}`, CLEAN],
      ["show", CLEAN, at],
      ...views.map((command) => [command, CLEAN, `--at=${at}`]),
    );
  }
  for (const command of new Set(WRONG.map(([first]) => first))) {
    const [first = [], ...more] = WRONG.filter((words) => words[0] === command);
    await step(`${command} with wrong or odd arguments`, first, ...more);
  }
}

/** A command line that is right but for what is put into it. */
function lineOf(command: string, input: string): readonly string[] {
  switch (command) {
    case "diff":
      return [command, input, CLEAN];
    case "export":
      return [command, input, "--format", "md"];
    case "repair":
      return [command, input, "-o", "out.jsonl"];
    case "rename":
      return [command, input, "A title"];
    case "rollback":
      return [command, input, "--turns", "1"];
    case "delete":
      return [command, input, "--yes"];
    case "compact":
      return [command, input, "--dry-run"];
    case "experiment":
      return [command, "show", input];
    case "show":
      return [command, input, "5"];
    default:
      return [command, input];
  }
}

const WRONG: readonly (readonly string[])[] = [
  ["rollback", "01KN6MM6"],
  ["rollback", "01KN6MM6", "--turns", "1", "--to", "2"],
  ["rollback", "01KN6MM6", "--turns", "1", "--files"],
  ["fork", CLEAN, "--at", "3", "--before-turn", "1"],
  ["prompt", CLEAN, "--provider", "opnai"],
  ["prompt", CLEAN, "--model", "gpt-55"],
  ["prompt", CLEAN, "--model", ""],
  ["prompt", CLEAN, "--fit", "0"],
  ["prompt", CLEAN, "--fit", "x"],
  ["prompt", CLEAN, "--fit", "5"],
  ["prompt", CLEAN, "--strategy", "none"],
  ["prompt", "fixtures/images.jsonl", "--provider", "openai-chat"],
  ["prompt", "fixtures/bare-2025.jsonl"],
  ["export", CLEAN],
  ["export", CLEAN, "--format", "docx"],
  ["export", CLEAN, "--format", "md", "-o", CLEAN, "--force"],
  ["export", CLEAN, "--format", "md", "-o", "none/out.md"],
  ["export", CLEAN, "--format", "md", "-o", "folder"],
  ["export", CLEAN, "--format", "md", "--redact-pattern", "("],
  ["export", CLEAN, "--format", "md", "--redact-patterns", "none.txt"],
  ["export", CLEAN, "--format", "md", "--redact-patterns", "text.txt"],
  ["transcript", CLEAN, "--format", "docx"],
  ["repair", CLEAN],
  ["repair", CLEAN, "-o", CLEAN, "--force"],
  ["repair", CLEAN, "-o", "text.txt"],
  ["state", CLEAN, "--tool-output-limit", "x"],
  ["state", CLEAN, "--tool-output-limit", "-5"],
  ["state", "01KN6MM6", "--tool-output-limit", "5"],
  ["log", CLEAN, "--type", "histroy"],
  ["log", CLEAN, "--type", "history.rolled-back"],
  ["log", CLEAN, "--from", "9", "--to", "3"],
  ["log", CLEAN, "--from", "37"],
  ["compact", CLEAN],
  ["compact", CLEAN, "--dry-run", "--strategy", "none"],
  ["compact", CLEAN, "--dry-run", "--target", "x"],
  ["compact", CLEAN, "--dry-run", "--target", "0"],
  ["compact", CLEAN, "--dry-run", "--keep-outputs", "-1"],
  ["compact", CLEAN, "--dry-run", "--keep-messages", "many"],
  ["check", CLEAN, "--invariant", "log"],
  ["check", CLEAN, "--invariant", "anthropic", "--invariant", "log/versions-rise"],
  ["check", CLEAN, "--invariant", "lgo"],
  ["list", "--since", "2026-02-30"],
  ["list", "--since", "yesterday"],
  ["list", "--search", ""],
  ["list", "--full-text"],
  ["list", "--codex", "none"],
  ["list", "--codex", ""],
  ["list", "--home", ""],
  ["list", "--home", CLEAN],
  ["stats", "--since", "7x"],
  ["stats", CLEAN, "--jobs", "0"],
  ["stats", CLEAN, "--html", CLEAN],
  ["stats", "--codex", "none"],
  ["stats", "--claude", "none"],
  ["delete"],
  ["delete", "--yes"],
  ["delete", "--older-than", "x", "--yes"],
  ["delete", "--older-than", "99999999999d", "--yes"],
  ["import", CLEAN, "none.jsonl", "fixtures/turns.jsonl"],
  ["rename", "01KN6MM6", ""],
  ["rename", "01KN6MM6", "two\nlines \u001b[31m"],
  ["state", "x".repeat(5000)],
];
