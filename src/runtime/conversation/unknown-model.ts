import { RefoldError } from "../../errors.js";

/** Nothing is known of a model, so that nobody can say what it takes. */
export class UnknownModel extends RefoldError {
  readonly code = "unknown-model";
  override readonly name = "UnknownModel";
  override readonly remedy: string;
  constructor(
    readonly model: string,
    readonly provider: string,
    /** Models of that provider that are spelled most alike, nearest first. */
    readonly nearest: readonly string[],
  ) {
    super(`provider ${provider} has no model ${JSON.stringify(model)} that is known here`);
    const guess = nearest.length === 0 ? "" : `did you mean ${nearest.join(" or ")}? `;
    this.remedy = `${guess}For a model of your own: \`models: defineModels([{ id, contextWindow }])\`.`;
  }
}
