import { RefoldError } from "../../../errors.js";

/** Where in an archive bytes are gone, and what they were. */
export interface ArchiveDamage {
  readonly file: string;
  /** Position in the archive at which the first frame that cannot be read begins. */
  readonly byte: number;
  /** Position in the log of what stood there. */
  readonly logByte: number;
  readonly why: string;
}

/** A frame of an archive cannot be read: cut off, or altered. The others can, one by one. */
export class ArchiveDamaged extends RefoldError {
  readonly code = "archive-damaged";
  override readonly name = "ArchiveDamaged";
  override readonly remedy =
    "restore the file; or write what can be read to another one: refold repair FILE -o OUT";
  constructor(readonly damage: ArchiveDamage) {
    const { file, byte, logByte, why } = damage;
    super(`${file}: ${why} at byte ${byte} (byte ${logByte} of the log)`);
  }
}
