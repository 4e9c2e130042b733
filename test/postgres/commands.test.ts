import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import pg from "pg";
import { z } from "zod";
import { Conversation } from "../../src/index.js";
import { roleSql } from "../../src/store/postgres/schema.js";
import { callRefold } from "../cli/run-refold.js";
import { folder as scratch } from "../cli/test-folder.js";
import { filesIn } from "../store/copy-tests.js";
import { query, useServer } from "./schemas.js";
import { postgresUrl } from "./shared-server.js";

useServer();

const SESSIONS = ["clean", "images", "claude-code", "pi-tree"].map(
  (name) => `fixtures/${name}.jsonl`,
);
const PASSWORD = new URL(postgresUrl).password;

const Found = z.object({ sessions: z.array(z.object({ name: z.string(), hits: z.unknown() })) });

const Listed = z.array(z.looseObject({ threadId: z.string(), problem: z.string().nullable() }));

const Findings = z.object({
  findings: z.array(z.object({ kind: z.string(), path: z.string(), message: z.string() })),
});

let schemas = 0;

/** What a list remembers of a database is there. */
const atScratch = () => void vi.stubEnv("HOME", scratch);
beforeAll(atScratch);
beforeEach(atScratch);
afterAll(() => vi.unstubAllEnvs());

/** A home in a schema of its own, whose tables are made. */
async function newDatabase(): Promise<string> {
  schemas += 1;
  const home = `${postgresUrl}?schema=commands_${schemas}`;
  expect(await callRefold(["migrate"], { home })).toMatchObject({ code: 0 });
  return home;
}

async function importAll(home: string): Promise<readonly string[]> {
  const { code, stdout } = await callRefold(["import", ...SESSIONS], { home });
  expect(code).toBe(0);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.slice(0, 26));
}

async function run(words: readonly string[], home: string) {
  const ran = await callRefold(words, { home });
  expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
  return ran;
}

