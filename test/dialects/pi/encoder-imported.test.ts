import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { writeCodex } from "../../../src/dialects/codex/codex-encoder.js";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { openForeign } from "../../../src/dialects/dialects.js";
import { piForm } from "../../../src/dialects/pi/pi-form.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import type { SessionForm } from "../../../src/dialects/shared/session-form.js";
import { memoryStore } from "../../../src/store/memory.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { historyCommands } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { message } from "../../../src/testing/render-lines.js";
import { claudeCodeTranscript } from "../claude-code/transcript-arbitrary.js";
import { linesOf, threadIdOf } from "../shared/exporting.js";
import { collect, memoryBytes } from "../shared/memory-bytes.js";
import { expectSameLedger, exported } from "./exporting.js";
import { piSession } from "./session-arbitrary.js";

const tree = readFileSync("fixtures/pi-tree.jsonl", "utf8");
const START: HistoryCommand = { do: "start-turn", change: { model: "model-b" }, tells: true };
const SAID: HistoryCommand = { do: "user", message: message("user", "Go on."), byAgent: false };

describe("an imported session of pi", () => {
  test("that went on begins with its file byte for byte, and has the same ledger", async () => {
    const property = fc.asyncProperty(piSession(), goingOn(), async (lines, commands) => {
      const text = textOf(lines);
      const { events, blobs } = await continued(text, piForm, commands);
      const bytes = await exported(events, { blobs });
      const hasIds = Number(lines[0]?.version) >= 2;
      if (hasIds || commands.length === 0) {
        expect(bytes.toString("utf8").startsWith(text)).toBe(true);
      }
      await expectSameLedger(events, bytes);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test("with nothing after it is its file byte for byte", async () => {
    const { events, blobs } = await continued(tree, piForm, []);
    expect((await exported(events, { blobs })).toString("utf8")).toBe(tree);
  });

  test("that was forked begins with the fork's own header", async () => {
    const { events, blobs } = await continued(tree, piForm, [{ do: "fork", at: 0.5 }, SAID]);
    const bytes = await exported(events, { blobs });
    const [header, second] = linesOf(bytes);
    expect(header).toMatchObject({ type: "session", version: 3 });
    expect(JSON.stringify(second)).toBe(tree.slice(0, tree.indexOf("\n")));
    await expectSameLedger(events, bytes);
  });

  test("without ids is written anew, as pi itself writes it", async () => {
    const linear = readFileSync("fixtures/pi-linear.jsonl", "utf8");
    const { events, blobs } = await continued(linear, piForm, [START, SAID]);
    const bytes = await exported(events, { blobs });
    expect(linesOf(bytes)[0]).toMatchObject({ type: "session", version: 3 });
    await expectSameLedger(events, bytes);
  });
});

test("a Codex rollout has the same words, pairs and order as a pi session", async () => {
  const rollouts = codexRollout({ maxTurns: 4 }).filter((lines) => lines.length > 0);
  const property = fc.asyncProperty(rollouts, async (lines) => {
    const { events, blobs } = await continued(textOf(lines), codexForm, []);
    await expectSameLedger(events, await exported(events, { blobs }));
  });
  await fc.assert(property, { numRuns: 40 });
});

test("so has a Claude Code transcript", async () => {
  const property = fc.asyncProperty(claudeCodeTranscript(), async (lines) => {
    const { events, blobs } = await continued(textOf(lines), claudeCodeForm, []);
    await expectSameLedger(events, await exported(events, { blobs }));
  });
  await fc.assert(property, { numRuns: 40 });
});

test("a pi session that is written for Codex and for pi again has the same ledger", async () => {
  const { events, blobs } = await continued(tree, piForm, []);
  const options = { threadId: threadIdOf(events), blobs, version: "1.0.0" };
  const codex = Buffer.concat(await collect(writeCodex(listSource(events), options)));
  const again = await continued(codex, codexForm, []);
  const bytes = await exported(again.events, { blobs: again.blobs });
  await expectSameLedger(again.events, bytes);
});

const FOLDER = "../shared/sessions";
const files = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl") && isShort(`${FOLDER}/${name}`))
  : [];

/** The longest ones hold nothing else, and take their time. */
function isShort(path: string): boolean {
  return statSync(path).size < 1_500_000;
}

describe.skipIf(files.length === 0)("recorded sessions of every dialect", () => {
  test.each(files)("%s gone on, opens as a pi session", async (name) => {
    const bytes = readFileSync(`${FOLDER}/${name}`);
    const { dialect } = await openForeign(memoryBytes(bytes));
    const { blobs } = memoryStore();
    const builder = new HistoryBuilder(await collect(dialect.keep(memoryBytes(bytes), { blobs })));
    const commands = [START, SAID, { do: "roll-back", at: 0.7 } as const, SAID];
    for (const command of commands) renderCommand(builder, command);
    const { events } = builder.history();
    await expectSameLedger(events, await exported(events, { blobs }));
  });
});

function goingOn(): fc.Arbitrary<HistoryCommand[]> {
  return historyCommands({ maxLength: 25, weights: { fork: 0, "foreign-line": 0 } });
}

function textOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** A file that was imported, and what was done with its thread then. */
async function continued(
  text: string | Uint8Array,
  form: SessionForm,
  commands: readonly HistoryCommand[],
) {
  const { blobs } = memoryStore();
  const kept = await collect(decodeKept(memoryBytes(text), form, { blobs }));
  const builder = new HistoryBuilder(kept);
  for (const command of commands) renderCommand(builder, command);
  return { events: builder.history().events, blobs };
}
