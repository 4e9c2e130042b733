import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { EXPORT_FORMATS, PROVIDERS, STRATEGIES } from "./file-cases.js";
import type { Ran, Sandbox } from "./sandbox.js";

/** The life of one session in a store: imported, changed in every way, deleted. */
export async function storeCases(sandbox: Sandbox, path: string): Promise<void> {
  const { step, run, look, files } = sandbox;
  const imported = await step("import", ["import", path]);
  await step("import again", ["import", path]);
  const thread = idIn(imported);
  if (thread === undefined) return;
  files("imported files", "home/threads");
  await views(sandbox, thread, "imported");
  for (const format of EXPORT_FORMATS) {
    await look(`imported: export --format ${format}`, ["export", thread, "--format", format]);
  }

  // Before anything is written: how small an archive gets depends on the ids that are drawn.
  await step("archive", ["archive", thread], ["archive", thread]);
  await step("list with an archived thread", ["list"], ["list", "--json"]);
  await views(sandbox, thread, "archived");
  await step("unarchive", ["unarchive", thread], ["unarchive", thread]);

  await step("rollback --turns 1", ["rollback", thread, "--turns", "1"]);
  await step("undo", ["undo", thread]);
  await step("undo again", ["undo", thread]);
  await views(sandbox, thread, "rolled back");
  await step("redo", ["redo", thread]);
  await step("redo again", ["redo", thread]);
  await step("rollback --to", ["rollback", thread, "--to", "4"]);
  await step("redo of rollback --to", ["redo", thread]);
  for (const strategy of STRATEGIES) {
    const words = ["compact", thread, "--strategy", strategy, "--target", "1000"];
    await step(`compact --strategy ${strategy}`, [...words, "--keep-outputs", "1"]);
    await views(sandbox, thread, `compacted by ${strategy}`);
    await step(`undo of compact --strategy ${strategy}`, ["undo", thread]);
  }

  const fork = idIn(await step("fork", ["fork", thread, "--before-turn", "1"])) ?? thread;
  const other = idIn(await step("fork --at", ["fork", thread, "--at", "5", "--title", "Side way"]));
  await step("fork of a fork", ["fork", other ?? thread]);
  await step("import into a thread that went on", ["import", path]);
  await step("rename", ["rename", fork, "A new title"]);
  await step("tree", ["tree", thread]);
  await step("tree of a fork", ["tree", fork]);
  await step("diff", ["diff", thread, fork]);
  await step("diff --json", ["diff", thread, fork, "--json"]);
  await views(sandbox, fork, "fork");
  for (const format of EXPORT_FORMATS) {
    await step(`fork: export --format ${format}`, ["export", fork, "--format", format]);
    await step(`thread: export --format ${format}`, ["export", thread, "--format", format]);
  }
  await step("list", ["list"]);
  await step("list --json", ["list", "--json"]);

  await run(["archive", fork]);
  await step("archived fork: state", ["state", fork]);
  await step("rename of an archived fork", ["rename", fork, "Another title"]);
  await step("delete of a thread with forks", ["delete", thread, "--yes"]);
  await step("detach", ["detach", fork]);
  await step("detach again", ["detach", fork]);
  await look("detached: state --json", ["state", fork, "--json"]);
  await step("doctor", ["doctor"]);
  await step("stats", ["stats"]);
  await step("stats --json", ["stats", "--json"]);
  files("files at the end", "home/threads");
  await step("delete without --yes", ["delete", fork]);
  await step("delete", ["delete", fork, "--yes"]);
  sandbox.wait(2);
  await step("gc --dry-run", ["gc", "--dry-run"]);
  await step("gc", ["gc"]);
  await step("list at the end", ["list"]);
}

async function views({ look }: Sandbox, thread: string, name: string): Promise<void> {
  await look(
    `${name}: views`,
    ["replay", thread, "--turns", "--verify"],
    ["log", thread],
    ["state", thread],
    ["tokens", thread],
    ["explain", thread],
    ["forgetting", thread],
    ["cache", thread],
    ["check", thread],
    ["tree", thread],
    ["transcript", thread],
  );
  await look(
    `${name}: views --json`,
    ["replay", thread, "--json"],
    ["log", thread, "--json"],
    ["state", thread, "--json"],
    ["tokens", thread, "--json"],
    ["forgetting", thread, "--json"],
    ["cache", thread, "--json"],
    ...PROVIDERS.map((provider) => ["prompt", thread, "--provider", provider, "--placeholders"]),
  );
}

