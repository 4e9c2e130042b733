import type { SessionForm } from "../shared/session-form.js";
/** Transcripts of Claude Code, `~/.claude/projects/**` + `/*.jsonl` (docs/claude-code.md). */
export declare const claudeCodeForm: SessionForm;
