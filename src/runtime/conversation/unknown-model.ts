import { RefoldError } from "../../errors.js";

/** Nothing is known of a model, so that nobody can say what it takes. */
export class UnknownModel extends RefoldError {
  readonly code = "unknown-model";
  override readonly name = "UnknownModel";
  override readonly remedy: string;
  readonly model: string;
  readonly provider: string;
  constructor(
    asked: {
      readonly model: string;
      readonly provider: string;
      /** Whose model it is, where that is known. */
      readonly owner: string | null;
    },
    /** Models of that provider that are spelled most alike, nearest first. */
    readonly nearest: readonly string[],
  ) {
    const { model, provider, owner } = asked;
    super(`provider ${provider} has no model ${JSON.stringify(model)} that is known here`);
    this.model = model;
    this.provider = provider;
    const whose = owner === null ? "" : `It is a model of ${owner}. `;
    const guess = nearest.length === 0 ? "" : `did you mean ${nearest.join(" or ")}? `;
    const own = "For a model of your own: `models: defineModels([{ id, contextWindow }])`.";
    this.remedy = `${whose}${guess}${own}`;
  }
}
