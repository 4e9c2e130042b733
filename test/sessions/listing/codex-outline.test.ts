import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CodexOutline } from "../../../src/sessions/listing/codex-outline.js";
import { readLines } from "../../../src/sessions/listing/listed-lines.js";
import { listThreads } from "../../../src/sessions/listing/list-threads.js";
import { type CodexLine, codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { contentOf, recordedSessions } from "../../cli/recorded-sessions.js";
import { callRefold } from "../../cli/run-refold.js";
import { statsOf } from "../../cli/stats/counting.js";
import {
  answer,
  completed,
  context,
  event,
  item,
  line,
  meta,
  rolledBack,
  started,
  textOf,
  user,
} from "../../dialects/codex/lines.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const ROLLOUT = "rollout-2026-03-01T10-00-00-019c0000-0000-7000-8000-000000000001.jsonl";

/** The same bytes as a session of a Codex home, and as a file that is named otherwise. */
function writtenTwice(content: string | Buffer) {
  const home = temporaryHome();
  const codex = join(home, "codex");
  const rollout = join(codex, "sessions", ROLLOUT);
  mkdirSync(join(codex, "sessions"), { recursive: true });
  writeFileSync(rollout, content);
  const path = join(home, "session.jsonl");
  writeFileSync(path, content);
  return { home, codex, rollout, path };
}

/** What a list says of both, but for where they are. */
async function listedTwice(content: string | Buffer) {
  const { home, codex, rollout, path } = writtenTwice(content);
  const listed = async (options: object) => {
    const threads = await listThreads({ home, ...options });
    return threads.map((thread) => ({ ...thread, path: "", collection: "" }));
  };
  const [inHome, named] = [await listed({ codex }), await listed({ paths: [path] })];
  return { inHome, named, rollout };
}

/** Whether the lines are enough that are looked at. */
async function isExact(path: string): Promise<boolean> {
  const outline = new CodexOutline();
  await readLines(path, (each, start) => outline.push(each, start));
  return outline.facts() !== null;
}

const counts = fc.record({ input_tokens: fc.nat(3), output_tokens: fc.nat(2) });
const reports = fc.array(fc.record({ place: fc.nat(), last: counts, totals: fc.option(counts) }), {
  maxLength: 6,
});

/** Reports anywhere among the lines; totals grow, stay, or begin anew. */
function withReports(
  lines: readonly CodexLine[],
  added: readonly { place: number; last: Counts; totals: Counts | null }[],
): readonly CodexLine[] {
  const all = [...lines];
  for (const { place, last, totals } of added) {
    const total_token_usage = totals && { ...totals, total_tokens: tokensOf(totals) };
    const last_token_usage = { ...last, total_tokens: tokensOf(last) };
    const info = { last_token_usage, ...(total_token_usage && { total_token_usage }) };
    all.splice(1 + (place % all.length), 0, event("token_count", { info }));
  }
  return all;
}

type Counts = Readonly<{ input_tokens: number; output_tokens: number }>;

function tokensOf({ input_tokens, output_tokens }: Counts): number {
  return input_tokens + output_tokens;
}

/** How another agent begins a sub-agent's turn. */
const newTask = item({
  type: "agent_message",
  author: "/root",
  recipient: "/root/worker",
  content: [{ type: "input_text", text: "Message Type: NEW_TASK\nPayload:\nCount the harbours." }],
});

/** The session's lines as something else than Codex left them, or Codex when it was killed. */
const noises: Readonly<Record<string, (lines: string[], at: number, pick: number) => string>> = {
  none: (lines) => lines.join(""),
  "white space": (lines, at) =>
    lines.map((text, index) => (index < at ? text : withBlanks(text))).join(""),
  "a byte order mark": (lines) => `\ufeff${lines.join("")}`,
  "NUL bytes": (lines, at) => lines.with(at, `${"\0".repeat(40)}${lines[at]}`).join(""),
  "two objects on a line": (lines, at) => lines.with(at, (lines[at] ?? "").trimEnd()).join(""),
  "a line that was cut": (lines, at, pick) => lines.with(at, `${cut(lines[at], pick)}\n`).join(""),
  "a cut line that another follows": (lines, at, pick) =>
    lines.with(at, cut(lines[at], pick)).join(""),
  "an end within a line": (lines, at, pick) =>
    [...lines.slice(0, at + 1), cut(lines[at + 1] ?? textOf([deepLine]), pick)].join(""),
  "no line feed at the end": (lines) => lines.join("").trimEnd(),
  "values that are no objects": (lines, at) =>
    lines.toSpliced(at + 1, 0, "[1,2]\n", "7\n").join(""),
  "objects that nest too deeply": (lines, at) =>
    lines.toSpliced(at + 1, 0, textOf([deepLine])).join(""),
  "blank lines": (lines, at) => lines.toSpliced(at, 0, "\n", "  \n").join(""),
  "carriage returns": (lines) => lines.join("").replaceAll("\n", "\r\n"),
  "members in another order": (lines, at) => lines.with(at, reordered(lines[at])).join(""),
  "lines of other tools": (lines, at) =>
    lines.toSpliced(at + 1, 0, '{"type":"user","message":{}}\n').join(""),
};

const deepLine = item({ type: "tool_search_call", arguments: nested(1500) });

function nested(levels: number): unknown {
  return Array.from({ length: levels }).reduce((inner: unknown) => [inner], 0);
}

/** As other programs write JSON. */
function withBlanks(text: string): string {
  return `${JSON.stringify(JSON.parse(text), null, 1).replaceAll(/\n\s*/g, " ")}\n`;
}

function reordered(text = ""): string {
  const [, others, payload] = /^(.*),("payload":.*)\}\n$/.exec(text) ?? [];
  return `{${payload},${others?.slice(1)}}\n`;
}

