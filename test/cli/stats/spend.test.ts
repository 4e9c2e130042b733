import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { SPEND_CUTS } from "../../../src/projections/stats/spend-groups.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { contentOf, recordedSessions, sharedSessions } from "../recorded-sessions.js";
import { callRefold } from "../run-refold.js";
import { writeLines } from "./counting.js";
import { countRawSpend, type RawPrice, type RawSpend } from "./raw-spend.js";

const Spend = z.object({
  requests: z.number(),
  input: z.number(),
  cachedInput: z.number(),
  cacheWrite: z.number(),
  longCacheWrite: z.number(),
  output: z.number(),
  cost: z.number().nullable(),
  unpriced: z.number(),
  partialOutputs: z.number(),
});
const Report = z.object({
  tokens: Spend,
  turns: z.number(),
  unpricedModels: z.array(z.string().nullable()),
  groups: z.array(Spend.extend({ name: z.string() })).default([]),
});

async function statsOf(...words: readonly string[]) {
  const { stdout } = await callRefold(["stats", "--json", ...words]);
  return Report.parse(JSON.parse(stdout));
}

/** Prices of this test alone: no known one has them. */
const PRICES: Readonly<Record<string, RawPrice>> = {
  claude: { input: 3, cachedInput: 0.31, cacheWrite: 3.77, longCacheWrite: 6.1, output: 15.03 },
  "gpt-5.6-sol": { input: 4, cachedInput: 0.4, cacheWrite: 5, longCacheWrite: 5, output: 20 },
  gpt: { input: 1.25, cachedInput: 0.123457, cacheWrite: 1, longCacheWrite: 1, output: 10 },
};
const LONG: RawPrice = {
  ...PRICES["gpt"],
  input: 5,
  cachedInput: 0.7,
  cacheWrite: 1,
  longCacheWrite: 1,
  output: 22.5,
};
const LONG_FROM = 100_000;

const MODELS: Readonly<Record<string, RawPrice | undefined>> = {
  "claude-opus-4-5": PRICES["claude"],
  "claude-sonnet-4-5": PRICES["claude"],
  "claude-fable-5": PRICES["claude"],
  "gpt-5.6-sol": PRICES["gpt-5.6-sol"],
  "gpt-5.4": PRICES["gpt"],
  "gpt-5-codex": PRICES["gpt"],
  "gpt-5.1-codex": PRICES["gpt"],
  "gpt-5.2-codex": PRICES["gpt"],
  "gpt-5.4-mini": PRICES["gpt"],
};
const PRICE_FILE = {
  prices: Object.fromEntries(
    Object.entries(MODELS).map(([id, price]) => [
      id,
      { ...price, ...(id === "gpt-5.4" && { tiers: [{ aboveInputTokens: LONG_FROM, ...LONG }] }) },
    ]),
  ),
};

function pick(model: string, input: number): RawPrice | null {
  const id = model.replace(/-\d{8}$/, "");
  if (id === "gpt-5.4" && input > LONG_FROM) return LONG;
  return MODELS[id] ?? null;
}

function writtenPrices(): string {
  const path = join(temporaryHome(), "prices.json");
  writeFileSync(path, JSON.stringify(PRICE_FILE));
  return path;
}

function asReported({ cost, ...spend }: RawSpend): z.infer<typeof Spend> {
  const isUnknown = spend.unpriced > 0 && cost === 0n;
  return { ...spend, cost: isUnknown ? null : Number(cost) / 1e9 };
}

function summed(spends: readonly RawSpend[]): RawSpend {
  return spends.reduce((one, other) => ({
    requests: one.requests + other.requests,
    input: one.input + other.input,
    cachedInput: one.cachedInput + other.cachedInput,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    longCacheWrite: one.longCacheWrite + other.longCacheWrite,
    output: one.output + other.output,
    cost: one.cost + other.cost,
    unpriced: one.unpriced + other.unpriced,
    partialOutputs: one.partialOutputs + other.partialOutputs,
  }));
}

const sessions = [
  ...recordedSessions().filter(({ name }) => /^(?:clean|claude-code|pi-.*)\.jsonl$/.test(name)),
  ...sharedSessions(),
];

