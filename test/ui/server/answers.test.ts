import { copyFileSync, appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { callRefold } from "../../cli/run-refold.js";
import { folder } from "../../cli/test-folder.js";
import { AskedServer, codeIn, listOf, membersOf, parsed } from "./asked-server.js";

let server: AskedServer;
let thread = "";
beforeAll(async () => {
  server = await AskedServer.open();
  thread = `session/${server.threadId}`;
  await server.whole(server.threadId);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  expect(server.defects).toEqual([]);
});

async function printed(...words: readonly string[]): Promise<unknown> {
  const { stdout } = await callRefold(words, { home: server.home });
  return JSON.parse(stdout);
}

async function linesOf(...words: readonly string[]): Promise<readonly unknown[]> {
  const { stdout } = await callRefold(words, { home: server.home });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as unknown]));
}

const OFFSETS = [12, 30, 45, 65] as const;

describe("the server answers what the commands print", () => {
  test("for the list", async () => {
    const [listed] = listOf(await printed("list", "--json"));
    const { rows, total } = await server.get("sessions");
    const { threadId, title, tokens, turns, tool, cwd } = membersOf(listed);
    expect(total).toBe(1);
    expect(rows).toMatchObject([{ key: threadId, threadId, title, tokens, turns, tool, cwd }]);
  });

  test.each(OFFSETS)("for the parts of the prompt at #%i", async (at) => {
    const explained = membersOf(
      await printed("explain", server.threadId, "--at", String(at), "--json"),
    );
    const { rows } = await server.get(`${thread}/prompt?at=${at}&count=1000`);
    expect(listOf(rows).map(asExplained)).toEqual(explained["parts"]);
  });

  test.each(OFFSETS)("for the body and its repairs at #%i", async (at) => {
    const words = ["--at", String(at), "--provider", "anthropic", "--model", "claude-opus-4-5"];
    const body = await printed("prompt", server.threadId, ...words, "--placeholders");
    const query = `at=${at}&provider=anthropic&model=claude-opus-4-5`;
    expect(await server.get(`${thread}/body?${query}`)).toEqual(body);
    const explained = await printed(
      "prompt",
      server.threadId,
      ...words,
      "--placeholders",
      "--explain",
    );
    const { repairs } = membersOf(explained);
    const wanted = listOf(repairs).filter(isOfText);
    const { repairs: shown, tokens } = await server.get(`${thread}/prompt?${query}`);
    expect(listOf(shown).filter(isOfText)).toEqual(wanted);
    expect(tokens).toBe(membersOf(explained)["tokens"]);
  });

  test("for a difference", async () => {
    const diff = membersOf(
      await printed("diff", `${server.threadId}@20`, `${server.threadId}@45`, "--json"),
    );
    const { rows } = await server.get(`diff?a=${server.threadId}&at=20&bt=45&count=1000`);
    const sides = listOf(rows).map(membersOf);
    const refsOf = (side: "a" | "b", kind: string) =>
      sides.flatMap((row) => (row["kind"] === kind ? [refIn(row[side])] : []));
    const ledger = membersOf(diff["ledger"]);
    expect(refsOf("a", "only-a")).toEqual(refsIn(ledger["onlyInA"]));
    expect(refsOf("b", "only-b")).toEqual(refsIn(ledger["onlyInB"]));
  });

  test("for the cache", async () => {
    const report = membersOf(await printed("cache", server.threadId, "--json"));
    const { rows, basis, totals } = await server.get(`${thread}/cache?count=1000`);
    expect({ requests: rows, basis, totals }).toEqual(report);
  });

  test.each(OFFSETS)("for what was forgotten at #%i", async (at) => {
    const words = ["forgetting", server.threadId, "--at", String(at), "--json"];
    const wanted = (await linesOf(...words)).map(membersOf);
    const { rows, total } = await server.get(`${thread}/forgotten?at=${at}&count=1000`);
    expect(total).toBe(wanted.length);
    expect(rows).toMatchObject(
      wanted.map(({ offset, kind, reason, tokens }) => ({ offset, kind, reason, tokens })),
    );
  });

  test("for the transcript, in windows of any size", async () => {
    const { turns } = membersOf(await printed("transcript", server.threadId, "--format", "json"));
    const wanted = entriesIn(turns);
    for (const count of [7, 1000]) {
      const shown: unknown[] = [];
      for (let from = 0; from < wanted.length; from += count) {
        const { rows, total } = await server.get(
          `${thread}/transcript?from=${from}&count=${count}`,
        );
        expect(total).toBe(wanted.length);
        shown.push(...listOf(rows));
      }
      expect(shown).toMatchObject(wanted);
    }
  });

  test("for a search", async () => {
    const found = membersOf(await printed("search", "the", "--json"));
    const { sessions, more } = await server.get("search?query=the");
    expect(more).toBe(found["more"]);
    expect(hitsIn(sessions)).toEqual(hitsIn(found["sessions"]));
  });
});

