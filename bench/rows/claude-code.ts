import { closeSync, existsSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openForeign } from "../../src/dialects/open-foreign.js";
import { fileBytes } from "../../src/runtime/discovery/file-bytes.js";
import type { Bench, Probe, Result, Row } from "../row.js";

/** A reader is warm once it has read so many answers. */
const WARM_ANSWERS = 500;

/** Converts a transcript and lets every event go. */
const stream: Probe = async ({ file, warm }, measure) => {
  await convert(String(warm));
  let events = 0;
  await measure(async () => {
    events = await convert(String(file));
  });
  return { events };
};

/** Reads in chunks and parses each line. */
const floor: Probe = async ({ file, warm }, measure) => {
  await parseLines(String(warm));
  await measure(() => parseLines(String(file)));
  return {};
};

async function convert(path: string): Promise<number> {
  const { rollout } = await openForeign(await fileBytes(path));
  let events = 0;
  for await (const event of rollout.source.read()) events = event.offset + 1;
  return events;
}

async function parseLines(path: string): Promise<void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of (await fileBytes(path)).stream()) {
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      JSON.parse(bytes.toString("utf8", from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}

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
      budget: { ratio: 1.8 },
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

export const row: Row = { run, probes: { stream, floor } };
