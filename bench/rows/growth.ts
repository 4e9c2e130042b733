import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Shaped, SHAPES } from "../growth-shapes.js";
import type { Outcome } from "../outcome.js";
import type { Bench, Row } from "../row.js";

const USAGE_ERROR = 2;
const COMMAND = "bin/refold.js";
const USAGE = fileURLToPath(new URL("../report-usage.js", import.meta.url));
/** A command that runs longer is not asked for more. */
const MOST_MS = 600_000;

/** A quick run measures the two greater sizes, divided by this. */
const QUICK_PART = 10;

/** What is asked of a recorded session or a thread; none of it writes into the store. */
const READING: readonly (readonly string[])[] = [
  ...["check", "replay", "log", "state", "tokens", "explain", "forgetting", "cache", "stats"].map(
    (name) => [name, "{}"],
  ),
  ...["md", "html", "json", "codex", "claude-code", "pi"].map((format) => [
    "export",
    "{}",
    "--format",
    format,
  ]),
  ["export", "{}", "--format", "html", "--redact"],
  ["transcript", "{}"],
  ["prompt", "{}", "--provider", "anthropic", "--model", "claude-opus-4-5"],
  ["prompt", "{}", "--model", "gpt-5", "--fit", "20000"],
  ["search", "beats", "{}"],
  ["show", "{}", "2"],
  ["diff", "{}@2", "{}"],
];
const OF_FILES: readonly (readonly string[])[] = [
  ["import", "{}"],
  ["import", "{}"],
  ["doctor", "{}"],
  ["repair", "{}", "-o", "{}.repaired"],
];
/** In an order in which each can be done after those before it. */
const OF_THREADS: readonly (readonly string[])[] = [
  ["list"],
  ["tree", "{}"],
  ["doctor"],
  ["gc"],
  ["rollback", "{}", "--turns", "1"],
  ["undo", "{}"],
  ["redo", "{}"],
  ["export", "{}", "--format", "bundle", "-o", "{}.bundle", "--force"],
  ["archive", "{}"],
  ["unarchive", "{}"],
  ["detach", "{}"],
  ["delete", "{}", "--yes"],
];

async function run({ isQuick, scratch }: Bench): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, write, sizes } of SHAPES) {
    const stopped = new Set<string>();
    for (const items of isQuick ? sizes.slice(1).map((size) => size / QUICK_PART) : sizes) {
      const folder = join(scratch, `growth-${items}`);
      const shaped = await write(folder, items);
      for (const [index, words] of commandsFor(shaped).entries()) {
        const isRepeated = words.join() === commandsFor(shaped)[index - 1]?.join();
        const of = words.join(" ").replaceAll("{}", "…") + (isRepeated ? ", again" : "");
        if (stopped.has(of)) continue;
        const measured = userMs(words, shaped);
        if (measured === null) stopped.add(of);
        const growth = { table: name, of, items };
        outcomes.push(
          measured === null
            ? { name: `${name}: ${of}`, leftOut: `refused, or no end, at ${items}` }
            : { name: `${name}: ${of}`, unit: "ms", measured, floor: null, budget: {}, growth },
        );
      }
      rmSync(folder, { recursive: true });
    }
  }
  return outcomes;
}

function commandsFor({ session }: Shaped): readonly (readonly string[])[] {
  return [...READING, ...(session.endsWith(".jsonl") ? OF_FILES : OF_THREADS)];
}

/** User time of the command's process, all threads. @returns null: it was stopped, or it said how to be used */
function userMs(words: readonly string[], { session, home }: Shaped): number | null {
  const named = words.map((word) => word.replace("{}", session));
  const { output, status } = spawnSync(
    process.execPath,
    ["--import", USAGE, COMMAND, ...named, "--home", home],
    { stdio: ["ignore", "ignore", "ignore", "pipe"], timeout: MOST_MS, encoding: "utf8" },
  );
  const used = output[3] ?? "";
  return used === "" || status === USAGE_ERROR ? null : Number(used);
}

export const row: Row = { run, probes: {} };