/** As `explain --json` says it: 200 characters, and no more than that of a pair of surrogates. */
function asExplained(part: unknown): object {
  const { kind, owner, lifetime, fact, ref, tokens, text } = membersOf(part);
  const excerpt = typeof text === "string" ? text.slice(0, 200) : "";
  const place = String(ref).split(".").map(Number);
  const told = { kind, owner, lifetime, fact, tokens, excerpt };
  return { ...told, ref: ref === null ? null : place.length === 1 ? place[0] : place };
}

/** Pictures are made when the body is. */
function isOfText(repair: unknown): boolean {
  return membersOf(repair)["kind"] !== "blob-missing";
}

function refIn(item: unknown): unknown {
  return membersOf(item)["ref"];
}

function refsIn(items: unknown): readonly unknown[] {
  return listOf(items).map(refIn);
}

function entriesIn(turns: unknown): readonly object[] {
  return listOf(turns)
    .map(membersOf)
    .flatMap(({ entries }) =>
      listOf(entries).map((entry) => {
        const { offset, at, speaker, name, callId, failed, tokens } = membersOf(entry);
        return { offset, at, speaker, name, callId, failed, tokens };
      }),
    );
}

function hitsIn(sessions: unknown): readonly unknown[] {
  return listOf(sessions).map((session) => membersOf(session)["hits"]);
}

describe("a session that is", () => {
  test("damaged is shown as far as it can be read, with the places and a way out", async () => {
    await using asked = await AskedServer.open({ paths: ["fixtures/damaged.jsonl"] });
    const key = await asked.firstKey();
    const { damage, repair, acts } = await asked.whole(key);
    const { stderr } = await callRefold(["replay", "fixtures/damaged.jsonl", "--json"]);
    expect(stderr).toBe("");
    expect(listOf(damage)).toHaveLength(6);
    expect(repair).toContain("refold repair");
    expect(acts).toBe("import");
    expect(asked.defects).toEqual([]);
  });

  test("gone is a clear refusal", async () => {
    const path = join(folder, "gone.jsonl");
    copyFileSync("fixtures/clean.jsonl", path);
    await using asked = await AskedServer.open({ paths: [path] });
    const key = await asked.firstKey();
    await asked.whole(key);
    rmSync(path);
    const refused = await asked.ask(`session/${key}`);
    expect([refused.status, codeIn(refused)]).toEqual([410, "file-not-found"]);
  });

  test("no session is a clear refusal", async () => {
    const path = join(folder, "none.jsonl");
    writeFileSync(path, "no session at all\n");
    await using asked = await AskedServer.open({ paths: [path] });
    const refused = await asked.ask(`session/${await asked.firstKey()}`);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(["not-found", "not-a-rollout"]).toContain(codeIn(refused));
    expect(asked.defects).toEqual([]);
  });

  test("asked for an offset that it does not have", async () => {
    const refused = await server.ask(`${thread}/prompt?at=999999`);
    expect([refused.status, codeIn(refused)]).toEqual([404, "offset-out-of-range"]);
    const bad = await server.ask(`${thread}/prompt?at=-1`);
    expect([bad.status, codeIn(bad)]).toEqual([400, "bad-request"]);
  });

  test.each(["prompt", "body", "text"])("of a provider that there is not: %s", async (view) => {
    const bad = await server.ask(`${thread}/${view}?provider=typo`);
    expect([bad.status, codeIn(bad)]).toEqual([400, "bad-request"]);
  });
});

