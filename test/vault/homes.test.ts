import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findHomeFiles } from "../../src/vault/homes.js";
import { temporaryHome } from "../store/jsonl/home.js";

const ID = "0199f3a1-0000-7000-8000-000000000001";

function write(home: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), "{}\n");
  }
}

function found(home: string, tool: "codex" | "claude" | "pi") {
  const { files, unread } = findHomeFiles({ [tool]: home });
  expect(unread).toEqual([]);
  expect(files.every((file) => file.tool === tool && file.home === home)).toBe(true);
  return files.map(({ role, path }) => `${role} ${path}`).sort();
}

test("of a Codex home: rollouts, archived ones, names, prompts, memories and databases", () => {
  const home = temporaryHome();
  const kept = [
    `session archived_sessions/rollout-2026-01-01T00-00-00-${ID}.jsonl.zst`,
    `session sessions/2026/11/22/rollout-2026-11-22T00-00-00-${ID}.jsonl`,
    `session sessions/2026/11/22/rollout-2026-11-22T00-00-00-${ID}_${ID}.jsonl`,
    ..."AGENTS.md generated_images/a/1.png goals_1.sqlite history.jsonl memories/MEMORY.md"
      .split(" ")
      .map((path) => `sidecar ${path}`),
    ..."session_index.jsonl sqlite/state_5.sqlite state_5.sqlite state_5.sqlite-wal"
      .split(" ")
      .map((path) => `sidecar ${path}`),
  ];
  write(home, ...kept.map((line) => line.slice(line.indexOf(" ") + 1)));
  write(home, "auth.json", "config.toml", "logs_2.sqlite", "state_5.sqlite-shm", ".tmp/x/HEAD");
  write(home, `shell_snapshots/${ID}.1.sh`, "skills/.system/a/SKILL.md", "installation_id");
  expect(found(home, "codex")).toEqual(kept.sort());
});

test("of a Claude Code home: transcripts, sub-agents, outputs, todo lists, file histories, memories", () => {
  const home = temporaryHome();
  const kept = [
    `session projects/-work/${ID}.jsonl`,
    `session projects/-work/${ID}/subagents/agent-a1.jsonl`,
    `sidecar projects/-work/${ID}/subagents/agent-a1.meta.json`,
    `sidecar projects/-work/${ID}/tool-results/b1.txt`,
    "sidecar projects/-work/memory/MEMORY.md",
    "sidecar projects/-work/sessions-index.json",
    `sidecar file-history/${ID}/0123456789abcdef@v1`,
    `sidecar todos/${ID}-agent-${ID}.json`,
    `sidecar tasks/${ID}/1.json`,
    "sidecar plans/a-plan.md",
    "sidecar paste-cache/0123.txt",
    "sidecar history.jsonl",
    "sidecar CLAUDE.md",
  ];
  write(home, ...kept.map((line) => line.slice(line.indexOf(" ") + 1)));
  write(
    home,
    ".credentials.json",
    ".claude.json",
    "backups/.claude.json.backup.1",
    "settings.json",
  );
  write(home, "sessions/15088.json", "sessions/15088.ab.key", "shell-snapshots/snapshot-bash-1.sh");
  expect(found(home, "claude")).toEqual(kept.sort());
});

test("of a pi home, also one that is named by the folder above it: sessions and instructions", () => {
  const above = temporaryHome();
  write(above, "agent/sessions/--work--/1_a.jsonl", "agent/AGENTS.md", "agent/auth.json");
  write(above, "agent/models.json", "agent/settings.json");
  const kept = ["session sessions/--work--/1_a.jsonl", "sidecar AGENTS.md"];
  expect(found(join(above, "agent"), "pi")).toEqual(kept);
  expect(findHomeFiles({ pi: above })).toEqual(findHomeFiles({ pi: join(above, "agent") }));
});

test("of another folder: sessions, what lies beside one, and all of a folder that bears its name", () => {
  const folder = temporaryHome();
  write(folder, "a/one.jsonl", "a/notes.md", `a/one/tool-results/1.txt`, "a/other/1.txt");
  write(folder, "b/readme.md", "vault/catalog.jsonl", "vault/packs/000001.pack");
  const { files, homes } = findHomeFiles({}, [folder]);
  expect(files.map(({ tool, role, path }) => `${tool} ${role} ${path}`).sort()).toEqual([
    "folder session a/one.jsonl",
    "folder sidecar a/notes.md",
    "folder sidecar a/one/tool-results/1.txt",
  ]);
  expect(homes).toEqual([{ tool: "folder", home: folder }]);
});

