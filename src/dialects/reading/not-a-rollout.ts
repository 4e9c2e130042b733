import { RefoldError } from "../../errors.js";

/** A file is no Codex rollout. The message says what it looks like instead. */
export class NotARollout extends RefoldError {
  readonly code = "not-a-rollout";
  override readonly name = "NotARollout";
  override readonly remedy =
    "give a Codex rollout (~/.codex/sessions/**/rollout-*.jsonl, also .gz or .zst)";
  constructor(
    readonly file: string,
    /** `a Claude Code transcript`, `an HTML page`, … */
    readonly looksLike: string,
  ) {
    super(`${file} is no Codex rollout: it looks like ${looksLike}`);
  }
}
