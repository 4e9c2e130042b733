import { RefoldError } from "../../errors.js";
import { nounFor } from "../../projections/noun-for.js";

/** An experiment of this name was begun on this base already, and nobody said to go on with it. */
export class ExperimentBegun extends RefoldError {
  readonly code = "experiment-begun";
  override readonly name = "ExperimentBegun";
  override readonly remedy =
    "Resume it (--resume), look at what it has (experiment show), or give the plan another name.";
  constructor(
    readonly experiment: string,
    readonly variants: Readonly<{ begun: number; done: number; all: number }>,
  ) {
    const { begun, done, all } = variants;
    super(
      `experiment ${experiment} was begun already: ${begun} of ${all} ${nounFor(all, "variant")}, ${done} done`,
    );
  }
}
