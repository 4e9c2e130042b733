import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { listenLocally } from "../../local-server.js";
import { readPage } from "../../projections/page-checks.js";
import { callRefold, runRefold } from "../run-refold.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BIN = join(ROOT, "bin/refold.js");
const DIST = join(ROOT, "dist/index.js");

let folder = "";
let home = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-experiment-"));
  home = join(folder, "home");
  cpSync(join(ROOT, "fixtures/turns.jsonl"), join(folder, "turns.jsonl"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plan(text: string, name = "plan.yaml"): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const BASE = "name: cli\nbase: turns.jsonl\nbeforeTurn: 2\n";
const REPLAY = `${BASE}mode: replay
variants:
  short: { truncation: { mode: bytes, limit: 100 } }
  brief: { instructions: "<b>Be brief.</b>" }
`;

describe("refold experiment", () => {
  test("runs a plan, shows it, and leaves the file and its thread as they are", async () => {
    const path = plan(REPLAY);
    const file = readFileSync(join(folder, "turns.jsonl"));
    const ran = await callRefold(["experiment", "run", path], { home });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("differs at #17: function call output #8 changed");
    expect(ran.stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
    const shown = await callRefold(["experiment", "show", path], { home });
    expect(shown.stdout).toBe(ran.stdout);
    expect(readFileSync(join(folder, "turns.jsonl")).equals(file)).toBe(true);
  });

  test("its forks are one row of a list, unless all are asked for", async () => {
    await callRefold(["experiment", "run", plan(REPLAY)], { home });
    const { stdout } = await callRefold(["list"], { home });
    expect(stdout.match(/^experiment cli\n {2}01KNS7MFCZ .* 2 forks/gm)).toHaveLength(1);
    const all = await callRefold(["list", "--all"], { home });
    expect(all.stdout.match(/^experiment cli, (?:short|brief)$/gm)).toHaveLength(2);
    const listed: unknown = JSON.parse((await callRefold(["list", "--json"], { home })).stdout);
    expect(listed).toMatchObject([
      { experiment: { name: "cli" }, tool: "codex" },
      { experiment: { name: "cli" } },
      { experiment: null, parent: null },
    ]);
  });

  test("reads the same plan as JSON, and gives its table as JSON", async () => {
    const path = plan(
      JSON.stringify(
        {
          ...{ name: "cli", base: "turns.jsonl", beforeTurn: 2, mode: "project" },
          metrics: { lines: { command: "grep -c ''", better: "less" } },
          variants: { brief: { instructions: "Be brief." } },
        },
        null,
        "\t",
      ),
      "plan.json",
    );
    expect((await callRefold(["experiment", "run", path], { home })).code).toBe(0);
    const { stdout } = await callRefold(["experiment", "show", path, "--json"], { home });
    const shown: unknown = JSON.parse(stdout);
    expect(stdout).toMatch(/"lines": \{\s+"median": \d+/);
    expect(shown).toMatchObject({
      name: "cli",
      mode: "project",
      rows: [
        { variant: null },
        { variant: "brief", done: 1, figures: { keptCache: { median: 0 } } },
      ],
    });
  });

  test("writes a page that needs nothing else, with every text escaped", async () => {
    const path = plan(
      REPLAY.replace(
        "short:",
        '"less & more": { truncation: { mode: bytes, limit: 9 } }\n  short:',
      ).replace("less & more", "less or more"),
    );
    await callRefold(["experiment", "run", path], { home });
    const page = join(folder, "page.html");
    expect((await callRefold(["experiment", "show", path, "--html", page], { home })).code).toBe(0);
    const html = readFileSync(page, "utf8");
    expect(html.match(/<svg /g)?.length).toBeGreaterThan(3);
    expect(readPage(html)).toMatchObject({ refused: [], errors: [] });
    expect(html).toContain("forked here");
  });

  test("names line, column and path of what is wrong, with the nearest names", async () => {
    const path = plan(
      `${BASE}mode: replay\nvariants:\n  a:\n    facts: { aprovalPolicy: never }\n    truncaton: {}\n`,
    );
    const { code, stderr } = await callRefold(["experiment", "run", path], { home });
    expect(code).toBe(1);
    expect(stderr).toContain(`${path}:7:14: variants.a.facts.aprovalPolicy: there is no such fact`);
    expect(stderr).toContain(`${path}:8:5: variants.a.truncaton: there is no such field`);
    expect(stderr).toContain("Did you mean approvalPolicy or truncation?");
  });

  test("names the nearest providers too", async () => {
    const path = plan(`${BASE}mode: run\nclients: { opnai: {} }\nvariants: { a: {} }\n`);
    const { code, stderr } = await callRefold(["experiment", "run", path], { home });
    expect(code).toBe(1);
    expect(stderr).toContain(`${path}:5:12: clients.opnai: there is no such field`);
    expect(stderr).toContain("Did you mean openai?");
  });

  test.each([
    ["variants: [brief]", "variants: has to be a map of names"],
    ["variants: { a: { instructions: [x] } }", "variants.a.instructions: has to be a text"],
    ["repetitions: 2.5\nvariants: { a: {} }", "repetitions: has to be a whole number"],
    ["", "variants: is missing: a map of names"],
  ])("says what has to stand where %j does", async (text, problem) => {
    const path = plan(`${BASE}mode: replay\n${text}\n`);
    const { code, stderr } = await callRefold(["experiment", "run", path], { home });
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
  });

  test("says that a model has no client, and what to do", async () => {
    const path = plan(
      `${BASE}mode: run\nclients: { openai: { apiKeyEnv: NO_SUCH_KEY } }\nvariants:\n  a: { instructions: Be brief. }\n`,
    );
    const { code, stderr } = await callRefold(["experiment", "run", path], { home });
    expect(code).toBe(1);
    expect(stderr).toContain("NO_SUCH_KEY holds no key for openai");
  });

  test("runs with the official client against a server", async () => {
    let asked = 0;
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        asked += 1;
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(answer("As short as can be."));
      });
    });
    const { url, close } = await listenLocally(server);
    onTestFinished(close);
    const path = plan(`${BASE}mode: run
inputs: [Say it shortly.]
repetitions: 2
clients: { openai: { apiKeyEnv: REFOLD_TEST_KEY, baseURL: "${url}/v1", maxTokens: 50 } }
variants:
  brief: { instructions: Be brief., model: gpt-5.5, provider: openai }
`);
    process.env["REFOLD_TEST_KEY"] = "none";
    const { code, stdout, stderr } = await callRefold(["experiment", "run", path], { home });
    delete process.env["REFOLD_TEST_KEY"];
    expect({ code, stderr, asked }).toEqual({ code: 0, stderr: "", asked: 2 });
    expect(stdout).toMatch(/brief +\$0\.0004 +40 /);
  });

  test("gives the same table when it was killed at a request and resumed", async () => {
    const module = join(folder, "agent.mjs");
    writeFileSync(
      module,
      `import { scriptedModel } from ${JSON.stringify(DIST)};
       import { appendFileSync, readFileSync, existsSync } from "node:fs";
       const asked = process.env.ASKED;
       export const model = ({ seed, turn }) => scriptedModel([() => {
         appendFileSync(asked, ".");
         if (readFileSync(asked, "utf8").length === Number(process.env.KILL_AT)) process.kill(process.pid, "SIGKILL");
         return { items: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "seed " + seed + ", turn " + turn }] }],
           usage: { input: 100 * turn + seed, cachedInput: 0, cacheWrite: 0, output: 10, reasoning: 0, total: 100 * turn + seed + 10 } };
       }], { contextWindow: 100000 });`,
    );
    const path = plan(`${BASE}mode: run
inputs: [One., Two.]
module: agent.mjs
repetitions: 2
budget: { requests: 20 }
variants:
  brief: { instructions: Be brief. }
  long: { instructions: Be long. }
`);
    const whole = await runKilled(path, { home: join(folder, "whole"), killAt: 0 });
    expect(whole.code).toBe(0);
    // Where else it may be interrupted: run-experiment.test.ts.
    const cut = { home: join(folder, "cut"), killAt: 6 };
    expect((await runKilled(path, cut)).code).toBeNull();
    const resumed = await runKilled(path, { ...cut, killAt: 0 }, ["--resume", "--jobs", "3"]);
    expect(resumed.code).toBe(0);
    expect(timeless(resumed.stdout)).toBe(timeless(whole.stdout));
  });

  test("shows its help with an example, and ends silently when its reader goes away", async () => {
    const { code, stdout } = await callRefold(["experiment", "run", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("$ refold experiment run truncation.yaml --jobs 4");
    const path = plan(REPLAY);
    await callRefold(["experiment", "run", path], { home });
    const ran = await runRefold(["experiment", "show", path, "--json"], {
      home,
      stopAfterBytes: 10,
    });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
  });
});

/** Times are the clock's: one table has another than the next, and so are their marks, which a line explains. */
function timeless(table: string): string {
  return table.replace(/ +(time|–|\d+ (ms|s))[ +-]*$/gm, "").replace(/^\+ is the best.*\n/m, "");
}

interface Killed {
  readonly code: number | null;
  readonly stdout: string;
}

function runKilled(
  path: string,
  { home, killAt }: { readonly home: string; readonly killAt: number },
  more: readonly string[] = [],
): Promise<Killed> {
  const asked = `${home}.asked`;
  writeFileSync(asked, "");
  const env = { ...process.env, NO_COLOR: "1", ASKED: asked, KILL_AT: String(killAt) };
  const words = [BIN, "experiment", "run", path, "--home", home, ...more];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout }));
  });
}

function answer(text: string): string {
  const content = [{ type: "output_text", text, annotations: [] }];
  const item = { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
  const usage = { input_tokens: 40, output_tokens: 6, total_tokens: 46 };
  const response = { id: "r", model: "gpt-5.5", status: "completed", output: [item], usage };
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}
