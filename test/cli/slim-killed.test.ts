import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sessionIn, THREAD_ID } from "../sessions/slim/slimmable-rollout.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";

/** A paginated session in a home of Codex with an index, and a home of Refold, in one folder. */
function slimmable() {
  const folder = temporaryHome();
  const path = sessionIn(join(folder, "codex"), { isPaginated: true });
  fs.writeFileSync(join(folder, "codex", INDEX), "positions");
  return { folder, path, home: join(folder, "home") };
}

const INDEX = "thread_history_1.sqlite";
const slimWords = (path: string): readonly string[] => [
  ...["slim", path, "--apply", "--drop-index", "--keep-turns", "1"],
];

test("killed at any call to the system, the session is whole or slim, and where it is slim the vault has all", async () => {
  const { folder, path, home } = slimmable();
  const original = fs.readFileSync(path);
  const taken = temporaryHome();
  const moments = await momentsDuring(folder, taken, async () => {
    expect(await callRefold(slimWords(path), { home })).toMatchObject({ code: 0, stderr: "" });
  });
  const slim = fs.readFileSync(path);
  expect(slim.length).toBeLessThan(original.length / 2);
  const seen = new Set<string>();
  for (const moment of moments) {
    const session = path.replace(folder, moment);
    const content = fs.readFileSync(session);
    const isSlim = content.equals(slim);
    const hasIndex = fs.existsSync(join(moment, "codex", INDEX));
    expect(isSlim || content.equals(original)).toBe(true);
    expect(isSlim && hasIndex).toBe(false);
    seen.add(`${isSlim} ${hasIndex}`);
    if (!hasIndex) await expectKept(moment, { original, path });
  }
  expect([...seen].toSorted()).toEqual(["false false", "false true", "true false"]);
  expect(moments.length).toBeGreaterThan(30);
  for (const moment of moments.filter((_, index) => index % 7 === 5)) {
    await expectSlimAgain(path.replace(folder, moment), { home: join(moment, "home"), slim });
  }
});

async function expectKept(
  moment: string,
  { original, path }: { readonly original: Buffer; readonly path: string },
): Promise<void> {
  const to = join(moment, "restored");
  const words = ["vault", "restore", `${THREAD_ID}@1`, "--to", to];
  expect((await callRefold(words, { home: join(moment, "home") })).code).toBe(0);
  const names = fs.readdirSync(to, { recursive: true, encoding: "utf8" });
  const name = names.find((one) => basename(one) === basename(path)) ?? "";
  expect(fs.readFileSync(join(to, name)).equals(original)).toBe(true);
}

/** The next one goes on, and leaves nothing of the one that was killed. */
async function expectSlimAgain(
  session: string,
  { home, slim }: { readonly home: string; readonly slim: Buffer },
): Promise<void> {
  // This process is alive: to another one its lease would be that of a process that is no more.
  fs.rmSync(join(home, "vault", "keeper.lease"), { recursive: true, force: true });
  const { code, stderr } = await callRefold(slimWords(session), { home });
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^(?:refold: the vault ended in what no whole batch has: a keeper was stopped [^\n]+\n)?$/,
  );
  expect(fs.readFileSync(session).equals(slim)).toBe(true);
  expect(fs.readdirSync(dirname(session))).toEqual([basename(session)]);
}

/** What a tool writes while its session is being replaced. */
test("what is written to the original just before it loses its name goes on after the shorter file", async () => {
  const { path, home } = slimmable();
  const added = '{"timestamp":"2026-03-02T10:00:00.000Z","type":"event_msg","payload":{}}\n';
  onRename((from) => {
    if (from.startsWith(`${path}.part-`)) fs.appendFileSync(path, added);
  });
  expect((await callRefold(slimWords(path), { home })).code).toBe(0);
  const content = fs.readFileSync(path, "utf8");
  expect(content.endsWith(`\n${added}`)).toBe(true);
  expect(content).toContain("[left out by refold slim]");
});

const { promises } = fs;

function onRename(before: (from: string) => void): void {
  const { rename } = promises;
  promises.rename = (from, to) => {
    before(String(from));
    return rename(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    promises.rename = rename;
    syncBuiltinESMExports();
  });
}

const CHANGING = ["chmod", "chown", "rename", "rm", "utimes", "open", "appendFile"] as const;
const CHANGING_SYNC = [
  ...["openSync", "writeSync", "renameSync", "rmSync", "unlinkSync", "mkdirSync", "rmdirSync"],
  ...["ftruncateSync", "utimesSync", "chmodSync", "linkSync"],
] as const;

/**
 * Copies a folder after each call that may change something in it.
 * @returns the copies, oldest first: what would be there if the process had been killed then
 */
async function momentsDuring(
  folder: string,
  taken: string,
  work: () => Promise<void>,
): Promise<readonly string[]> {
  const moments: string[] = [];
  let isWatching = true;
  const look = (): void => {
    if (!isWatching) return;
    isWatching = false;
    const moment = join(taken, String(moments.length));
    fs.cpSync(folder, moment, { recursive: true, preserveTimestamps: true });
    moments.push(moment);
    isWatching = true;
  };
  const giveBack = [
    ...CHANGING_SYNC.map((name) => watched(fs, name, look)),
    ...CHANGING.map((name) => watched(promises, name, look)),
  ];
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    isWatching = false; // parts of Node.js that were loaded meanwhile go on with the watched functions
    for (const one of giveBack) one();
    syncBuiltinESMExports();
  }
  return moments;
}

/** Looks after each call of a function. @returns puts the function back */
function watched(module: object, name: string, look: () => void): () => void {
  const original: unknown = Reflect.get(module, name);
  if (typeof original !== "function") throw new Error(`${name} is no function`);
  const call = new Proxy(original, {
    apply: (target, self, words) => {
      const result: unknown = Reflect.apply(target, self, words);
      if (!(result instanceof Promise)) {
        look();
        return result;
      }
      return result.then((value: unknown) => {
        look();
        return value;
      });
    },
  });
  Reflect.set(module, name, call);
  return () => void Reflect.set(module, name, original);
}
