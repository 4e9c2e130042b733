import { closeSync, existsSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Result, Row } from "../row.js";
import { probes } from "../conversion.js";

/** A reader is warm once it has read so many answers. */
const WARM_ANSWERS = 500;
/** As often as pi compacts a session of answers of this size. */
const ANSWERS_BETWEEN_COMPACTIONS = 100;
/** Entries that such a compaction keeps. */
const KEPT_ENTRIES = 24;

async function run(bench: Bench): Promise<readonly Result[]> {
  const file = session(bench.scratch, Math.ceil(bench.items / 4));
  const warm = session(bench.scratch, WARM_ANSWERS);
  const sampled = await bench.sample("pi", { stream: { file, warm }, floor: { file, warm } });
  const megabytes = Math.round(statSync(file).size / 1e6);
  return [
    {
      name: `conversion of a pi session, ${megabytes} MB`,
      unit: "ms",
      measured: sampled("stream").ms,
      floor: sampled("floor").ms,
      budget: { ratio: 2 },
    },
  ];
}

/** Answers of a thought, a text and a call, each with an output of about 3 KB, and compactions. */
function session(scratch: string, answers: number): string {
  const path = join(scratch, `pi-session-${answers}.jsonl`);
  if (existsSync(path)) return path;
  const file = openSync(path, "w");
  writeSync(file, `${JSON.stringify(HEADER)}\n`);
  let made = 0;
  const id = (entry: number): string => (0x10000000 + entry).toString(16);
  for (let answer = 0; answer < answers; answer++) {
    const lines: string[] = [];
    const add = (type: string, fields: object): void => {
      const parentId = made === 0 ? null : id(made - 1);
      const entry = { type, id: id(made), parentId, timestamp: HEADER.timestamp, ...fields };
      lines.push(`${JSON.stringify(entry)}\n`);
      made++;
    };
    const say = (message: object): void => {
      add("message", { message: { ...message, timestamp: 1_768_467_600_000 } });
    };
    if (answer % 8 === 0) say({ role: "user", content: [{ type: "text", text: "go on" }] });
    say({ ...ANSWER, content: [...SAID, { ...CALL, id: `toolu_${answer}` }] });
    const content = [{ type: "text", text: `${WORDS}\n`.repeat(35) + String(answer) }];
    const output = { toolCallId: `toolu_${answer}`, toolName: "bash", isError: false };
    say({ role: "toolResult", ...output, content });
    if (answer % ANSWERS_BETWEEN_COMPACTIONS === ANSWERS_BETWEEN_COMPACTIONS - 1) {
      const firstKeptEntryId = id(made - KEPT_ENTRIES);
      add("compaction", { summary: WORDS.repeat(20), firstKeptEntryId, tokensBefore: 90_000 });
    }
    writeSync(file, lines.join(""));
  }
  closeSync(file);
  return path;
}

const WORDS =
  "the escapement loses two beats an hour, and nobody in the workshop knows why it should";
const HEADER = {
  type: "session",
  version: 3,
  id: "7d2a4c10-3b9f-4e52-8a61-0c5d9e7f2b34",
  timestamp: "2026-01-15T09:00:00.000Z",
  cwd: "/home/somebody/clockwork",
};
const SAID = [
  { type: "thinking", thinking: WORDS, thinkingSignature: "c2ln".repeat(90) },
  { type: "text", text: WORDS },
];
const CALL = { type: "toolCall", name: "bash", arguments: { command: WORDS } };
const ANSWER = {
  role: "assistant",
  api: "anthropic-messages",
  provider: "anthropic",
  model: "claude-opus-4-5",
  usage: {
    ...{ input: 8, output: 200, cacheRead: 60_000, cacheWrite: 900, totalTokens: 61_108 },
    cost: { input: 0.00004, output: 0.005, cacheRead: 0.03, cacheWrite: 0.0056, total: 0.0406 },
  },
  stopReason: "toolUse",
};

export const row: Row = { run, probes };
