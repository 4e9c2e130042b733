import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FileAnswer, SearchCriteria } from "../../../src/sessions/search/search-file.js";
import { indexFolder } from "../../../src/sessions/search/search-index.js";
import { searchSessions } from "../../../src/sessions/search/search-sessions.js";
import { findSessionFiles } from "../../../src/sessions/session-files.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { claudeCodeTranscript } from "../../dialects/claude-code/transcript-arbitrary.js";
import { piSession } from "../../dialects/pi/session-arbitrary.js";
import { temporaryHome } from "../../store/jsonl/home.js";

/** Every file is indexed, a few to each part. */
const LIMITS = { unindexed: 0, part: 4_000 };

async function search(
  folder: string,
  criteria: SearchCriteria,
  home: string | null = null,
  onNotice: (notice: string) => void = () => undefined,
): Promise<FileAnswer[]> {
  const { files } = findSessionFiles([folder]);
  const answers: FileAnswer[] = [];
  const options = { files, criteria, indexHome: home, limits: LIMITS, onNotice };
  for await (const answer of searchSessions(options)) answers.push(answer);
  return answers;
}

const session = fc.oneof(
  piSession({ maxSteps: 8 }),
  claudeCodeTranscript(),
  codexRollout().map((lines) => lines.map((line): object => line)),
);
const edit = fc.record({
  kind: fc.constantFrom("write", "write", "append", "cut", "damage", "remove", "foreign"),
  file: fc.nat(5),
  session: fc.nat(3),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});
/** Words of the sessions, or parts of them, chosen by where they are in a text. */
const queried = fc.record({
  at: fc.array(
    fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 1, max: 12 }),
    }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
  form: fc.constantFrom("words", "phrase", "pattern", "any case"),
});