describe("requests, tokens and money are those of the raw lines", () => {
  test.each(sessions)("$name", async ({ path }) => {
    const raw = countRawSpend(contentOf(path).toString("utf8"), pick);
    const { tokens } = await statsOf(path, "--prices", writtenPrices());
    expect(tokens).toEqual(asReported(raw));
  });

  test("all of them together", async () => {
    const raw = sessions.map(({ path }) => countRawSpend(contentOf(path).toString("utf8"), pick));
    const { tokens } = await statsOf(
      ...sessions.map(({ path }) => path),
      ...["--prices", writtenPrices()],
    );
    expect(tokens).toEqual(asReported(summed(raw)));
  });

  test.each(SPEND_CUTS)("by %s, in rows that add up to the whole", async (cut) => {
    const paths = sessions.map(({ path }) => path);
    const { tokens, groups } = await statsOf(...paths, "--by", cut);
    const sum = (of: (group: (typeof groups)[number]) => number): number =>
      groups.reduce((total, group) => total + of(group), 0);
    expect(sum(({ requests }) => requests)).toBe(tokens.requests);
    expect(sum(({ input, output }) => input + output)).toBe(tokens.input + tokens.output);
    expect(sum(({ cost }) => Math.round((cost ?? 0) * 1e9))).toBe(
      Math.round((tokens.cost ?? 0) * 1e9),
    );
  });
});

test.each(sessions)(
  "turns, requests and money are those that replay shows: $name",
  async ({ path }) => {
    const { stdout } = await callRefold(["replay", path, "--json"]);
    const lines = stdout.trim().split("\n");
    const shown = lines.filter((line) => line.startsWith('{"kind":"turn"'));
    const { turns, tokens } = await statsOf(path);
    expect(turns).toBe(shown.length);
    const { spend } = z.object({ spend: Spend }).parse(JSON.parse(lines.at(-1) ?? ""));
    expect(spend).toEqual(tokens);
  },
);

const AT = "2026-03-01T10:00:00.000Z";

/** A line of Claude Code's that answers a request. */
function answer(
  uuid: string,
  id: string,
  { output, stop = null, ...rest }: { output: number; stop?: string | null; isSidechain?: boolean },
): object {
  const usage = { input_tokens: 10, cache_creation_input_tokens: 100, output_tokens: output };
  const content = [{ type: "text", text: `Block ${uuid}.` }];
  const message = { id, role: "assistant", model: "claude-opus-4-5", content, usage };
  return {
    ...{ type: "assistant", uuid, parentUuid: "u1", sessionId: "s1", cwd: "/p", timestamp: AT },
    ...{ isSidechain: false, requestId: `req-${id}`, ...rest },
    message: { ...message, stop_reason: stop },
  };
}

const PROMPT = {
  ...{ type: "user", uuid: "u1", parentUuid: null, sessionId: "s1", cwd: "/p", timestamp: AT },
  ...{ isSidechain: false, message: { role: "user", content: "Go on." } },
};

