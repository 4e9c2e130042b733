import { z } from "zod";
import { invalidArgument, type RefoldError } from "../../errors.js";
import { KEPT_MESSAGES_TOKENS } from "../../reducers/kept-messages.js";
import type { ThreadState } from "../../reducers/thread-state.js";

export const STRATEGIES = [
  "summary",
  "clear-outputs",
  "sliding-window",
  "priority",
  "auto",
] as const;
export type CompactionStrategyName = (typeof STRATEGIES)[number];

/** What a thread's compactions go by. */
export interface CompactionSettings {
  readonly strategy: CompactionStrategyName;
  readonly compactAt: number | null;
  readonly compactAtByModel: ReadonlyMap<string, number>;
  readonly keptMessagesTokens: number;
  readonly keepOutputs: number;
  readonly templates: CompactionTemplates;
}

const OBJECT = "an object";
const Count = z.int("a whole number from 0").nonnegative("a whole number from 0").nullish();
const Text = z.string("a text").nullish();
const Name = z.enum(STRATEGIES, STRATEGIES.join(", "));
const Limits = z.object(
  {
    /** Compaction is due at this total; the model's own limit goes before where it is lower. */
    compactAt: Count,
    /** The same for single models, by id. */
    compactAtByModel: z.record(z.string(), Count, OBJECT).nullish(),
    /** How many tokens of user messages a summary keeps next to it; default 20,000. */
    keptMessages: Count,
  },
  OBJECT,
);
const Templates = z.object({ prompt: Text, summaryPrefix: Text, clearedOutput: Text }, OBJECT);
const Strategy = z.object(
  {
    /** Default: `summary`. */
    name: Name.optional(),
    /** How many of the newest outputs `clear-outputs` leaves; default 3. */
    keepOutputs: Count,
    templates: Templates.nullish(),
  },
  OBJECT,
);
const Configured = z.object(
  {
    limits: Limits.nullish(),
    strategy: z.preprocess(
      (strategy) => (typeof strategy === "string" ? { name: strategy } : strategy),
      Strategy.nullish(),
    ),
  },
  OBJECT,
);

/** What of a call's options goes before the thread's own. */
const Called = z.object({
  targetTokens: z.int("a whole number from 1").positive("a whole number from 1").nullish(),
  keepOutputs: Count,
  keptMessagesTokens: Count,
  templates: Templates.nullish(),
});

/** `limits` of `thread.configured`, as compaction reads it. Counts in tokens. */
export type ThreadLimits = z.infer<typeof Limits>;

/** `strategy` of `thread.configured`: a name, or more. */
export type ThreadStrategy = CompactionStrategyName | z.infer<typeof Strategy>;

/**
 * Refuses what `compactionSettings` would refuse once it is recorded.
 * @throws {RefoldError} `invalid-argument`: `limits` or `strategy` has another form
 */
export function checkSettings(settings: unknown): void {
  const { error } = Configured.safeParse(settings);
  if (error === undefined) return;
  const { name, form } = problemIn(error);
  throw invalidArgument(`${name === "" ? "what configures a thread" : name} is not ${form}`);
}

/**
 * Refuses options of a call that a compaction cannot read: what is no number would keep nothing.
 * @throws {RefoldError} `invalid-argument`
 */
export function checkOptions(options: unknown): void {
  const { error } = Called.safeParse(options);
  if (error === undefined) return;
  const { name, form } = problemIn(error);
  throw invalidArgument(`\`${name}\` of a compaction is not ${form}`);
}

/**
 * A thread's settings, with the defaults where it says nothing.
 * @throws {RefoldError} `invalid-argument`: `limits` or `strategy` was recorded in another form
 */
