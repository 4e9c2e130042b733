import { HOLDS, type BodyInvariant } from "./invariant.js";
import { PROVIDER_CHECKS, type ProviderChecks } from "./provider-checks.js";

/** Every rule of the four APIs, each as an invariant of its own. */
export const PROTOCOL_INVARIANTS: readonly BodyInvariant[] = PROVIDER_CHECKS.flatMap(invariantsOf);

function invariantsOf(api: ProviderChecks): readonly BodyInvariant[] {
  return api.rules.map(({ name, sentence, source }) => ({
    over: "body",
    provider: api.name,
    ...{ name, sentence, source },
    remedy: `look at the body with: refold prompt … --provider ${api.name} --at OFFSET`,
    check: (body, model) => {
      const broken = api.check(body, model).filter(({ invariant }) => invariant === name);
      if (broken.length === 0) return HOLDS;
      return broken.map(({ path, rule }) => ({ place: path, message: rule }));
    },
  }));
}
