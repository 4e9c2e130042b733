import { z } from "zod";
import type { Sandbox } from "./sandbox.js";

export const PROVIDERS = [
  "openai-responses",
  "openai-chat",
  "anthropic",
  "google",
  "google-interactions",
];
export const STRATEGIES = ["summary", "clear-outputs", "sliding-window", "priority", "auto"];
export const EXPORT_FORMATS = ["md", "html", "json", "codex", "claude-code", "pi", "bundle"];

const LARGE_BYTES = 500_000;

/** Every command that reads, over one recorded session. */
export async function fileCases(
  sandbox: Sandbox,
  { path, sizeBytes }: { readonly path: string; readonly sizeBytes: number },
): Promise<void> {
  const { look } = sandbox;
  const { lastOffset, turnEnds } = await placesIn(sandbox, path);
  const middle = String(Math.floor(lastOffset / 2));
  const isLarge = sizeBytes > LARGE_BYTES;

  for (const words of [
    ["replay", path],
    ["replay", path, "--turns"],
    ["replay", path, "--items"],
    ["replay", path, "--at", middle],
    ["replay", path, "--verify"],
    ["log", path],
    ["log", path, "--json"],
    ["log", path, "--type", "history"],
    ["log", path, "--from", "3", "--to", middle, "--type", "item.recorded"],
    ["state", path],
    ["state", path, "--tool-output-limit", "100"],
    ["state", path, "--tool-output-limit", "1000bytes", "--json"],
    ["tokens", path],
    ["explain", path],
    ["forgetting", path],
    ["cache", path],
    ["check", path, "--exhaustive", "--replay-prompts"],
    ["check", path, "--json"],
    ["stats", path],
    ["stats", path, "--json", "--html", "stats.html"],
    ["doctor", path],
    ["doctor", path, "--json"],
    ["diff", `${path}@${middle}`, path],
    ["diff", `${path}@${middle}`, `${path}@${lastOffset}`, "--json"],
    ["transcript", path, "--at", middle],
  ]) {
    await look(nameOf(words, path), words);
  }
  for (const command of ["replay", "state", "tokens", "explain", "forgetting", "cache"]) {
    await look(
      `${command} --json, at the end and in the middle`,
      [command, path, "--json"],
      [command, path, "--json", "--at", middle],
    );
  }
  await look("replay --json --verify", ["replay", path, "--json", "--verify"]);
  await look("replay --json --turns", ["replay", path, "--json", "--turns"]);
  for (const format of ["text", "md", "html", "json"]) {
    await look(`transcript --format ${format}`, ["transcript", path, "--format", format]);
  }

  await look(
    "state --json at 50 offsets",
    ...spread(lastOffset, isLarge ? 25 : 50).map((at) => ["state", path, "--json", "--at", at]),
  );
  await look(
    "show at 20 offsets",
    ...spread(lastOffset, isLarge ? 5 : 20).flatMap((at) => [
      ["show", path, at],
      ["show", path, at, "--json"],
    ]),
  );
  const ends = thinned(turnEnds, isLarge ? 10 : 40);
  for (const provider of PROVIDERS) {
    const prompt = ["prompt", path, "--provider", provider, "--placeholders"];
    await look(
      `prompt --provider ${provider} at turn ends`,
      ...ends.map((at) => [...prompt, "--explain", "--at", String(at)]),
    );
    await look(
      `prompt --provider ${provider}, other options`,
      [...prompt, "--text-only"],
      [...prompt, "--fit", "3000", "--explain"],
      [...prompt, "--fit", "3000", "--strategy", "priority", "--explain"],
      ["prompt", path, "--provider", provider, "--model", "claude-sonnet-4-5"],
    );
  }
  for (const format of EXPORT_FORMATS) {
    await look(`export --format ${format}`, ["export", path, "--format", format]);
    if (isLarge && !["md", "codex"].includes(format)) continue;
    const redacted = ["export", path, "--format", format, "--redact"];
    await look(`export --format ${format} --redact`, [
      ...redacted,
      "--redact-pattern",
      "tid[ae]s?",
    ]);
  }
  for (const strategy of STRATEGIES) {
    const compact = ["compact", path, "--dry-run", "--strategy", strategy];
    await look(
      `compact --dry-run --strategy ${strategy}`,
      compact,
      [...compact, "--json"],
      [...compact, "--target", "2000", "--keep-outputs", "1", "--keep-messages", "500"],
    );
  }
  sandbox.files("stats.html", "stats.html");
  await sandbox.step("repair", ["repair", path, "-o", "repaired.jsonl"]);
  sandbox.files("repaired file", "repaired.jsonl");
  await look("repair --json --force", [
    "repair",
    path,
    "-o",
    "repaired.jsonl",
    "--force",
    "--json",
  ]);
}

/** The case's name: the command without the file that the unit is named by. */
function nameOf(words: readonly string[], path: string): string {
  return words.flatMap((word) => (word === path ? [] : [word.replace(path, "FILE")])).join(" ");
}

async function placesIn(
  { run }: Sandbox,
  path: string,
): Promise<{ readonly lastOffset: number; readonly turnEnds: readonly number[] }> {
  const { stdout } = await run(["replay", path, "--json", "--turns"]);
  const lines = stdout.split("\n").filter((line) => line !== "");
  let lastOffset = 0;
  const turnEnds: number[] = [];
  for (const line of lines) {
    const { kind, endOffset, lastOffset: last } = ReplayLine.parse(JSON.parse(line));
    if (kind === "turn" && typeof endOffset === "number") turnEnds.push(endOffset);
    if (kind === "summary" && typeof last === "number") lastOffset = last;
  }
  if (!turnEnds.includes(lastOffset)) turnEnds.push(lastOffset);
  return { lastOffset, turnEnds };
}

const ReplayLine = z.object({
  kind: z.string(),
  endOffset: z.number().nullish(),
  lastOffset: z.number().nullish(),
});

/** So many offsets, from the first to the last. */
function spread(last: number, count: number): readonly string[] {
  const offsets = Array.from({ length: count }, (_, i) => Math.round((last * i) / (count - 1)));
  return [...new Set(offsets)].map(String);
}

function thinned<Value>(values: readonly Value[], most: number): readonly Value[] {
  if (values.length <= most) return values;
  const step = values.length / most;
  return values.filter((_, i) => Math.floor((i + 1) / step) > Math.floor(i / step));
}
