import { isJsonObject } from "./is-json-object.js";

/** Kinds that may stand in for what a user sent. */
const OF_USER: ReadonlySet<unknown> = new Set([
  "",
  "unknown",
  "images.preparation_error",
  "images.unsupported",
  "audio.unsupported",
]);

/**
 * True when a message names the kind of each of its parts, and none of them is the user's. Codex
 * versions later than those of docs/semantics.md §1.2 write it (`content_item_kinds`: `user.text`,
 * `environments.environment_context`, …); where it is absent or does not fit, nothing is told.
 */
export function isNamedInjected(message: {
  readonly content: readonly unknown[];
  readonly [member: string]: unknown;
}): boolean {
  const { internal_chat_message_metadata_passthrough: metadata, content } = message;
  const kinds = isJsonObject(metadata) ? metadata["content_item_kinds"] : undefined;
  if (!Array.isArray(kinds) || kinds.length === 0 || kinds.length !== content.length) return false;
  return kinds.every((kind: unknown) => typeof kind === "string" && !isOfUser(kind));
}

function isOfUser(kind: string): boolean {
  return OF_USER.has(kind) || kind.startsWith("user.");
}
