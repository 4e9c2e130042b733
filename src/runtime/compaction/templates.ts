/**
 * The texts of a compaction. Data: each can be replaced per thread (`limits` and `strategy` of
 * `thread.configured`) or per call.
 */
export interface CompactionTemplates {
  /** What asks the model for the summary; stands in that one request and never in the ledger. */
  readonly prompt: string;
  /** Stands before the summary, on lines of its own. */
  readonly summaryPrefix: string;
  /** Stands for a tool's output that was cleared. */
  readonly clearedOutput: string;
}

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
