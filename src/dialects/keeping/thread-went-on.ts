import { RefoldError } from "../../errors.js";

/**
 * A thread that was imported from a file has events of its own behind the imported ones, and the file
 * has grown too: two ways from one place, and a log has one.
 */
export class ThreadWentOn extends RefoldError {
  readonly code = "thread-went-on";
  override readonly name = "ThreadWentOn";
  override readonly remedy =
    "import the file into another home, or write the thread out (export) and delete it first; " +
    "to have both from the start, go on in a fork of the imported thread";
  constructor(
    readonly imported: {
      readonly file: string;
      readonly threadId: string;
      /** The thread's first event of its own. */
      readonly offset: number;
      /** The first byte of the (unpacked) content that was not imported. */
      readonly byte: number;
    },
  ) {
    const { file, threadId, offset, byte } = imported;
    super(
      `${file} has grown from byte ${byte} on, and thread ${threadId} that was imported from it ` +
        `went its own way at offset ${offset}`,
    );
  }
}
