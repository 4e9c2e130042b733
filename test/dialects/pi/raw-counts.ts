import { z } from "zod";

/** A session's objects as they are there: read by nothing but JSON, for tests to count. */
const Count = z.number().default(0);
const RawUsage = z
  .looseObject({ input: Count, output: Count, cacheRead: Count, cacheWrite: Count })
  .optional();
const RawEntry = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  parentId: z.string().nullish(),
  message: z
    .looseObject({
      role: z.string(),
      usage: RawUsage,
    })
    .optional(),
  usage: RawUsage,
});
type RawEntry = z.infer<typeof RawEntry>;

/** Counts of a session from its raw lines. */
export interface RawCounts {
  readonly objects: number;
  /** What the user wrote, each line once; and of those the ones on the newest entry's branch. */
  readonly prompts: number;
  readonly livePrompts: number;
  readonly compactions: number;
  readonly failedOutputs: number;
  /** Each answer, summary and tool once. */
  readonly used: Readonly<Record<"input" | "cachedInput" | "cacheWrite" | "output", number>>;
}

export function countRaw(bytes: Buffer): RawCounts {
  const lines = bytes.toString("utf8").replaceAll('}{"type"', '}\n{"type"').split("\n");
  const texts = lines.filter((line) => line !== "");
  const parsed = texts.map((line) => RawEntry.parse(JSON.parse(line)));
  const isTree = parsed.some((entry) => "parentId" in entry);
  const entries = isTree ? uniqueById(parsed) : parsed;
  const live = isTree ? branchOf(entries) : entries;
  const isPrompt = ({ message }: RawEntry): boolean => message?.role === "user";
  return {
    objects: parsed.length,
    prompts: entries.filter(isPrompt).length,
    livePrompts: live.filter(isPrompt).length,
    compactions: entries.filter(({ type }) => type === "compaction").length,
    failedOutputs: entries.filter(({ message }) => message?.["isError"] === true).length,
    used: usedTokens(entries),
  };
}

function uniqueById(entries: readonly RawEntry[]): readonly RawEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

function branchOf(entries: readonly RawEntry[]): readonly RawEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const branch: RawEntry[] = [];
  for (let at = entries.at(-1); at !== undefined; at = byId.get(at.parentId ?? "none")) {
    branch.push(at);
  }
  return branch;
}

function usedTokens(entries: readonly RawEntry[]): RawCounts["used"] {
  const used = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };
  for (const { message, ...entry } of entries) {
    const usage = message?.usage ?? entry.usage;
    if (usage === undefined) continue;
    used.input += usage.input + usage.cacheRead + usage.cacheWrite;
    used.cachedInput += usage.cacheRead;
    used.cacheWrite += usage.cacheWrite;
    used.output += usage.output;
  }
  return used;
}
