import { closeSync, existsSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Result, Row } from "../row.js";
import { probes } from "../conversion.js";

/** A reader is warm once it has read so many answers. */
const WARM_ANSWERS = 500;

async function run(bench: Bench): Promise<readonly Result[]> {
  const file = transcript(bench.scratch, Math.ceil(bench.items / 4));
  const warm = transcript(bench.scratch, WARM_ANSWERS);
  const sampled = await bench.sample("claude-code", {
    stream: { file, warm },
    floor: { file, warm },
  });
  const megabytes = Math.round(statSync(file).size / 1e6);
  return [
    {
      name: `conversion of a Claude Code transcript, ${megabytes} MB`,
      unit: "ms",
      measured: sampled("stream").ms,
      floor: sampled("floor").ms,
      budget: { ratio: 2 },
    },
  ];
}

/** Rounds of a thought, a text, a call and its output of about 3 KB, as transcripts have them. */
function transcript(scratch: string, answers: number): string {
  const path = join(scratch, `transcript-${answers}.jsonl`);
  if (existsSync(path)) return path;
  const file = openSync(path, "w");
  let parentUuid: string | null = null;
  for (let answer = 0; answer < answers; answer++) {
    const lines: string[] = [];
    const add = (fields: object): void => {
      const uuid = `u${answer}-${lines.length}`;
      lines.push(`${JSON.stringify({ parentUuid, ...COMMON, ...fields, uuid })}\n`);
      parentUuid = uuid;
    };
    if (answer % 8 === 0) add({ type: "user", message: { role: "user", content: "go on" } });
    const id = `msg_${answer}`;
    const say = (block: object): void =>
      add({ type: "assistant", message: { ...ANSWER, id, content: [block] } });
    say({ type: "thinking", thinking: `${WORDS} ${answer}`, signature: "c2ln".repeat(90) });
    say({ type: "text", text: `${WORDS} ${answer}` });
    say({ type: "tool_use", id: `toolu_${answer}`, name: "Bash", input: { command: WORDS } });
    const content = `${WORDS}\n`.repeat(20) + String(answer);
    const block = { type: "tool_result", tool_use_id: `toolu_${answer}`, content };
    add({
      type: "user",
      message: { role: "user", content: [block] },
      toolUseResult: { stdout: content, stderr: "", interrupted: false },
    });
    writeSync(file, lines.join(""));
  }
  closeSync(file);
  return path;
}

const WORDS =
  "the escapement loses two beats an hour, and nobody in the workshop knows why it should";
const COMMON = {
  isSidechain: false,
  userType: "external",
  cwd: "/home/somebody/clockwork",
  sessionId: "5b1f0c52-7a3e-4d0b-9c61-2f8e4a7d9b10",
  version: "2.1.29",
  gitBranch: "main",
  timestamp: "2026-01-15T09:00:00.000Z",
};
const ANSWER = {
  model: "claude-opus-4-5-20251101",
  type: "message",
  role: "assistant",
  usage: { input_tokens: 8, cache_read_input_tokens: 60_000, output_tokens: 200 },
};

export const row: Row = { run, probes };