/** Some of a line's beginning; what ends as a line does could only be told by parsing it. */
function cut(text = "", pick: number): string {
  const part = text.slice(0, 1 + (pick % (text.length - 2)));
  return part.endsWith("}}") ? part.slice(0, -1) : part;
}

describe("a Codex home is listed as its files are when they are named", () => {
  test.each(Object.entries(noises))("with %s", async (name, make) => {
    const property = fc.asyncProperty(
      ...[codexRollout(), reports, fc.array(fc.nat(), { maxLength: 2 }), fc.nat(), fc.nat()],
      async (rollout, added, tasks, at, pick) => {
        const lines = [...withReports(rollout, added)];
        for (const place of tasks) lines.splice(1 + (place % lines.length), 0, newTask);
        const stamped = lines.map((one, index) => ({ ...one, timestamp: timeOf(index) }));
        const texts = stamped.map((one) => textOf([one]));
        const { inHome, named } = await listedTwice(make(texts, at % texts.length, pick));
        expect(inHome).toEqual(named);
      },
    );
    await fc.assert(property, { numRuns: name === "none" ? 150 : 40 });
  });

  const recorded = recordedSessions().filter(({ name }) => !/^(claude|pi-)/.test(name));
  test.each(recorded)("$name", async ({ path }) => {
    const { inHome, named } = await listedTwice(contentOf(path));
    expect(inHome).toEqual(named);
  });
});

function timeOf(index: number): string {
  return new Date(Date.parse("2026-03-01T10:00:00.000Z") + index * 700).toISOString();
}

describe("of a line that is as Codex writes it only some is read", () => {
  test.each(recordedSessions().filter(({ name }) => name.includes("rollout-")))(
    "which is enough: $name",
    async ({ path }) => {
      expect(await isExact(path)).toBe(true);
    },
  );

  const turn = (id: string) => [
    ...[started(id), context(id, "gpt-5.2"), user(id), answer(id), completed(id)],
  ];
  test.each([
    ["a turn of an agent's message", [meta, started("a"), newTask], true],
    ["a name", [meta, ...turn("a"), event("thread_name_updated", { thread_name: "T" })], true],
    ["a rollback", [meta, ...turn("a"), ...turn("b"), rolledBack(1)], false],
    ["a history that begins elsewhere", [based(), ...turn("a")], false],
    ["a first line of another kind", [...turn("a")], false],
  ])("%s", async (_, lines, isEnough) => {
    const { rollout } = writtenTwice(textOf(lines));
    expect(await isExact(rollout)).toBe(isEnough);
  });
});

function based(): CodexLine {
  const history_base = { thread_id: "x", end_ordinal_exclusive: 1, end_byte_offset: 1 };
  return line("session_meta", { ...meta.payload, history_mode: "paginated", history_base });
}

test("damage in a Codex home is told, and the command ends with 1", async () => {
  const whole = textOf([meta, started("a"), user("High water?"), completed("a")]);
  const { codex, home } = writtenTwice(whole.replace("\n", `\n${"\0".repeat(9)}`));
  const { code, stdout } = await callRefold(["list", "--codex", codex, "--json"], { home });
  expect(code).toBe(1);
  expect(stdout).toMatch(/"problem": "damaged: [^"]*nul/);
});

test("a list of Codex sessions counts what stats counts, wherever running totals begin anew", async () => {
  const property = fc.asyncProperty(
    ...[codexRollout(), reports, fc.boolean()],
    async (rollout, added, isFork) => {
      const lines = withReports(rollout, added);
      const at = "2026-03-01T10:00:00.000Z";
      const fork = line("session_meta", { ...meta.payload, id: "f", forked_from_id: "x" });
      const own = { ...withReports([fork], added)[1], timestamp: "2026-03-01T10:09:09.000Z" };
      const copied = lines.map((one) => ({ ...one, timestamp: at }));
      const { inHome, rollout: path } = await listedTwice(
        textOf(isFork ? [fork, ...copied, ...(added.length > 0 ? [own] : [])] : lines),
      );
      const { tokens } = await statsOf(path);
      const cost = tokens.total === 0 && !isFork ? null : tokens.cost; // nothing was reported
      expect(inHome).toMatchObject([{ tokens: tokens.total, cost }]);
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
