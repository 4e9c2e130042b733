import { RefoldError } from "../../errors.js";

/** A message is larger than all that a conversation's messages may take. Nothing was written. */
export class MessageTooLarge extends RefoldError {
  readonly code = "message-too-large";
  override readonly name = "MessageTooLarge";
  override readonly remedy = "Shorten it, or give the conversation a larger window.";
  constructor(
    /** In tokens. `needed` counts the message, its call, and calls that wait for their output. */
    readonly size: Readonly<{ needed: number; available: number }>,
  ) {
    super(
      `the newest message takes ${size.needed} tokens, and there is room for ${size.available}`,
    );
  }
}
