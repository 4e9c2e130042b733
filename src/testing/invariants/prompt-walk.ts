import type { BlobReader } from "../../events/event-source.js";
import { isRefoldError } from "../../errors.js";
import { projectPrompt, retargetPrompt } from "../../projections/prompt/project-prompt.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import { blobsNeeded } from "../../projections/providers/images.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { ReportDraft } from "./invariant-report.js";
import {
  type BodyInvariant,
  type CheckedLog,
  HOLDS,
  type Invariant,
  type LogStep,
  type PromptInvariant,
} from "./invariant.js";
import { projects } from "./prompt-invariants.js";
import { findingsOf, PROTOCOL_INVARIANTS, PROVIDER_CHECKS } from "./provider-checks.js";
import type { ProviderChecks } from "./provider-checks.js";

/** A state at the end of a turn, and what the thread itself would send next. */
interface TurnEnd {
  readonly offset: number;
  readonly prompt: Prompt;
  /** For models of others. */
  readonly prompts: Prompts;
}

/** The prompts of one state: two APIs that serve the same model are given the same one, and all share its ledger. */
class Prompts {
  readonly #made = new Map<string, Prompt>();

  constructor(
    private readonly state: ThreadState,
    private readonly own: Prompt,
  ) {}

  madeFor(provider: string, model: string): Prompt {
    const known = this.#made.get(`${provider}/${model}`);
    const prompt = known ?? retargetPrompt(this.own, this.state, { provider, model });
    this.#made.set(`${provider}/${model}`, prompt);
    return prompt;
  }
}

/** Makes prompts and bodies at ends of turns, and asks what holds of them. */
export class PromptWalk {
  readonly #ofPrompts: readonly PromptInvariant[];
  readonly #ofBodies: readonly BodyInvariant[];
  readonly #blobs: BlobCache;
  readonly #report: ReportDraft;
  #previous: Prompt | null = null;

  constructor(invariants: readonly Invariant[], log: CheckedLog, report: ReportDraft) {
    this.#ofPrompts = invariants.filter((each) => each.over === "prompt");
    this.#ofBodies = invariants.filter((each) => each.over === "body");
    this.#blobs = new BlobCache(log.blobs);
    this.#report = report;
  }

  async take({ event: { offset }, after: state }: LogStep): Promise<void> {
    if (this.#ofPrompts.length + this.#ofBodies.length === 0) return;
    const prompt = this.#try(offset, "prompt", () => projectPrompt(state));
    if (prompt === null) return;
    const previous = this.#previous;
    for (const invariant of this.#ofPrompts) {
      const check = () => invariant.check(prompt, { state, previous });
      this.#report.add(invariant, offset, this.#try(offset, "prompt", check) ?? undefined);
    }
    this.#previous = prompt;
    const prompts = new Prompts(state, prompt);
    this.#blobs.forgetOldest();
    for (const api of PROVIDER_CHECKS) {
      const asked = this.#ofBodies.filter(({ provider }) => provider === api.name);
      if (asked.length > 0) await this.#askBodies(api, asked, { offset, prompt, prompts });
    }
  }

  async #askBodies(
    api: ProviderChecks,
    asked: readonly BodyInvariant[],
    { offset, prompt, prompts }: TurnEnd,
  ): Promise<void> {
    const { name, publisher: provider } = api;
    // The thread's own model where it is one of this API's.
    const own = prompt.target.provider === provider ? prompt.target.model : null;
    const model = own ?? api.model;
    const made = this.#try(offset, name, () =>
      own === null ? prompts.madeFor(provider, model) : prompt,
    );
    if (made === null) return;
    const blobs = await this.#blobs.readFor(made);
    const body = this.#try(offset, name, () =>
      api.bodyOf(made, { model, blobs, missingBlobs: "placeholder" }),
    );
    if (body === null) return;
    const violations = api.check(body, model);
    for (const invariant of asked) {
      const isBuiltIn = PROTOCOL_INVARIANTS.includes(invariant);
      const answer = isBuiltIn
        ? findingsOf(invariant.name, violations)
        : invariant.check(body, model);
      this.#report.add(invariant, offset, answer);
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

/** Images for bodies. Those of the prompt before are kept: the next one mostly has the same. */
class BlobCache {
  readonly #blobs: BlobReader | null;
  /** APIs that serve the same model are given the same prompt. */
  readonly #needed = new WeakMap<Prompt, readonly string[]>();
  #before = new Map<string, Uint8Array>();
  #held = new Map<string, Uint8Array>();

  constructor(blobs: BlobReader | null) {
    this.#blobs = blobs;
  }

  /** Called before each prompt. */
  forgetOldest(): void {
    this.#before = this.#held;
    this.#held = new Map();
  }

  /** Those that can be read, perhaps with others. What cannot is told by `log/blobs-kept`. */
  async readFor(prompt: Prompt): Promise<ReadonlyMap<string, Uint8Array>> {
    const needed = this.#needed.get(prompt) ?? blobsNeeded(prompt);
    this.#needed.set(prompt, needed);
    for (const hash of needed) {
      if (this.#held.has(hash)) continue;
      const bytes = this.#before.get(hash) ?? (await this.#readOne(hash));
      if (bytes !== undefined) this.#held.set(hash, bytes);
    }
    return this.#held;
  }

  async #readOne(hash: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#blobs?.get(hash);
    } catch (error) {
      if (isRefoldError(error, "blob-missing", "blob-corrupt")) return undefined;
      throw error;
    }
  }
}
