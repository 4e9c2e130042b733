import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Violation } from "../protocol/violation.js";
import { BlobCache } from "./blob-cache.js";
import type { BodyInvariant, CheckedLog, Finding, Invariant, LogStep } from "./invariant.js";
import { HOLDS } from "./invariant.js";
import type { ReportDraft } from "./invariant-report.js";
import { projects } from "./prompt/projects.js";
import { PROTOCOL_INVARIANTS } from "./protocol-invariants.js";
import { PROVIDER_CHECKS, type ProviderChecks } from "./provider-checks.js";

/** One API's bodies at one place. */
interface BodyWish {
  readonly api: ProviderChecks;
  readonly state: ThreadState;
  /** What the thread itself would send next. */
  readonly prompt: Prompt;
  readonly asked: readonly BodyInvariant[];
}

/** Makes prompts and bodies at ends of turns, and asks what holds of them. */
export class PromptWalk {
  readonly #invariants: readonly Invariant[];
  readonly #blobs: BlobCache;
  readonly #report: ReportDraft;
  #previous: Prompt | null = null;

  constructor(invariants: readonly Invariant[], log: CheckedLog, report: ReportDraft) {
    this.#invariants = invariants;
    this.#blobs = new BlobCache(log.blobs);
    this.#report = report;
  }

  async take({ event: { offset }, after: state }: LogStep): Promise<void> {
    const ofPrompts = this.#invariants.filter((each) => each.over === "prompt");
    const ofBodies = this.#invariants.filter((each) => each.over === "body");
    if (ofPrompts.length + ofBodies.length === 0) return;
    const prompt = this.#try(offset, "prompt", () => projectPrompt(state));
    if (prompt === null) return;
    const previous = this.#previous;
    for (const invariant of ofPrompts) {
      const answer = this.#try(offset, "prompt", () =>
        invariant.check(prompt, { state, previous }),
      );
      this.#report.add(invariant, offset, answer ?? undefined);
    }
    this.#previous = prompt;
    for (const api of PROVIDER_CHECKS) {
      const asked = ofBodies.filter(({ provider }) => provider === api.name);
      if (asked.length > 0) await this.#askBodies(offset, { api, prompt, asked, state });
    }
  }

  async #askBodies(offset: number, { api, prompt, asked, state }: BodyWish): Promise<void> {
    const model = modelFor(api, prompt);
    const provider = api.publisher;
    const made = this.#try(offset, api.name, () => projectPrompt(state, { provider, model }));
    if (made === null) return;
    const blobs = await this.#blobs.read(api.blobsNeeded(made));
    const body = this.#try(offset, api.name, () =>
      api.bodyOf(made, { model, blobs, missingBlobs: "placeholder" }),
    );
    if (body === null) return;
    const broken = groupByInvariant(api.check(body, model));
    for (const invariant of asked) {
      const isBuiltIn = PROTOCOL_INVARIANTS.includes(invariant);
      const found = broken.get(invariant.name) ?? HOLDS;
      this.#report.add(invariant, offset, isBuiltIn ? found : invariant.check(body, model));
    }
  }

  /** What `make` gives; null when it throws, which is a violation of its own. */
  #try<Made>(offset: number, place: string, make: () => Made): Made | null {
    try {
      const made = make();
      this.#report.add(projects, offset, HOLDS);
      return made;
    } catch (error) {
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      this.#report.add(projects, offset, [{ place, message }]);
      return null;
    }
  }
}

/** The thread's own model where it is one of this API's. */
function modelFor({ publisher, model }: ProviderChecks, { target }: Prompt): string {
  return target.provider === publisher && target.model !== null ? target.model : model;
}

function groupByInvariant(violations: readonly Violation[]): ReadonlyMap<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const { invariant, path, rule } of violations) {
    const group = groups.get(invariant) ?? [];
    group.push({ place: path, message: rule });
    groups.set(invariant, group);
  }
  return groups;
}
