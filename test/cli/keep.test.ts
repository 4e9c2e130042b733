import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openVault } from "../../src/vault/vault.js";
import { contentOf } from "../vault/vault-folder.js";
import { callRefold } from "./run-refold.js";
import { folder } from "./test-folder.js";

/** A home of Codex with one rollout. */
function codexHome(name: string): { readonly home: string; readonly rollout: string } {
  const home = join(folder, name);
  const sessions = join(home, "sessions", "2026", "04", "01");
  mkdirSync(sessions, { recursive: true });
  const rollout = join(
    sessions,
    "rollout-2026-04-01T08-00-00-019d3a00-0000-7000-8000-000000000001.jsonl",
  );
  return { home, rollout };
}

const keep = (words: readonly string[]) => callRefold(["keep", ...words]);

test("a rollout that grows, is rewritten and goes has a generation for each", async () => {
  const { home, rollout } = codexHome("keep-codex");
  const to = join(folder, "keep-store");
  const words = ["--codex", home, "--to", to];
  writeFileSync(rollout, "one\n");
  expect((await keep(words)).stdout).toContain("1 file, 4 B: 1 new; 4 B read, ");
  writeFileSync(rollout, "one\ntwo\n");
  expect((await keep(words)).stdout).toContain("1 grew");
  writeFileSync(rollout, "ONE\ntwo\n");
  expect((await keep(words)).stdout).toContain("1 rewritten");
  rmSync(rollout);
  const last = await keep(words);
  expect(last.code).toBe(0);
  expect(last.stdout).toContain("1 gone");
  expect((await keep(words)).stdout).toBe("0 files, 0 B: nothing new\n");
  const vault = await openVault(join(to, "vault"));
  const [file] = vault.files();
  expect(file).toMatchObject({ tool: "codex", home, role: "session" });
  const contents = file?.generations.filter(({ list }) => list !== null) ?? [];
  const texts = await Promise.all(contents.map((one) => contentOf(vault, one)));
  expect(texts.map(String)).toEqual(["one\n", "one\ntwo\n", "ONE\ntwo\n"]);
  vault.close();
});

test("a file that looks as it did is not read again, unless it was changed just before", async () => {
  const { home, rollout } = codexHome("keep-unchanged");
  const words = ["--codex", home, "--to", join(folder, "keep-unchanged-store")];
  writeFileSync(rollout, "one\n");
  utimesSync(rollout, 1, 1); // its inode was changed now
  await keep(words);
  writeFileSync(rollout, "two\n");
  utimesSync(rollout, 1, 1);
  expect((await keep(words)).stdout).toContain("1 rewritten");
});

test("what was named and is no home, or not there, is refused before anything is kept", async () => {
  const { home, rollout } = codexHome("keep-refused");
  const to = join(folder, "keep-refused-store");
  writeFileSync(rollout, "one\n");
  const missing = join(folder, "keep-missing");
  expect(await keep([missing, "--codex", home, "--to", to])).toMatchObject({ code: 1, stdout: "" });
  const none = await keep(["--claude", home, "--codex", home, "--to", to]);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain("is no home of Claude Code");
  await expect(openVault(join(to, "vault"))).rejects.toMatchObject({ code: "vault-missing" });
});

test("a file that is named as a folder or a home is told to be a file", async () => {
  const { home, rollout } = codexHome("keep-file");
  writeFileSync(rollout, "one\n");
  for (const words of [[rollout], ["--codex", rollout]]) {
    const { code, stderr } = await keep([...words, "--to", home]);
    expect(stderr).toContain(`${rollout} is a file, not a folder`);
    expect(code).toBe(1);
  }
});

test("the help says limits and times as one writes them", async () => {
  const { stdout } = await callRefold(["keep", "--help"]);
  expect(stdout).toContain("(default: 100MB)");
  expect(stdout).toContain("(default: 10m)");
});

test("a time that is none is wrong usage, and so is a home that is a database", async () => {
  for (const every of ["10", "0s", "-1m", "30d", "m"]) {
    expect(await keep([folder, "--watch", "--every", every])).toMatchObject({
      code: 2,
      stdout: "",
    });
  }
  expect(await keep([folder, "--to", "postgres://x/y"])).toMatchObject({ code: 1, stdout: "" });
});