describe("threads of a folder that are copied to a database", () => {
  let folder = "";
  let database = "";
  let threads: readonly string[] = [];

  beforeAll(async () => {
    folder = join(scratch, "home");
    database = await newDatabase();
    threads = await importAll(folder);
    const [first = "", second = ""] = threads;
    const fork = await callRefold(["fork", first, "--at", "12", "--title", "fork"], {
      home: folder,
    });
    threads = [...threads, fork.stdout.trim()];
    expect(await callRefold(["undo", second], { home: folder })).toMatchObject({ code: 0 });
    const copied = await callRefold(["copy", "--all", "--from", folder, "--to", database]);
    expect(copied).toMatchObject({ code: 0 });
    expect(copied.stderr).not.toContain(PASSWORD);
  });

  /** Places of files and of rows differ, and nothing else. */
  const placeless = (text: string) =>
    text
      .replaceAll(/\S*[/…][^\s"]*(?=[0-9A-Z]{20})([0-9A-Z]+)(\.jsonl)?/g, "PLACE/$1")
      .replaceAll(/PLACE\/[0-9A-Z]*([0-9A-Z]{20})/g, "PLACE/$1");

  async function expectSame(words: readonly string[]) {
    const [one, other] = [await run(words, folder), await run(words, database)];
    expect(other.code, words.join(" ")).toBe(one.code);
    expect(placeless(other.stdout), words.join(" ")).toBe(placeless(one.stdout));
    expect(placeless(other.stderr), words.join(" ")).toBe(placeless(one.stderr));
  }

  /** The fork, and one of the others: each of them is shown by several commands. */
  const shown = (command: number) => [
    threads.at(-1) ?? "",
    threads[command % SESSIONS.length] ?? "",
  ];

  const commands = [
    "log --json",
    "replay --items",
    "state --json",
    "prompt --provider anthropic --model claude-sonnet-4-5",
    "transcript",
    "tokens",
    "check",
    "cache",
    "forgetting",
    "explain",
    "tree",
    "export --format md",
    "export --format codex",
    "export --format bundle",
    "export --format bundle --redact",
  ];
  test.each(commands.map((words, index) => [words, index] as const))(
    "are shown the same by %s",
    async (words, index) => {
      const [command = "", ...options] = words.split(" ");
      for (const thread of shown(index)) await expectSame([command, thread, ...options]);
    },
  );

  test("are shown the same by show and diff", async () => {
    for (const thread of threads) {
      await expectSame(["show", thread, "8", "--json"]);
      await expectSame(["diff", `${thread}@3`, thread]);
    }
  });

  test("are listed, counted and checked the same", async () => {
    for (const words of [
      ["list"],
      ["list", "--search", "barometer", "--full-text"],
      ["stats", "--by", "model"],
      ["stats", "--json"],
    ]) {
      await expectSame(words);
    }
    const [one, other] = [await run(["doctor"], folder), await run(["doctor"], database)];
    expect(one).toMatchObject({ code: 0, stdout: `${folder}: nothing is wrong\n` });
    expect(other.code).toBe(0);
    expect(other.stdout).toMatch(/^postgres:\/\/postgres@\S+: nothing is wrong\n$/);
  });

  test("are found by the same words", async () => {
    const found = async (home: string, ...more: string[]) => {
      const { stdout } = await run(["search", "the", ...more, "--json"], home);
      return Found.parse(JSON.parse(stdout))
        .sessions.map(({ name, hits }) => ({ name, hits }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    };
    expect(await found(database)).toEqual(await found(folder));
    const [first = ""] = threads;
    expect(await found(database, first)).toEqual(await found(folder, first));
    expect((await found(database)).length).toBeGreaterThan(2);
  });

  test("have the same files when they are copied back", async () => {
    const back = join(scratch, "back");
    const words = ["copy", "--all", "--from", database, "--to", back];
    expect(await callRefold(words)).toMatchObject({ code: 0 });
    expect(filesIn(back)).toEqual(filesIn(folder));
  });

  test.each(["archive", "unarchive", "upgrade"])(
    "are no files: %s refuses them",
    async (command) => {
      const { code, stderr } = await run([command, threads[0] ?? ""], database);
      expect(code).toBe(1);
      expect(stderr).toContain("the home is a database");
    },
  );
});

test("threads of a database are changed by every command that changes threads", async () => {
  const home = await newDatabase();
  const [first = "", second = ""] = await importAll(home);
  const done = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(words, home);
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: "" });
    return stdout;
  };
  await done("rename", first, "a new title");
  expect(await done("list", "--search", "a new title")).toContain("a new title");
  const before = await done("state", first);
  await done("rollback", first, "--to", "12");
  expect(await done("state", first)).not.toBe(before);
  await done("redo", first);
  await done("undo", first);
  await done("redo", first);
  await done("compact", second, "--strategy", "sliding-window", "--target", "500");
  const fork = (await done("fork", first, "--at", "12")).trim();
  expect((await run(["delete", first, "--yes"], home)).stderr).toContain("has forks");
  await done("detach", fork);
  await done("delete", first, "--yes");
  expect(await done("replay", fork)).toContain("user");
  await done("gc");
  const bundle = join(scratch, "thread.refold");
  await callRefold(["export", fork, "--format", "bundle", "-o", bundle], { home });
  const other = await newDatabase();
  expect((await run(["import", bundle], other)).stdout).toContain("imported");
  expect((await run(["import", bundle], other)).stdout).toContain("nothing new");
  expect((await run(["log", fork], other)).stdout).toBe(await done("log", fork));
});

test("doctor warns of settings under which a crash loses what was acknowledged", async () => {
  const home = await newDatabase();
  await importAll(home);
  const { code, stdout } = await run(
    ["doctor", "--json"],
    `${home}&options=${encodeURIComponent("-c synchronous_commit=off")}`,
  );
  expect(code).toBe(0);
  const { findings } = Findings.parse(JSON.parse(stdout));
  expect(findings.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    expect.stringMatching(/^server-setting: synchronous_commit is off: /),
  ]);
});

test("a list reads the threads again that have changed, and no others", async () => {
  const home = await newDatabase();
  const [first = "", second = ""] = await importAll(home);
  const list = async () => Listed.parse(JSON.parse((await run(["list", "--json"], home)).stdout));
  const before = await list();
  const schema = new URL(home).searchParams.get("schema");
  await query(`alter table ${schema}.batch disable trigger user;
    update ${schema}.batch set lines = overlay(lines placing '\\x2e2e' from 1)`);
  expect(await list()).toEqual(before);
  await query(`update ${schema}.thread set size = size + 1 where id = '${first}'`);
  const problems = new Map((await list()).map((one) => [one.threadId, one.problem]));
  expect(problems.get(first)).not.toBeNull();
  expect(problems.get(second)).toBeNull();
});

