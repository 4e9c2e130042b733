import { RefoldError } from "../../errors.js";

/** A file holds sessions of two tools: whichever it was read as, the rest would be lost. */
export class MixedDialects extends RefoldError {
  readonly code = "mixed-dialects";
  override readonly name = "MixedDialects";
  override readonly remedy: string;
  constructor(
    readonly file: string,
    /** 1-based: the first line of the second dialect. */
    readonly line: number,
    readonly dialects: readonly [before: string, after: string],
  ) {
    const [before, after] = dialects;
    super(`${file} changes from ${before} to ${after} at line ${line}`);
    this.remedy = `split the file before line ${line}`;
  }
}
