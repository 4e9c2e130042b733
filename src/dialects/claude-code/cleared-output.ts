/** What Claude Code puts for an output that a microcompaction cleared. */
export const CLEARED_OUTPUT = "[Old tool result content cleared]";
