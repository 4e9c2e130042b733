import { isRefoldError } from "../../errors.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { BlobReader } from "../../sessions/session.js";
import type { Violation } from "../protocol/violation.js";
import type { ReportDraft } from "./invariant-report.js";
import {
  type BodyInvariant,
  type CheckedLog,
  type Finding,
  HOLDS,
  type Invariant,
  type LogStep,
} from "./invariant.js";
import { projects } from "./prompt-invariants.js";
import { PROTOCOL_INVARIANTS, PROVIDER_CHECKS, type ProviderChecks } from "./provider-checks.js";

/** One API's bodies at one place. */
interface BodyWish {
  readonly api: ProviderChecks;
  readonly asked: readonly BodyInvariant[];
  readonly projections: Projections;
}

/** Prompts of one state: APIs that serve the same model share theirs. */
class Projections {
  readonly #state: ThreadState;
  readonly #made: Prompt[];

  /** @param own what the thread itself would send next */
  constructor(
    state: ThreadState,
    readonly own: Prompt,
  ) {
    this.#state = state;
    this.#made = [own];
  }

  of(provider: string, model: string): Prompt {
    const known = this.#made.find(
      ({ target }) => target.provider === provider && target.model === model,
    );
    if (known !== undefined) return known;
    const prompt = projectPrompt(this.#state, { provider, model });
    this.#made.push(prompt);
    return prompt;
  }
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
    const projections = new Projections(state, prompt);
    for (const api of PROVIDER_CHECKS) {
      const asked = ofBodies.filter(({ provider }) => provider === api.name);
      if (asked.length > 0) await this.#askBodies(offset, { api, asked, projections });
    }
  }

  async #askBodies(offset: number, { api, asked, projections }: BodyWish): Promise<void> {
    const model = modelFor(api, projections.own);
    const made = this.#try(offset, api.name, () => projections.of(api.publisher, model));
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

const HELD_BYTES = 64 * 1024 * 1024;

/** Images for bodies: read once where they are asked for again soon. */
class BlobCache {
  readonly #blobs: BlobReader | null;
  readonly #held = new Map<string, Uint8Array>();
  #heldBytes = 0;

  constructor(blobs: BlobReader | null) {
    this.#blobs = blobs;
  }

  /** Those that can be read. That the others cannot is told by `log/blobs-kept`. */
  async read(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for (const hash of hashes) {
      const bytes = this.#held.get(hash) ?? (await this.#readOne(hash));
      if (bytes !== null) found.set(hash, bytes);
    }
    return found;
  }

  async #readOne(hash: string): Promise<Uint8Array | null> {
    if (this.#blobs === null) return null;
    try {
      const bytes = await this.#blobs.get(hash);
      this.#hold(hash, bytes);
      return bytes;
    } catch (error) {
      if (isRefoldError(error, "blob-missing") || isRefoldError(error, "blob-corrupt")) return null;
      throw error;
    }
  }

  #hold(hash: string, bytes: Uint8Array): void {
    this.#held.set(hash, bytes);
    this.#heldBytes += bytes.length;
    for (const [oldest, { length }] of this.#held) {
      if (this.#heldBytes <= HELD_BYTES || oldest === hash) return;
      this.#held.delete(oldest);
      this.#heldBytes -= length;
    }
  }
}