describe("what was spent counts once", () => {
  test("a session that was copied with other uuids, by the ids of its answers", async () => {
    const folder = temporaryHome();
    const lines = [
      PROMPT,
      answer("a1", "m1", { output: 1 }),
      answer("a2", "m1", { output: 9, stop: "end_turn" }),
    ];
    writeLines(join(folder, "a.jsonl"), lines);
    const once = await statsOf(folder);
    expect(once.tokens).toMatchObject({ requests: 1, output: 9 });
    const copied = lines.map((line, at) => ({
      ...line,
      uuid: `b${at}`,
      parentUuid: at === 0 ? null : "b0",
    }));
    writeLines(join(folder, "b.jsonl"), copied);
    expect((await statsOf(folder)).tokens).toEqual(once.tokens);
  });

  test("an answer that another branch of its session has a copy of, in every sum", async () => {
    const path = join(temporaryHome(), "branches.jsonl");
    const lines = [
      PROMPT,
      answer("a1", "m1", { output: 1 }),
      answer("a2", "m1", { output: 9, stop: "end_turn" }),
    ];
    const copied = lines.map((line, at) => {
      return { ...line, uuid: `b${at}`, parentUuid: at === 0 ? null : "b0" };
    });
    const last = { ...answer("b3", "m2", { output: 5, stop: "end_turn" }), parentUuid: "b2" };
    writeLines(path, [...lines, ...copied, last]);
    expect((await statsOf(path)).tokens).toMatchObject({ requests: 2, input: 220, output: 14 });
    const { stdout } = await callRefold(["replay", path]);
    expect(stdout).toMatch(/tokens +220 in .*, 14 out/);
    const listed: unknown = JSON.parse((await callRefold(["list", path, "--json"])).stdout);
    expect(listed).toMatchObject([{ tokens: 234 }]);
  });

  test("a copy that was cut while an answer streamed, and the whole after it", async () => {
    const folder = temporaryHome();
    const lines = [
      PROMPT,
      answer("a1", "m1", { output: 1 }),
      answer("a2", "m1", { output: 9, stop: "end_turn" }),
    ];
    writeLines(join(folder, "a.jsonl"), lines.slice(0, 2));
    expect((await statsOf(folder)).tokens).toMatchObject({ output: 1, partialOutputs: 1 });
    writeLines(join(folder, "b.jsonl"), lines);
    const { tokens } = await statsOf(folder);
    expect(tokens).toMatchObject({ requests: 1, output: 9, partialOutputs: 0, cacheWrite: 100 });
  });

  test("a sub-agent's answers, within the session and in a file of their own", async () => {
    const folder = temporaryHome();
    const own = answer("s1", "m2", { output: 5, stop: "end_turn", isSidechain: true });
    const lines = [PROMPT, answer("a1", "m1", { output: 9, stop: "end_turn" }), own];
    writeLines(join(folder, "a.jsonl"), lines);
    const once = await statsOf(folder);
    expect(once.tokens).toMatchObject({ requests: 2, output: 14 });
    mkdirSync(join(folder, "subagents"));
    const start = { ...PROMPT, uuid: "u2", isSidechain: true, agentId: "x" };
    writeLines(join(folder, "subagents", "agent-x.jsonl"), [start, own]);
    expect((await statsOf(folder)).tokens).toEqual(once.tokens);
  });

  test("a request beside the conversation, on the model that it names", async () => {
    const path = join(temporaryHome(), "pi.jsonl");
    const usage = { input: 10, output: 1, cacheRead: 0, cacheWrite: 0 };
    const answered = { role: "assistant", model: "claude-opus-4-5", content: [], usage };
    const spent = { model: "claude-haiku-4-5", usage: { ...usage, input: 90 } };
    writeLines(path, [
      { type: "session", version: 3, id: "019b0000-0000-7000-8000-000000000007", timestamp: AT },
      { type: "message", id: "1", parentId: null, timestamp: AT, message: answered },
      { type: "usage", id: "2", parentId: "1", timestamp: AT, ...spent },
    ]);
    const { groups } = await statsOf(path, "--by", "model");
    expect(groups.map(({ name, input }) => [name, input])).toEqual([
      ["claude-haiku-4-5", 90],
      ["claude-opus-4-5", 10],
    ]);
  });

  test("an experiment that replays asks nobody: its forks spend nothing", async () => {
    const home = temporaryHome();
    const folder = temporaryHome();
    const turns = fileURLToPath(new URL("../../../fixtures/turns.jsonl", import.meta.url));
    cpSync(turns, join(folder, "turns.jsonl"));
    const plan = join(folder, "plan.yaml");
    writeFileSync(
      plan,
      "name: spend\nbase: turns.jsonl\nbeforeTurn: 2\nmode: replay\nvariants:\n  brief: { instructions: Be brief. }\n",
    );
    await callRefold(["import", join(folder, "turns.jsonl")], { home });
    const stats = async () => {
      const { stdout } = await callRefold(["stats", "--json", "--by", "session"], { home });
      return Report.extend({
        threads: z.number(),
        largest: z.array(z.object({ threadId: z.string(), cost: z.number() })),
      }).parse(JSON.parse(stdout));
    };
    const before = await stats();
    expect(before.tokens.requests).toBeGreaterThan(0);
    expect((await callRefold(["experiment", "run", plan], { home })).code).toBe(0);
    const after = await stats();
    expect(after.threads).toBe(before.threads + 1);
    expect([after.tokens, after.turns]).toEqual([before.tokens, before.turns]);
    expect(after.groups).toEqual(before.groups);
    const fork = after.largest.find(({ cost }) => cost === 0)?.threadId ?? "";
    const { stdout } = await callRefold(["replay", fork], { home });
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(/tokens [^$]+ of them before the fork, /);
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
      /cost \$[\d.]+, if it had been asked: nobody was, \$[\d.]+ before the fork/,
    );
  });
});

test.each(["codex", "claude-code", "pi"])(
  "a session costs the same written as %s",
  async (format) => {
    const clean = fileURLToPath(new URL("../../../fixtures/clean.jsonl", import.meta.url));
    const path = join(temporaryHome(), "written.jsonl");
    await callRefold(["export", clean, "--format", format, "-o", path]);
    const [written, own] = [await statsOf(path), await statsOf(clean)];
    expect(own.tokens.cost).toBeGreaterThan(0);
    expect(written.tokens).toEqual(own.tokens);
  },
);