test("a conversation lives in the database that REFOLD_HOME names, by the password of PGPASSWORD", async () => {
  const home = new URL(await newDatabase());
  vi.stubEnv("PGPASSWORD", decodeURIComponent(home.password));
  home.password = "";
  vi.stubEnv("REFOLD_HOME", home.href);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const options = { provider: "anthropic", model: "claude-sonnet-4-5", name: "tides" } as const;
  const opened = await Conversation.open(options);
  await opened.addUserMessage("When is high water?");
  await opened.close();
  expect(await Conversation.list()).toMatchObject([{ name: "tides", messageCount: 1 }]);
  const loaded = await Conversation.load("tides");
  expect(loaded.messageCount).toBe(1);
  await loaded.close();
  await Conversation.delete("tides");
  expect(await Conversation.list()).toEqual([]);
});

describe("a home that cannot be opened is told of without its password:", () => {
  const { host } = new URL(postgresUrl);
  test.each([
    ["a wrong password", `postgres://postgres:wrong-secret@${host}/postgres`, "28P01"],
    ["no such database", postgresUrl.replace(/postgres$/, "nowhere"), "3D000"],
    ["no server", "postgres://ada:wrong-secret@127.0.0.1:1/agents", "ECONNREFUSED"],
    ["no tables", `${postgresUrl}?schema=empty`, "refold migrate"],
    ["an odd schema", `${postgresUrl}?schema=a%22b`, "schema"],
    ["another program", "mysql://ada:wrong-secret@nowhere/agents", "postgres://"],
    ["no escaped password", "postgres://ada:wrong-secret/x@nowhere/agents", "%2F"],
  ])("%s", async (_, home, told) => {
    for (const words of [["list"], ["replay", "01K6ZQ"], ["stats"], ["doctor"]]) {
      const { code, stdout, stderr } = await run(words, home);
      expect({ words, code: code === 0 }).toEqual({ words, code: false });
      expect(stderr).toContain(told);
      expect(stdout + stderr).not.toContain("wrong-secret");
    }
  });
});

test("what is wrong with a database is said once, however many threads there are", async () => {
  const home = await newDatabase();
  await importAll(home);
  const client = new pg.Client(postgresUrl);
  await client.connect();
  await client.query(`alter table commands_${schemas}.batch rename to gone`);
  await client.end();
  for (const words of [["list"], ["stats"], ["search", "the"], ["doctor"]]) {
    const { code, stdout, stderr } = await run(words, home);
    expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: "" });
    expect(stderr.match(/42P01/g)).toHaveLength(1);
  }
});

test("doctor names the thread and the place of what is wrong in rows", async () => {
  const home = await newDatabase();
  const [, images = ""] = await importAll(home);
  await run(["rename", images, "a batch that stays whole"], home);
  const client = new pg.Client(postgresUrl);
  await client.connect();
  await client.query(`
    set session_replication_role = replica; -- past the trigger, as a defect of the disk is
    update commands_${schemas}.batch
      set lines = overlay(lines placing 'XXXX'::bytea from 600 for 4)
      where thread = '${images}' and first = 0;
    update commands_${schemas}.blob set bytes = bytes || 'x'::bytea;`);
  await client.end();
  const { code, stdout } = await run(["doctor", "--json"], home);
  expect(code).toBe(1);
  const { findings } = Findings.parse(JSON.parse(stdout));
  const kinds = new Set(
    findings.filter(({ path }) => path.endsWith(images)).map(({ kind }) => kind),
  );
  expect(kinds).toContain("damage");
  expect(findings.map(({ kind }) => kind)).toContain("blob-corrupt");
});

test("the rights that docs/postgres.md grants are those that an application needs", () => {
  const page = readFileSync("docs/postgres.md", "utf8");
  expect(page).toContain(roleSql("refold_app", "append"));
  expect(page).toContain(roleSql("refold_reader", "read"));
});

test("a copy names threads, and two homes", async () => {
  const home = await newDatabase();
  for (const words of [
    ["copy", "--from", home, "--to", join(scratch, "some")],
    ["copy", "--all", "--from", home, "--to", home],
    ["copy", "--all", "--from", home],
  ]) {
    expect(await callRefold(words)).toMatchObject({ code: 2, stdout: "" });
  }
});

test("tables are made once, printed without a server, and refused for a folder", async () => {
  const home = await newDatabase();
  expect((await run(["migrate"], home)).stdout).toContain("was at version 1 already");
  const printed = await run(["migrate", "--print"], "postgres://ada:secret@nowhere/x?schema=tides");
  expect(printed).toMatchObject({ code: 0, stderr: "" });
  expect(printed.stdout).toContain('create table "tides".thread');
  const folder = join(scratch, "folder");
  mkdirSync(folder);
  expect(await run(["migrate"], folder)).toMatchObject({ code: 2 });
});
