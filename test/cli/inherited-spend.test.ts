import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";
import { writeLines } from "./stats/counting.js";

const PARENT = "019d0000-0000-7000-8000-000000000001";
const FORK = "019d0000-0000-7000-8000-000000000002";

const Total = z.object({ total: z.number() });
const Replayed = z.object({ spend: Total, inheritedSpend: Total.nullable() });
const Told = z.object({ spent: z.object({ requests: z.number(), usage: Total.nullable() }) });
const Stats = z.object({ tokens: Total });
const Listed = z.array(z.object({ path: z.string(), threadId: z.string(), tokens: z.number() }));

interface Line {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A turn with one request. @param total of all requests so far */
function turn(last: number, total: number): readonly Line[] {
  const usage = (tokens: number) => ({
    ...{ input_tokens: tokens, output_tokens: 0, total_tokens: tokens },
  });
  const info = { total_token_usage: usage(total), last_token_usage: usage(last) };
  const content = [{ type: "input_text", text: "High water?" }];
  return [
    { type: "event_msg", payload: { type: "task_started", turn_id: `turn ${total}` } },
    { type: "turn_context", payload: { cwd: "/tide", model: "gpt-5.2-codex" } },
    { type: "response_item", payload: { type: "message", role: "user", content } },
    { type: "event_msg", payload: { type: "token_count", info } },
  ];
}

const parentsTurn = turn(110, 110);
const ownTurn = turn(210, 320);
const meta = (id: string, more: object = {}): Line => ({
  type: "session_meta",
  payload: { id, cwd: "/tide", ...more },
});

/** At one time each. */
const at = (time: string, lines: readonly Line[]) =>
  lines.map((line) => ({ timestamp: `2026-04-02T${time}.000Z`, ...line }));

/** With ordinals, from a number on. */
const counted = (first: number, lines: readonly object[]) =>
  lines.map((line, index) => ({ ...line, ordinal: first + index }));

const nameOf = (id: string): string => `rollout-2026-04-02T10-00-00-${id}.jsonl`;

/** @returns the path of the fork's file, whose own request came to 210, and 110 before it */
const forks: Readonly<Record<string, (folder: string) => string>> = {
  "a fork that begins with a copy": (folder) =>
    writeLines(join(folder, nameOf(FORK)), [
      ...at("10:00:00", [meta(FORK, { forked_from_id: PARENT }), meta(PARENT), ...parentsTurn]),
      ...at("10:05:00", ownTurn),
    ]),
  "a fork that begins in another file": (folder) => {
    const paged = { history_mode: "paginated" };
    const before = counted(0, at("10:00:00", [meta(PARENT, paged), ...parentsTurn]));
    const base = writeLines(join(folder, nameOf(PARENT)), before);
    const history_base = {
      ...{ thread_id: PARENT, end_ordinal_exclusive: before.length },
      end_byte_offset: statSync(base).size,
    };
    const own = meta(FORK, { ...paged, history_base, forked_from_id: PARENT });
    return writeLines(
      join(folder, nameOf(FORK)),
      counted(before.length, at("10:00:00", [own, ...ownTurn])),
    );
  },
  "a sub-agent that begins with lines of its parent": (folder) => {
    const own = meta(FORK, { history_mode: "paginated", subagent_history_start_ordinal: 5 });
    return writeLines(
      join(folder, nameOf(FORK)),
      counted(0, at("10:00:00", [own, ...parentsTurn, ...ownTurn])),
    );
  },
};

describe.each(Object.entries(forks))("of %s", (_, write) => {
  test("every command counts the same requests as its own", async () => {
    const folder = temporaryHome();
    const path = write(folder);
    const home = temporaryHome();
    await callRefold(["import", path], { home });
    const imported = Listed.parse(JSON.parse(await output(["list", "--json"], home)));
    const threadId = imported[0]?.threadId ?? "";
    for (const session of [path, threadId]) {
      const replayed = (await output(["replay", session, "--json"], home)).trim().split("\n");
      const { spend, inheritedSpend } = Replayed.parse(JSON.parse(replayed.at(-1) ?? ""));
      expect([spend.total, inheritedSpend?.total]).toEqual([210, 110]);
      const told = await output(["transcript", session, "--format", "json"], home);
      const { spent } = Told.parse(JSON.parse(told));
      expect([spent.requests, spent.usage?.total]).toEqual([1, 210]);
    }
    for (const words of [[path], []]) {
      const { tokens } = Stats.parse(JSON.parse(await output(["stats", ...words, "--json"], home)));
      expect(tokens.total).toBe(210);
    }
    expect(imported.map(({ tokens }) => tokens)).toEqual([210]);
    const listed = Listed.parse(JSON.parse(await output(["list", folder, "--json"], home)));
    const own = listed.find((thread) => basename(thread.path) === nameOf(FORK));
    expect(own?.tokens).toBe(210);
  });
});

async function output(words: readonly string[], home: string): Promise<string> {
  const { code, stdout } = await callRefold(words, { home });
  expect(code).toBe(0);
  return stdout;
}
