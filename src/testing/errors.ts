import { RefoldError } from "../errors.js";

/** A thread does not do what the reference says. The message names the rollout that shows it. */
export class ModelDisagrees extends RefoldError {
  readonly code = "model-disagrees";
  override readonly name = "ModelDisagrees";
  /** The command that opens the rollout; null: there is none yet. */
  readonly opened: string | null;
  constructor(
    /** The command behind which it was found. */
    readonly command: string,
    readonly what: string,
    more: { readonly opened?: string; readonly cause?: unknown } = {},
  ) {
    const { opened, cause } = more;
    super(`behind ${command}: ${what}${opened === undefined ? "" : `\n  ${opened}`}`, { cause });
    this.opened = opened ?? null;
  }
}