describe("acts", () => {
  test("upon another tool's file are done to its import, and the file stays as it is", async () => {
    const path = join(folder, "acted.jsonl");
    copyFileSync("fixtures/clean.jsonl", path);
    await using asked = await AskedServer.open({ paths: [path] });
    const done = await asked.act(await asked.firstKey(), "rename", { title: "another title" });
    expect(done.status).toBe(200);
    const { key, words } = parsed(done.text);
    expect(words).toContain(`imported as ${String(key)}`);
    expect(readFileSync(path)).toEqual(readFileSync("fixtures/clean.jsonl"));
    const store = jsonlStore({ home: asked.home });
    const titles: unknown[] = [];
    for await (const { type, data } of store.read(String(key))) {
      if (type === "thread.renamed") titles.push(data);
    }
    await store.close();
    expect(titles).toEqual([{ title: "another title" }]);
  });

  test("leave the thread to whoever drives it", async () => {
    await using asked = await AskedServer.open();
    expect((await asked.act(asked.threadId, "undo", {})).status).toBe(200);
    const { code } = await callRefold(["redo", asked.threadId], { home: asked.home });
    expect(code).toBe(0);
    expect((await asked.act(asked.threadId, "undo", {})).status).toBe(200);
  });

  test("that only try write nothing", async () => {
    await using asked = await AskedServer.open();
    const path = `session/${asked.threadId}`;
    const { head } = await asked.get(path);
    const tried = await asked.act(asked.threadId, "compact", { dryRun: true });
    const wanted = await callRefold(["compact", asked.threadId, "--dry-run", "--json"], {
      home: asked.home,
    });
    const { tokensBefore, tokensAfter } = parsed(wanted.stdout);
    expect(parsed(tried.text)).toMatchObject({ tokensBefore, tokensAfter, done: null });
    expect((await asked.get(path))["head"]).toBe(head);
  });

  test.each(["md", "json", "codex"])("export what the command writes: %s", async (format) => {
    const { text } = await server.act(server.threadId, "export", { format, redact: false });
    const { stdout } = await callRefold(["export", server.threadId, "--format", format, "--utc"], {
      home: server.home,
    });
    expect(text).toBe(stdout);
  });

  test.each([
    ["fork", {}],
    ["fork", { at: -1 }],
    ["rollback", { to: "1" }],
    ["rename", { title: 7 }],
    ["compact", { strategy: "all" }],
    ["export", { format: "exe" }],
    ["export", {}],
    ["experiment", { plan: "mode: run\nname: x\nvariants: {a: {}}" }],
  ])("that are not understood are refused: %s %j", async (act, body) => {
    const { status } = await server.act(server.threadId, act, body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

test("the end of another tool's file is there before all of it was read", async () => {
  const path = join(folder, "long.jsonl");
  const [first = ""] = readFileSync("fixtures/clean.jsonl", "utf8").split("\n");
  const said = (number: number) => {
    const content = [{ type: "output_text", text: `answer ${number} ${"…".repeat(300)}` }];
    const payload = { type: "message", role: "assistant", content };
    return JSON.stringify({
      timestamp: "2026-04-09T20:00:00.000Z",
      type: "response_item",
      payload,
    });
  };
  const lines = Array.from({ length: 2_000 }, (_, index) => said(index));
  writeFileSync(path, [first, ...lines, ""].join("\n"));
  await using asked = await AskedServer.open({ paths: [path] });
  const { rows } = await asked.get(`session/${await asked.firstKey()}/ending`);
  const texts = listOf(rows).map((row) => String(membersOf(row)["text"]).slice(0, 12).trim());
  expect(texts).toHaveLength(30);
  expect(texts.at(-1)).toBe("answer 1999");
});

test("a session that is written is followed, and a page that was away goes on where it was", async () => {
  const path = join(folder, "live.jsonl");
  const lines = readFileSync("fixtures/clean.jsonl", "utf8").split("\n");
  writeFileSync(path, `${lines.slice(0, 20).join("\n")}\n`);
  await using asked = await AskedServer.open({ paths: [path] });
  const key = await asked.firstKey();
  const { head } = await asked.whole(key);
  const live = await liveOf(asked, `session/${key}/live?from=${Number(head)}`);
  appendFileSync(path, `${lines.slice(20, 25).join("\n")}\n`);
  const first = await live.next();
  expect(first).toBeGreaterThanOrEqual(Number(head));
  live.end();
  appendFileSync(path, lines.slice(25).join("\n"));
  const again = await liveOf(asked, `session/${key}/live`, { "last-event-id": String(first) });
  expect(await again.next()).toBeGreaterThan(first);
  again.end();
});

test("what another store appends to a thread is told by the thread's own", async () => {
  await using asked = await AskedServer.open();
  const { threadId, home } = asked;
  const { head } = await asked.whole(threadId);
  const live = await liveOf(asked, `session/${threadId}/live?from=${Number(head)}`);
  for (const title of ["first", "second"]) {
    await callRefold(["rename", threadId, title], { home });
    const { json } = await asked.get(`session/${threadId}/event?offset=${await live.next()}`);
    expect(json).toContain(title);
  }
  live.end();
  expect(asked.defects).toEqual([]);
});

test("of what is recorded from now on, HEAD gets the head and an end", async () => {
  await using asked = await AskedServer.open();
  const headers = { cookie: asked.cookie };
  const path = `/api/session/${asked.threadId}/live`;
  expect(await asked.send(path, { method: "HEAD", headers })).toMatchObject({
    status: 200,
    text: "",
  });
});

async function liveOf(asked: AskedServer, path: string, headers: Record<string, string> = {}) {
  const ending = new AbortController();
  const response = await fetch(`${asked.origin}/api/${path}`, {
    headers: { cookie: asked.cookie, ...headers },
    signal: ending.signal,
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  /** @returns the offset of the newest event */
  const next = async (): Promise<number> => {
    for (;;) {
      const message = /id: (\d+)\nevent: head\ndata: (\d+)\n\n/.exec(text);
      if (message !== null) {
        text = text.slice(message.index + message[0].length);
        expect(Number(message[2])).toBe(Number(message[1]) + 1);
        return Number(message[1]);
      }
      const part = await reader?.read();
      if (part === undefined || part.done) throw new Error("the server ended");
      text += part.value;
    }
  };
  return { next, end: () => ending.abort() };
}