test("where pi recorded a cost, it is taken; the known prices come to the same", async () => {
  for (const { name, path } of sessions.filter(({ name }) => name.includes("pi-"))) {
    const content = contentOf(path).toString("utf8");
    const without = join(temporaryHome(), name);
    writeFileSync(without, content.replace(/"cost":\{[^{}]*\}/g, '"cost":{}'));
    const [recorded, priced] = [await statsOf(path), await statsOf(without)];
    expect(priced.tokens.cost).toBeCloseTo(recorded.tokens.cost ?? NaN, 5);
  }
  const doubled = join(temporaryHome(), "doubled.jsonl");
  const linear = sessions.find(({ name }) => name === "pi-linear.jsonl")?.path ?? "";
  writeFileSync(
    doubled,
    contentOf(linear)
      .toString("utf8")
      .replaceAll(/"total":[\d.]+/g, '"total":2'),
  );
  const { tokens } = await statsOf(doubled);
  expect(tokens.cost).toBe(2 * tokens.requests);
});

describe("prices", () => {
  const claude = recordedSessions().find(({ name }) => name === "claude-code.jsonl")?.path ?? "";
  const only = (id: string): string => {
    const path = join(temporaryHome(), "prices.json");
    writeFileSync(path, JSON.stringify({ prices: { [id]: { input: 1, output: 1 } } }));
    return path;
  };

  test("a model without one is named once, and its cost is unknown and not 0", async () => {
    const folder = temporaryHome();
    const unknown = JSON.stringify([PROMPT, answer("a1", "m1", { output: 9, stop: "end_turn" })]);
    writeLines(
      join(folder, "a.jsonl"),
      z
        .array(z.looseObject({}))
        .parse(JSON.parse(unknown.replaceAll("claude-opus-4-5", "mystery-9"))),
    );
    const { stdout, stderr } = await callRefold(["stats", folder]);
    expect(stdout).toMatch(/cost +\?, 1 request of unknown price/);
    expect(stderr.match(/mystery-9/g)).toHaveLength(1);
    expect((await statsOf(folder)).tokens.cost).toBeNull();
    const priced = await statsOf(folder, "--prices", only("mystery-9"));
    expect(priced.tokens.cost).toBe(0.000119);
  });

  test("requests that name no model have an unknown cost, and nobody is told to name a price for them", async () => {
    const folder = temporaryHome();
    const usage = { input_tokens: 9, output_tokens: 1, total_tokens: 10 };
    const info = { total_token_usage: usage, last_token_usage: usage };
    writeLines(join(folder, "a.jsonl"), [
      {
        timestamp: AT,
        type: "session_meta",
        payload: { id: "0199812e-64f0-7f73-91fc-095dda01c36e", timestamp: AT },
      },
      { timestamp: AT, type: "event_msg", payload: { type: "token_count", info } },
    ]);
    for (const command of ["stats", "list", "replay", "cache"]) {
      const path = command === "replay" || command === "cache" ? join(folder, "a.jsonl") : folder;
      const { stdout, stderr } = await callRefold([command, path]);
      expect({ command, stderr }).toEqual({ command, stderr: "" });
      if (command !== "cache") expect(stdout).toContain("?");
    }
  });

  test("REFOLD_PRICES names a file, and --prices another one before it", async () => {
    process.env["REFOLD_PRICES"] = only("claude-opus-4-5");
    try {
      const { tokens } = await statsOf(claude);
      expect(tokens.cost).toBe(Math.round(tokens.input + tokens.output) / 1e6);
      const file = only("other");
      expect((await statsOf(claude, "--prices", file)).tokens.cost).not.toBe(tokens.cost);
    } finally {
      delete process.env["REFOLD_PRICES"];
    }
  });

  test("the page has the rows of --by", async () => {
    const page = join(temporaryHome(), "page.html");
    await callRefold(["stats", claude, "--by", "project", "--html", page]);
    const html = readFileSync(page, "utf8");
    expect(html).toMatch(/<h2>By project<\/h2>.*?<th scope="row">\/.*?\$0\.\d{4}/s);
  });

  test("a file that is none is refused, with its line", async () => {
    const path = join(temporaryHome(), "prices.json");
    writeFileSync(path, '{"prices": {\n"x": {"input": "free", "output": 1}}}');
    const { code, stdout, stderr } = await callRefold(["stats", claude, "--prices", path]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("prices.json:2: prices.x.input");
  });
});
