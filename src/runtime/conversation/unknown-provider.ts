import { RefoldError } from "../../errors.js";
import { rankNames } from "../../nearest-names.js";

/** There is no provider of that name. */
export class UnknownProvider extends RefoldError {
  readonly code = "unknown-provider";
  override readonly name = "UnknownProvider";
  override readonly remedy: string;
  constructor(
    readonly provider: string,
    /** Every name that there is, the one spelled most alike first. */
    readonly nearest: readonly string[],
  ) {
    super(`there is no provider ${JSON.stringify(provider)}`);
    this.remedy = `did you mean ${nearest.slice(0, 1).join("")}? There are ${nearest.join(", ")}.`;
  }
}

/** The error for an unknown provider, with the names that there are. */
export function unknownProvider(provider: string, known: readonly string[]): UnknownProvider {
  return new UnknownProvider(provider, rankNames(provider, known));
}