const unslashed = (word: string): string => word.replace(/["/\\]/g, " ");

function queryOf(
  { at, form }: typeof queried extends fc.Arbitrary<infer Of> ? Of : never,
  said: string,
) {
  const words = at.map(({ share, length }) => {
    const from = Math.floor(share * said.length);
    return unslashed(said.slice(from, from + length));
  });
  if (form === "words") return words.join(" ");
  if (form === "phrase") return words.map((word) => `"${word}"`).join(" ");
  const source = words.map((word) => word.replace(/[^\w ]/g, ".")).join(".*");
  return `/x?${source}/${form === "pattern" ? "s" : "is"}`;
}

test("an index finds what reading finds, whatever became of the files since it was made", async () => {
  const property = fc.asyncProperty(
    fc.array(session, { minLength: 4, maxLength: 4 }),
    fc.array(fc.array(edit, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 4 }),
    fc.array(queried, { minLength: 3, maxLength: 3 }),
    async (sessions, rounds, queries) => {
      const [folder, home] = [temporaryHome(), temporaryHome()];
      const lines = sessions.map((all) => all.map((line) => `${JSON.stringify(line)}\n`).join(""));
      const said = lines.join("").replace(/\\[nrt"]/g, " ");
      let time = 1_700_000_000;
      for (const edits of rounds) {
        for (const one of edits) {
          applyEdit(join(folder, `${one.file}.jsonl`), one, lines[one.session] ?? "", (time += 1));
        }
        for (const query of queries) {
          const criteria = { query: `${queryOf(query, said)} e` };
          const asked = query.form.includes("a") ? { query: queryOf(query, said) } : criteria;
          if (asked.query.replace(/["\s]/g, "") === "") continue;
          expect(await search(folder, asked, home)).toEqual(await search(folder, asked));
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

function applyEdit(
  path: string,
  { kind, share }: Pick<typeof edit extends fc.Arbitrary<infer Of> ? Of : never, "kind" | "share">,
  lines: string,
  time: number,
): void {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (kind === "remove") {
    rmSync(path, { force: true });
    return;
  }
  if (kind === "foreign") writeFileSync(path, '{"what":"is this"}\n');
  else if (kind === "write" || !isThere) writeFileSync(path, lines);
  else if (kind === "append") appendFileSync(path, lines.slice(lines.indexOf("\n") + 1));
  else if (kind === "damage") appendFileSync(path, "{ this is cut\n");
  else truncateSync(path, Math.floor(statSync(path).size * share));
  utimesSync(path, time, time); // two changes in one tick of the clock look like none
}

function piLines(...texts: readonly string[]): string {
  const header = {
    type: "session",
    version: 3,
    id: "s",
    timestamp: "2026-04-01T00:00:00Z",
    cwd: "/p/one",
  };
  const messages = texts.map((text, index) => ({
    ...{ type: "message", id: `m${index}`, parentId: index === 0 ? null : `m${index - 1}` },
    timestamp: `2026-04-0${index + 1}T00:00:00Z`,
    message: { role: "user", content: [{ type: "text", text }] },
  }));
  return [header, ...messages].map((line) => `${JSON.stringify(line)}\n`).join("");
}

function someSessions() {
  const [folder, home] = [temporaryHome(), temporaryHome()];
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "one.jsonl"), piLines("alpha beta", "gamma"));
  writeFileSync(join(folder, "sub", "two.jsonl"), piLines("beta"));
  return { folder, home };
}

function partsIn(home: string): readonly string[] {
  return readdirSync(indexFolder(home)).map((name) => join(indexFolder(home), name));
}

function pathsOf(answers: readonly FileAnswer[]): readonly string[] {
  return answers.flatMap(({ path, found }) => (found === null ? [] : [path]));
}

test("a damaged part of the index is named, and made anew", async () => {
  const { folder, home } = someSessions();
  await search(folder, { query: "alpha" }, home);
  for (const path of partsIn(home)) {
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
  const notices: string[] = [];
  const found = await search(folder, { query: "alpha" }, home, (notice) => notices.push(notice));
  expect(pathsOf(found)).toEqual([join(folder, "one.jsonl")]);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain("damaged");
  const again: string[] = [];
  await search(folder, { query: "alpha" }, home, (notice) => again.push(notice));
  expect(again).toEqual([]);
});

test("what a session said goes from the index when the session is deleted", async () => {
  const { folder, home } = someSessions();
  await search(folder, { query: "alpha" }, home);
  const holding = () => partsIn(home).filter((path) => readFileSync(path).includes("alpha"));
  expect(holding()).toHaveLength(1);
  rmSync(join(folder, "one.jsonl"));
  await search(join(folder, "sub"), { query: "beta" }, home); // which asks for another folder only
  expect(holding()).toEqual([]);
});

test("an index is for its owner alone", async () => {
  const { folder, home } = someSessions();
  await search(folder, { query: "alpha" }, home);
  expect(statSync(indexFolder(home)).mode & 0o777).toBe(0o700);
  for (const path of partsIn(home)) expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("where no index can be written, all is read", async () => {
  const { folder, home } = someSessions();
  writeFileSync(join(home, "index"), "in the way");
  const notices: string[] = [];
  const found = await search(folder, { query: "alpha" }, home, (notice) => notices.push(notice));
  expect(pathsOf(found)).toEqual([join(folder, "one.jsonl")]);
  expect(notices.join()).toContain("what is not indexed is read");
});

test("sessions are searched by project and time, with an index as without", async () => {
  const { folder, home } = someSessions();
  const ask = async (criteria: Omit<SearchCriteria, "query">) => {
    const asked = { query: "a", ...criteria };
    const found = await search(folder, asked, home);
    expect(found).toEqual(await search(folder, asked));
    return found.flatMap((one) => one.found?.hits.map(({ offset }) => offset) ?? []);
  };
  expect(await ask({})).toHaveLength(3);
  expect(await ask({ project: "one" })).toHaveLength(3);
  expect(await ask({ project: "/p" })).toHaveLength(3);
  expect(await ask({ project: "/p/" })).toHaveLength(3);
  expect(await ask({ project: "/p/one/" })).toHaveLength(3);
  expect(await ask({ project: "/p/o" })).toEqual([]);
  expect(await ask({ since: "2026-04-02" })).toEqual([2]);
  expect(await ask({ until: "2026-03-31" })).toEqual([]);
  expect(await ask({ speakers: ["model"] })).toEqual([]);
});

test("an excerpt has what was found, however long it is and wherever", async () => {
  const folder = temporaryHome();
  const [before, long] = ["x".repeat(5_000), `b${"e".repeat(2_000)}g`];
  writeFileSync(join(folder, "one.jsonl"), piLines(`alpha ${before}😀 ${long} omega`, "omega"));
  const hit = async (query: string) => {
    const [answer] = await search(folder, { query });
    const [first] = answer?.found?.hits ?? [];
    const { excerpt = "", places = [] } = first ?? {};
    return places.map(({ from, to }) => excerpt.slice(from, to));
  };
  expect(await hit("/be+g/")).toEqual([long.slice(0, 480)]);
  expect(await hit('"alpha" omega')).toEqual(["alpha"]);
  expect(await hit('"g omega" b')).toEqual(["b"]);
});