test("a home below a folder that is named is that tool's home, and nothing is taken twice", () => {
  const folder = temporaryHome();
  write(folder, ".codex/sessions/2026/01/01/a.jsonl", ".codex/state_5.sqlite", ".codex/auth.json");
  write(folder, ".claude/projects/-work/b.jsonl", ".pi/agent/sessions/--work--/c.jsonl");
  const inHome = (tool: string, name: string) => ({ tool, home: join(folder, name) });
  const { files, homes } = findHomeFiles({ codex: join(folder, ".codex") }, [folder]);
  expect(files).toHaveLength(4);
  expect(files).toEqual(
    expect.arrayContaining([
      { ...inHome("codex", ".codex"), path: "sessions/2026/01/01/a.jsonl", role: "session" },
      { ...inHome("codex", ".codex"), path: "state_5.sqlite", role: "sidecar" },
      { ...inHome("claude", ".claude"), path: "projects/-work/b.jsonl", role: "session" },
      { ...inHome("pi", ".pi/agent"), path: "sessions/--work--/c.jsonl", role: "session" },
    ]),
  );
  expect(homes).toContainEqual(inHome("codex", ".codex"));
});

test("links are not followed; those that lead out of the home are reported", () => {
  const [home, elsewhere] = [temporaryHome(), temporaryHome()];
  write(elsewhere, "2026/a.jsonl");
  write(home, "archived_sessions/b.jsonl");
  symlinkSync(elsewhere, join(home, "sessions"));
  symlinkSync(join(home, "archived_sessions/b.jsonl"), join(home, "archived_sessions/c.jsonl"));
  symlinkSync(join(elsewhere, "missing"), join(home, "archived_sessions/d.jsonl"));
  const { files, unread } = findHomeFiles({ codex: home });
  expect(files.map(({ path }) => path)).toEqual(["archived_sessions/b.jsonl"]);
  const links = unread.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  expect(links).toMatchObject([
    { path: join(home, "archived_sessions/d.jsonl"), error: { code: "dangling-link" } },
    { path: join(home, "sessions"), error: { code: "outside-home" } },
  ]);
});

test("a pipe that is named as a session is reported, in a home and in another folder", () => {
  const [home, folder] = [temporaryHome(), temporaryHome()];
  write(home, "sessions/2026/a.jsonl");
  const pipes = [join(home, "sessions/2026/b.jsonl"), join(folder, "c.jsonl")];
  execFileSync("mkfifo", pipes);
  const { files, unread } = findHomeFiles({ codex: home }, [folder]);
  expect(files.map(({ path }) => path)).toEqual(["sessions/2026/a.jsonl"]);
  expect(unread).toMatchObject(
    pipes.map((path) => ({ path, error: { code: "not-a-file", details: { kind: "pipe" } } })),
  );
});

test("a home that is missing, or none, is reported and not among those that were read", () => {
  const folder = temporaryHome();
  write(folder, "b/readme.md");
  const missing = join(folder, "missing");
  const { homes, unread } = findHomeFiles({ codex: folder, claude: missing }, [missing]);
  expect(homes).toEqual([]);
  expect(unread.map(({ error }) => error)).toMatchObject([
    { code: "not-a-home", details: { path: folder, tool: "codex" } },
    { code: "file-not-found" },
    { code: "file-not-found" },
  ]);
});

test("no file that holds credentials by its name is found, wherever it lies", () => {
  const stem = fc.constantFrom("auth", ".credentials", "credentials", "oauth", "tokens", "secrets");
  const name = fc.oneof(
    fc
      .tuple(stem, fc.constantFrom(".json", "_1.json", ".toml", "-old.yaml"))
      .map((it) => it.join("")),
    fc.constantFrom(".env", ".env.local", "id.key", "server.pem"),
  );
  const place = fc.constantFrom("projects/-work", "projects/-work/memory", "todos", "");
  fc.assert(
    fc.property(name, place, (file, folder) => {
      const home = temporaryHome();
      write(home, "projects/-work/a.jsonl", join(folder, file), join(folder, file.toUpperCase()));
      expect(found(home, "claude")).toEqual(["session projects/-work/a.jsonl"]);
      expect(findHomeFiles({}, [join(home, "projects")]).files).toHaveLength(1);
    }),
  );
});