test("sessions that vanish are told of, on stderr and to a command, as JSON on its input", async () => {
  const { home, rollout } = codexHome("keep-alarms");
  const [to, told] = [join(folder, "keep-alarms-store"), join(folder, "keep-alarms.json")];
  const words = ["--codex", home, "--to", to, "--notify", `cat > '${told}'`];
  writeFileSync(rollout, "one\n");
  expect((await keep(words)).stderr).toBe("");
  rmSync(rollout);
  const { code, stderr } = await keep(words);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `refold: alarm: vanished: ${rollout}, 4 B; the vault has it\n`,
  });
  expect(JSON.parse(readFileSync(told, "utf8"))).toMatchObject({
    vault: join(to, "vault"),
    alarms: [{ kind: "vanished", tool: "codex", home, bytes: 4 }],
  });
});

test("a notification that fails is told of, and costs nothing else", async () => {
  const { home, rollout } = codexHome("keep-notify");
  const words = ["--codex", home, "--to", join(folder, "keep-notify-store"), "--notify", "exit 3"];
  writeFileSync(rollout, "one\ntwo\n");
  await keep(words);
  writeFileSync(rollout, "one\n");
  const { code, stderr } = await keep(words);
  expect(code).toBe(0);
  expect(stderr).toContain("refold: alarm: shrank: ");
  expect(stderr).toContain("refold: --notify: the command ended with 3");
});

test("a file that grows faster than a limit is told of", async () => {
  const { home, rollout } = codexHome("keep-growing");
  const to = join(folder, "keep-growing-store");
  writeFileSync(rollout, "one\n");
  await keep(["--codex", home, "--to", to]);
  writeFileSync(rollout, `one\n${"x".repeat(3000)}\n`);
  const { stderr } = await keep(["--codex", home, "--to", to, "--growth-limit", "1KB"]);
  expect(stderr).toContain("refold: alarm: growing: ");
});

test("what a killed keeper left at the end of the catalog is set aside, and told", async () => {
  const { home, rollout } = codexHome("keep-torn");
  const to = join(folder, "keep-torn-store");
  writeFileSync(rollout, "one\n");
  await keep(["--codex", home, "--to", to]);
  appendFileSync(join(to, "vault", "catalog.jsonl"), '{"kind":"gener');
  writeFileSync(rollout, "two\n");
  const { code, stdout, stderr } = await keep(["--codex", home, "--to", to]);
  expect(code).toBe(0);
  expect(stdout).toContain("1 rewritten");
  expect(stderr).toContain("catalog.jsonl.torn-");
});

test("a changed byte in the newest batch of a vault is told of by who reads it, and refused by who writes to it", async () => {
  const { home, rollout } = codexHome("keep-damaged");
  const to = join(folder, "keep-damaged-store");
  writeFileSync(rollout, "one\n");
  await keep(["--codex", home, "--to", to]);
  const catalog = join(to, "vault", "catalog.jsonl");
  const whole = readFileSync(catalog, "latin1");
  writeFileSync(rollout, "two\n");
  writeFileSync(catalog, whole.replace('"why":"new"', '"why":"nex"'));
  const listed = await callRefold(["vault", "list"], { home: to });
  expect(listed).toMatchObject({ code: 1 });
  expect(listed.stderr).toContain("a line is not as it was written");
  const kept = await keep(["--codex", home, "--to", to]);
  expect(kept).toMatchObject({ code: 1, stdout: "" });
  expect(kept.stderr).toContain("a line of the catalog is not as it was written");

  writeFileSync(catalog, whole.replace('"pack":1', '"pack":2')); // of the commit
  const ended = await keep(["--codex", home, "--to", to]);
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.stderr).toMatch(/catalog\.jsonl\.torn-\S+, \S+000001\.pack\.torn-/);
});

test("a file that comes back is another generation, and nobody is told any more that it vanished", async () => {
  const { home, rollout } = codexHome("keep-back");
  const to = join(folder, "keep-back-store");
  const words = ["--codex", home, "--to", to];
  writeFileSync(rollout, "one\n");
  await keep(words);
  rmSync(rollout);
  await keep(words);
  writeFileSync(rollout, "one\n");
  const back = await keep(words);
  expect(back.stdout).toContain("1 back");
  expect(back.stderr).toBe("");
  const vault = await openVault(join(to, "vault"));
  const generations = vault.files()[0]?.generations ?? [];
  vault.close();
  expect(generations.map(({ why }) => why)).toEqual(["new", "gone", "back"]);
  expect(new Set(generations.map(({ id }) => id)).size).toBe(3);
});