export function compactionSettings({ thread }: ThreadState): CompactionSettings {
  const { data, error } = Configured.safeParse(thread?.configuration ?? {});
  if (data === undefined) throw misconfigured(error);
  const { limits, strategy } = data;
  const byModel = Object.entries(limits?.compactAtByModel ?? {});
  return {
    strategy: strategy?.name ?? "summary",
    compactAt: limits?.compactAt ?? null,
    compactAtByModel: new Map(
      byModel.flatMap(([model, tokens]) => (typeof tokens === "number" ? [[model, tokens]] : [])),
    ),
    keptMessagesTokens: limits?.keptMessages ?? KEPT_MESSAGES_TOKENS,
    keepOutputs: strategy?.keepOutputs ?? 3,
    templates: withTemplates(COMPACTION_TEMPLATES, strategy?.templates),
  };
}

/** The texts, each replaced by the one that is given, if one is. */
export function withTemplates(
  { prompt, summaryPrefix, clearedOutput }: CompactionTemplates,
  given: z.infer<typeof Templates> | null | undefined,
): CompactionTemplates {
  return {
    prompt: given?.prompt ?? prompt,
    summaryPrefix: given?.summaryPrefix ?? summaryPrefix,
    clearedOutput: given?.clearedOutput ?? clearedOutput,
  };
}

function misconfigured(error: z.ZodError): RefoldError<"invalid-argument"> {
  const { name, form } = problemIn(error);
  return invalidArgument(
    `the thread's ${name} is configured in another form than ${form}`,
    "Configure it anew: `thread.configure({limits, strategy})`.",
  );
}

/** Which setting has another form, by its path, and which form it takes. */
function problemIn({ issues: [issue] }: z.ZodError): { name: string; form: string } {
  const path = issue?.path.map(String).join(".") ?? "";
  return { name: path.replace(/^strategy\.name$/, "strategy"), form: issue?.message ?? "" };
}

/** The limit that is configured for a model: the thread's or the model's own, the lower one. */
export function configuredLimit(
  { compactAt, compactAtByModel }: CompactionSettings,
  model: string | null,
): number | null {
  const ofModel = (model === null ? undefined : compactAtByModel.get(model)) ?? null;
  if (compactAt === null || ofModel === null) return compactAt ?? ofModel;
  return Math.min(compactAt, ofModel);
}

/**
 * The texts of a compaction. Data: each can be replaced per thread (`limits` and `strategy` of
 * `thread.configured`) or per call.
 */
export interface CompactionTemplates {
  /** What asks the model for the summary; is in that one request and never in the ledger. */
  readonly prompt: string;
  /** Stands before the summary, on lines of its own. */
  readonly summaryPrefix: string;
  /** Stands for a tool's output that was cleared. */
  readonly clearedOutput: string;
}

/**
 * The default texts of a compaction: the prompt that asks for a summary, the text before the summary in
 * the new history, and the placeholder of a cleared output. `CompactOptions.templates` replaces them.
 * @see docs/compaction.md
 */
export const COMPACTION_TEMPLATES: CompactionTemplates = {
  prompt: `The conversation above is about to be replaced by a summary, because the context window is nearly full. Write that summary now. Whoever goes on from it knows nothing but your summary and the user's most recent messages, and has the same tools and the same files.

Say, in this order and only where there is something to say:
1. Goal: what the user wants, with every requirement, preference and limit that was named.
2. Done: what has been finished, and how it was checked.
3. State: what is half done, which files, branches, processes or records were touched, and how they stand.
4. Found out: facts, decisions with their reasons, and attempts that failed, so that nobody repeats them.
5. Next: the steps that remain, the very next one first.

Keep exact what must be exact: paths, names, commands, numbers, error messages, links. Leave out greetings, your own style of working, and whatever can be read again quickly. Do not call a tool and do not go on with the task: answer with the summary alone.`,
  summaryPrefix:
    "[Summary of the earlier conversation, which is not shown any more. The work described here was " +
    "really done; files and tools are as it left them. Build on it instead of starting over.]",
  clearedOutput: "[This output was cleared to save room. Call the tool again if it is needed.]",
};
