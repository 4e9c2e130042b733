import type { KnownItem, MessagePart } from "../../events/item.js";
import type { Origin } from "../../events/recorded-item.js";

/**
 * What Claude Code writes as the user's message though the user did not write it: outputs and
 * commands of its own, reminders, and the note that the user interrupted. A prompt's slash command
 * begins with `<command-message>` and begins a turn; one that Claude Code runs itself begins with
 * `<command-name>`.
 */
const RUNTIME_TEXTS: readonly RegExp[] = [
  /^\s*<command-name>/,
  /^\s*<local-command-(?:stdout|stderr|caveat)>/,
  /^\s*<bash-(?:input|stdout|stderr)>/,
  /^\s*<(?:user-memory-input|task-notification|ide_opened_file|ide_selection)>/,
  /^\s*<system-reminder>[^]*<\/system-reminder>\s*$/,
  /^\[Request interrupted by user(?: for tool use)?\]$/,
];

/** Who an item of a user line comes from, when the line is not marked as Claude Code's own. */
export function userOrigin(item: KnownItem): Origin {
  if (item.type !== "message") return "tool";
  return item.content.some(isUsers) || item.content.length === 0 ? "user" : "runtime";
}

function isUsers(part: MessagePart): boolean {
  return part.type !== "input_text" || !RUNTIME_TEXTS.some((pattern) => pattern.test(part.text));
}
