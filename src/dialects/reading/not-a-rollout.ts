import { RefoldError } from "../../errors.js";

/** A file is no session of a tool that is known. The message says what it looks like instead. */
export class NotARollout extends RefoldError {
  readonly code = "not-a-rollout";
  override readonly name = "NotARollout";
  override readonly remedy =
    "give a Codex rollout (~/.codex/sessions), a Claude Code transcript (~/.claude/projects) or a pi session (~/.pi/agent/sessions)";
  constructor(
    readonly file: string,
    /** `a SQLite database`, `an HTML page`, … */
    readonly looksLike: string,
  ) {
    super(`${file} is no session that is known: it looks like ${looksLike}`);
  }
}
