import type { RefoldEvent } from "../../events/event.js";
import type { ByteSource } from "../byte-source.js";
import { decodeSession } from "../reading/decode-session.js";
import type { ReadingOptions } from "../reading/foreign-reading.js";
import { codexForm } from "./codex-form.js";

/** Reads a Codex rollout as events. @see decodeSession */
export function decodeCodex(
  content: ByteSource,
  options: ReadingOptions = {},
): AsyncGenerator<RefoldEvent, void, undefined> {
  return decodeSession(content, codexForm, options);
}
