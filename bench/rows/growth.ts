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
/** A command that runs longer is not asked for more; in a quick run, sooner. */
const MOST_MS = 600_000;
const MOST_QUICK_MS = 120_000;

/** What is asked of a recorded session or a thread; none of it writes into the store. */
const READING: readonly (readonly string[])[] = [
  ...["check", "replay", "log", "state", "tokens", "explain", "forgetting", "cache"].map((name) => [
    name,
    "{}",
  ]),
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
  ["stats", "{}"],
  ["import", "{}"],
  ["import", "{}"],
  ["doctor", "{}"],
  ["repair", "{}", "-o", "{}.repaired"],
];
const OF_FOLDERS: readonly (readonly string[])[] = [
  ["check", "{}"],
  ["stats", "{}"],
  ["list", "{}"],
  ["list", "{}"],
  ["search", "beats", "{}"],
  ["import", "{}"],
  ["import", "{}"],
  ["doctor"],
];
/** In an order in which each can be done after those before it. */
const OF_THREADS: readonly (readonly string[])[] = [
  ["list"],
  ["list"],
  ["stats"],
  ["search", "beats"],
  ["tree", "{}"],
  ["doctor"],
  ["gc"],
  ["rollback", "{}", "--turns", "1"],
  ["undo", "{}"],
  ["redo", "{}"],
  ["export", "{}", "--format", "bundle", "-o", "{home}.bundle", "--force"],
  ["export", "{}", "--format", "bundle", "--redact", "-o", "{home}.bundle", "--force"],
  ["archive", "{}"],
  ["unarchive", "{}"],
  ["detach", "{}"],
  ["delete", "{}", "--yes"],
  ["delete", "--older-than", "0d", "--yes"],
];

async function run({ isQuick, only, scratch }: Bench): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const shape of SHAPES.filter(({ name }) => name.includes(only))) {
    const stopped = new Set<string>();
    for (const items of isQuick ? shape.sizes.slice(0, 2) : shape.sizes) {
      const folder = join(scratch, `growth-${items}`);
      const shaped = await shape.write(folder, items);
      const commands = COMMANDS[shape.kind];
      for (const [index, words] of commands.entries()) {
        const isRepeated = words.join() === commands[index - 1]?.join();
        const plain = words.join(" ").replace(" -o {home}.bundle --force", "");
        const of = plain.replaceAll("{}", "…") + (isRepeated ? ", again" : "");
        if (stopped.has(of)) continue;
        const used = usedBy(words, shaped, isQuick ? MOST_QUICK_MS : MOST_MS);
        if (used === null) {
          stopped.add(of);
          outcomes.push({
            name: `${shape.name}: ${of}`,
            leftOut: `refused, or no end, at ${items}`,
          });
          continue;
        }
        const growth = { table: shape.name, items };
        const result = (what: string, unit: "ms" | "MB", measured: number): Outcome => ({
          ...{ name: `${shape.name}: ${what}`, unit, measured, floor: null, budget: {} },
          growth: { ...growth, of: what },
        });
        outcomes.push(result(of, "ms", used.userMs));
        if (shape.weighs) outcomes.push(result(`${of}, memory`, "MB", used.peakMb));
      }
      rmSync(folder, { recursive: true });
    }
  }
  return outcomes;
}

const COMMANDS = {
  file: [...READING, ...OF_FILES],
  folder: OF_FOLDERS,
  thread: [...READING, ...OF_THREADS],
} as const;

interface Used {
  /** User time of the command's process, all threads. */
  readonly userMs: number;
  readonly peakMb: number;
}

/** @returns null: the command was stopped, or it said how to be used */
function usedBy(words: readonly string[], { session, home }: Shaped, timeout: number): Used | null {
  const named = words.map((word) => word.replace("{}", session).replace("{home}", home));
  const { output, status } = spawnSync(
    process.execPath,
    ["--import", USAGE, COMMAND, ...named, "--home", home],
    { stdio: ["ignore", "ignore", "ignore", "pipe"], timeout, encoding: "utf8" },
  );
  const [userMs, peakMb] = (output[3] ?? "").split(" ").map(Number);
  if (userMs === undefined || peakMb === undefined || status === USAGE_ERROR) return null;
  return { userMs, peakMb };
}

export const row: Row = { run, probes: {} };
