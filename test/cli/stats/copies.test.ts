import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileBytes } from "../../../src/sessions/file-bytes.js";
import { importFile } from "../../../src/sessions/import-file.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { type CodexLine, codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { contractId, fork, newThread } from "../../../src/testing/store-contract/contract-case.js";
import { claudeCodeTranscript } from "../../dialects/claude-code/transcript-arbitrary.js";
import { piSession } from "../../dialects/pi/session-arbitrary.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { contentOf, recordedSessions } from "../recorded-sessions.js";
import { statsOf, statsWith, writeLines } from "./counting.js";

const PARENT_ID = "019c0000-0000-7000-8000-000000000001";
const FORK_ID = "019c0000-0000-7000-8000-0000000000ff";

describe("a request counts once", () => {
  test.each(recordedSessions())("found twice: $name", async ({ path, name }) => {
    const folder = temporaryHome();
    copyFileSync(path, join(folder, name));
    writeFileSync(join(folder, "again.jsonl"), contentOf(path));
    const [once, twice] = [await statsOf(path), await statsOf(folder)];
    expect(twice.tokens).toEqual(once.tokens);
    expect(twice.tools).toEqual(once.tools);
    expect([twice.threads, twice.turns]).toEqual([once.threads, once.turns]);
    expect(twice.copiedEvents).toBe(once.events + 2 * once.copiedEvents);
  });

  const imported = recordedSessions().filter(({ name }) =>
    /^(?:clean\.jsonl|claude|pi-)/.test(name),
  );
  test.each(imported)("imported, and its file as well: $name", async ({ path }) => {
    const home = temporaryHome();
    const store = jsonlStore({ home });
    await importFile(await fileBytes(path), store);
    await store.close();
    const [once, twice] = [await statsOf(path), await statsOf(path, home)];
    expect(once.tokens.total).toBeGreaterThan(0);
    expect(twice.tokens).toEqual(once.tokens);
    expect((await statsOf(home)).tokens).toEqual(once.tokens);
  });

  test("Codex: a sub-agent's copy ends where it says, however soon its own lines follow", async () => {
    const path = join(temporaryHome(), "agent.jsonl");
    const at = "2026-03-01T10:00:00.000Z";
    const usage = { input_tokens: 5, output_tokens: 0, total_tokens: 5 };
    const spent = { type: "token_count", info: { last_token_usage: usage } };
    const meta = { forked_from_id: PARENT_ID, subagent_history_start_ordinal: 3 };
    const lines = [
      { type: "session_meta", payload: { id: FORK_ID, history_mode: "paginated", ...meta } },
      { type: "session_meta", payload: { id: PARENT_ID, history_mode: "paginated" } },
      { type: "event_msg", payload: spent },
      { type: "event_msg", payload: spent },
    ];
    writeLines(
      path,
      lines.map((line, ordinal) => ({ timestamp: at, ordinal, ...line })),
    );
    const { tokens, copiedEvents } = await statsOf(path);
    expect([tokens.total, copiedEvents]).toEqual([5, 2]);
  });

  test("Claude Code: messages that a resumed session copied from any place on", async () => {
    const property = fc.asyncProperty(claudeCodeTranscript(), fc.nat(), async (lines, pick) => {
      const folder = temporaryHome();
      writeLines(join(folder, "a.jsonl"), lines);
      const once = await statsOf(folder);
      const sessionId = "7d1f2a34-9d5e-4c47-8f0b-2f6a7d1c9e55";
      const copied = lines.slice(pick % lines.length).filter(({ uuid }) => uuid !== undefined);
      fc.pre(copied.length > 0);
      writeLines(
        join(folder, "b.jsonl"),
        copied.map((line) => ({ ...line, sessionId })),
      );
      const both = await statsOf(folder);
      expect(both.tokens).toEqual(once.tokens);
      expect(both.turns).toBe(once.turns);
      expect(both.tools).toEqual(once.tools);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test("pi: entries that a session was branched off with, up to any of them", async () => {
    const property = fc.asyncProperty(piSession(), fc.nat(), async (lines, pick) => {
      const folder = temporaryHome();
      writeLines(join(folder, "a.jsonl"), lines);
      const once = await statsOf(folder);
      const [header = {}, ...entries] = lines;
      const id = "5d2b8f10-0e7a-4c55-8c1e-7f0a3b9d6e44";
      const copied = entries.slice(0, 1 + (pick % Math.max(1, entries.length)));
      writeLines(join(folder, "b.jsonl"), [{ ...header, id }, ...copied]);
      const both = await statsOf(folder);
      expect(both.tokens).toEqual(once.tokens);
      expect(both.turns).toBe(once.turns);
      expect(both.tools).toEqual(once.tools);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test("pi: who goes back to an earlier entry goes on with its model", async () => {
    const entry = (id: string, parentId: string | null, more: object): object => {
      const timestamp = `2026-02-01T10:00:0${id}.000Z`;
      return { type: "message", id, parentId, timestamp, ...more };
    };
    const usage = { input: 10, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 11 };
    const answer = (model: string) => ({
      message: { role: "assistant", model, content: [], usage },
    });
    const prompt = { message: { role: "user", content: "go on" } };
    const path = writeLines(join(temporaryHome(), "session.jsonl"), [
      {
        type: "session",
        version: 3,
        id: FORK_ID,
        timestamp: "2026-02-01T09:00:00.000Z",
        cwd: "/p",
      },
      entry("1", null, prompt),
      entry("2", "1", answer("claude-sonnet-4-5")),
      entry("3", "2", answer("gpt-5")),
      entry("4", "2", prompt),
    ]);
    const { turns } = await statsWith({ model: "claude-sonnet-4-5" }, [path]);
    expect(turns).toBe(2); // the first began before any model was named
  });

  test("Codex: the history that a fork begins with, at the time of the fork", async () => {
    const property = fc.asyncProperty(codexRollout(), codexRollout(), async (parent, own) => {
      const folder = temporaryHome();
      writeLines(join(folder, "parent.jsonl"), parent);
      const before = await statsOf(folder);
      const alone = await statsOf(writeLines(join(folder, "own"), [meta(null), ...later(own)]));
      const copy = parent.map((line) => ({ ...line, timestamp: "2026-03-05T09:00:00.120Z" }));
      writeLines(join(folder, "fork.jsonl"), [meta(PARENT_ID), ...copy, ...later(own)]);
      const both = await statsOf(folder);
      // The first report of the fork's own may repeat the totals of what was copied.
      expect(both.tokens.total).toBeLessThanOrEqual(before.tokens.total + alone.tokens.total);
      expect(both.tokens.total).toBeGreaterThanOrEqual(before.tokens.total);
      expect(both.copiedEvents).toBe(parent.length);
      const calls = (report: typeof both) =>
        report.tools.reduce((sum, tool) => sum + tool.calls, 0);
      expect(calls(both)).toBe(calls(before) + calls(alone));
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test("a fork of our own counts no event of its parent", async () => {
    const home = temporaryHome();
    const store = jsonlStore({ home });
    const parent = contractId(1);
    await newThread(store, parent, [10]);
    await fork(store, { from: parent, at: 5, as: contractId(2) });
    const forked = await statsOf(home);
    await store.detach(contractId(2));
    await store.close();
    const detached = await statsOf(home);
    expect([forked.threads, forked.forks, forked.events]).toEqual([2, 1, 11]);
    expect([detached.threads, detached.events, detached.copiedEvents]).toEqual([2, 11, 6]);
  });
});

function meta(parent: string | null): CodexLine {
  const payload = { id: FORK_ID, ...(parent !== null && { forked_from_id: parent }) };
  return { timestamp: "2026-03-05T09:00:00.000Z", type: "session_meta", payload };
}

/** What the fork did itself, minutes after it was made. */
function later(lines: readonly CodexLine[]): readonly CodexLine[] {
  return lines
    .filter(({ type }) => type !== "session_meta")
    .map((line) => ({ ...line, timestamp: line.timestamp.replace("2026-03-01", "2026-03-05") }));
}
