/** A compaction summary as Codex puts it into the history: its prefix, a line feed, the words. */
export const SUMMARY_TEXT =
  "Another language model started to solve this problem and produced a summary of its thinking process. " +
  "You also have access to the state of the tools that were used by that language model. " +
  "Use this to build on the work that has already been done and avoid duplicating work. " +
  "Here is the summary produced by the other language model, use the information in this summary to assist with your own analysis:" +
  "\nThe tests are green; what is left is the changelog.";

/** An assistant message that instructs another agent (docs/semantics.md §4.8). */
export const INTER_AGENT_TEXT = JSON.stringify({
  author: "/root",
  recipient: "/root/reviewer",
  content: "Please look at the parser.",
  trigger_turn: true,
});