/** A store with a thread of each fixture, homes of other tools, and a bundle. */
export async function wholeStoreCases(sandbox: Sandbox): Promise<void> {
  const { step, run, files } = sandbox;
  const names = readdirSync("fixtures").toSorted();
  await step("import", ["import", ...names.map((name) => `fixtures/${name}`)]);
  const lists = [[], ["--search", "tide"], ["--search", "summer", "--full-text"]];
  lists.push(
    ["--since", "2026-04-05"],
    ["--since", "7d"],
    ["--model", "gpt-5"],
    ["--model", "gpt-6"],
  );
  lists.push(["--cwd", "/home/orla"], ["--cwd", "."]);
  const day = "codex/sessions/2026/04/02";
  sandbox.copy("fixtures/clean.jsonl", `${day}/rollout-2026-04-02T08-41-07-${CLEAN_ID}.jsonl`);
  sandbox.copy("fixtures/damaged.jsonl", `${day}/rollout-2026-04-02T09-41-07-${OTHER_ID}.jsonl`);
  sandbox.copy("fixtures/claude-code.jsonl", "claude/projects/-home-orla/session.jsonl");
  lists.push(["--codex", "codex"]);
  for (const words of lists) {
    await step(["list", ...words].join(" "), ["list", ...words]);
    await step(["list", ...words, "--json"].join(" "), ["list", ...words, "--json"]);
  }
  for (const words of [
    ["stats"],
    ["stats", "fixtures"],
    ["stats", "fixtures", "--since", "2026-04-05"],
    ["stats", "fixtures", "--model", "gpt-5"],
    ["stats", "fixtures", "--model", "gpt-6"],
    ["stats", "--codex", "codex", "--claude", "claude"],
    ["doctor"],
    ["doctor", "fixtures"],
    ["check", "fixtures/clean.jsonl", "fixtures/damaged.jsonl", "fixtures/pi-tree.jsonl"],
  ]) {
    await step(words.join(" "), words);
    await step([...words, "--json"].join(" "), [...words, "--json"]);
  }
  await step("stats --html", ["stats", "fixtures", "--html", "stats.html"]);
  await step("stats --html again", ["stats", "fixtures", "--html", "stats.html"]);
  files("stats.html", "stats.html");

  const thread = idIn(await run(["import", "fixtures/images.jsonl"])) ?? "";
  const fork = idIn(await run(["fork", thread, "--at", "8"])) ?? "";
  await step("export a fork's bundle", ["export", fork, "--format", "bundle", "-o", "fork.refold"]);
  await step("export over a file", ["export", fork, "--format", "md", "-o", "fork.refold"]);
  await step("state of a bundle", ["state", "fork.refold", "--json"]);
  await step("check of a bundle", ["check", "fork.refold"]);
  await step("import a bundle", ["import", "fork.refold", "--home", "other"]);
  await step("import a bundle again", ["import", "fork.refold", "--home", "other"]);
  await step("list of another home", ["list", "--home", "other"]);
  await step("tree of another home", ["tree", fork, "--home", "other"]);
  await step("a thread by its beginning", ["state", thread.slice(0, 16).toLowerCase()]);
  await step("an ambiguous beginning", ["state", "01KN"]);
  await step("a thread by its UUID", ["tokens", CLEAN_ID]);
  await step("a thread's file", ["replay", pathOf(thread), "--verify"]);
  await step("export with patterns", [
    ...["export", thread, "--format", "md", "--redact-pattern", "blue|grey"],
  ]);
  await step("delete --older-than", ["delete", "--older-than", "1y", "--yes"]);
  await step("list at the end", ["list"]);
}

const CLEAN_ID = "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9";
const OTHER_ID = "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7ca";

/** What the commands do with a store whose files were damaged. */
export async function damagedStoreCases(sandbox: Sandbox): Promise<void> {
  const { step, run } = sandbox;
  const turns = idIn(await run(["import", "fixtures/turns.jsonl"])) ?? "";
  const images = idIn(await run(["import", "fixtures/images.jsonl"])) ?? "";
  const clean = idIn(await run(["import", "fixtures/clean.jsonl"])) ?? "";
  const claude = idIn(await run(["import", "fixtures/claude-code.jsonl"])) ?? "";
  const fork = idIn(await run(["fork", clean, "--at", "10"])) ?? "";

  const lines = readFileSync(pathOf(turns), "utf8").split("\n");
  lines[20] = lines[20]?.replace('"type"', '"tipe"') ?? "";
  lines[30] = lines[30]?.slice(0, 40) ?? "";
  writeFileSync(pathOf(turns), lines.join("\n"));
  const [blob = ""] = readdirSync("home/blobs/sha256", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .toSorted();
  rmSync(blob);
  appendFileSync(pathOf(claude), '{"offset":9999,"id":"01');
  rmSync(pathOf(clean));
  writeFileSync("home/threads/2026/04/02/notes.jsonl", "no event\n");

  await step("doctor", ["doctor"]);
  await step("doctor --json", ["doctor", "--json"]);
  await step("list", ["list"]);
  await step("stats", ["stats"]);
  for (const [name, thread] of Object.entries({ turns, images, claude, fork })) {
    await step(
      `${name}: every command`,
      ["replay", thread],
      ["replay", thread, "--verify", "--turns"],
      ["log", thread],
      ["state", thread],
      ["prompt", thread],
      ["prompt", thread, "--placeholders"],
      ["check", thread],
      ["tokens", thread],
      ["tree", thread],
      ["transcript", thread],
      ["forgetting", thread],
      ["cache", thread],
      ["export", thread, "--format", "md"],
      ["export", thread, "--format", "codex"],
      ["export", thread, "--format", "bundle"],
      ["compact", thread, "--dry-run"],
      ["fork", thread],
      ["rollback", thread, "--turns", "1"],
      ["undo", thread],
      ["redo", thread],
      ["rename", thread, "T"],
      ["detach", thread],
    );
  }
  await step("repair", ["repair", pathOf(turns), "-o", "repaired.jsonl"]);
  sandbox.files("repaired file", "repaired.jsonl");
  await step("replay of the repaired file", ["replay", "repaired.jsonl", "--verify"]);
  await step("import again", ["import", "fixtures/images.jsonl", "fixtures/clean.jsonl"]);
  await step("gc", ["gc"]);
  await step("doctor at the end", ["doctor"]);
}

/** The first id of a thread that a command printed. */
function idIn({ stdout }: Ran): string | undefined {
  return /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/.exec(stdout)?.[0];
}

function pathOf(thread: string): string {
  const found = readdirSync("home/threads", { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isFile() && entry.name.startsWith(thread),
  );
  return found === undefined ? `home/threads/${thread}.jsonl` : `${found.parentPath}/${found.name}`;
}
