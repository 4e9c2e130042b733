import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import type { PromptFragment } from "../../events/context.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { ModelTable } from "../../models/find-model.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { PromptNeedsRepair } from "../errors.js";
import { type CarriedFacts, CarriedPrompt } from "./carried-prompt.js";
import { continueLedger, type LedgerProjection, projectLedger } from "./project-ledger.js";
import type { Prompt, PromptItem, PromptTarget, ResolvedTarget } from "./prompt.js";
import { isSameBasis, outputSchemaFor, resolveTarget, targetBasisOf } from "./resolve-target.js";

export interface PromptOptions {
  /** A repair is an error (ghost snapshots, which are never part of a prompt, apart). */
  readonly strict?: boolean;
  /** Context of this request alone, put behind the ledger's items. */
  readonly fragments?: readonly PromptFragment[];
  /** Models of the caller's own (`defineModels`). */
  readonly models?: ModelTable;
}

/**
 * What one model gets: base instructions and ledger, calls paired with outputs, images replaced for
 * a model that cannot see them, ghost snapshots left out. The state is not touched.
 *
 * @param target what it is for; absent members are taken from the turn, the model, the defaults
 * @returns the prompt, with every change it took in `repairs`
 * @throws {PromptNeedsRepair} `strict`, and something would have to be changed
 * @see docs/semantics.md §8
 */
export function projectPrompt(
  state: ThreadState,
  target: PromptTarget = {},
  options: PromptOptions = {},
): Prompt {
  const basis = targetBasisOf(state);
  const resolved = resolveTarget(target, basis, options.models);
  const ledger = projectLedger(state.ledger, seesImages(resolved));
  return assemble({ state, target, resolved, ledger }, options);
}

/**
 * The prompt after more has been recorded: equal to `projectPrompt` for the same target, at the cost
 * of what is new. Where the history was rewritten, the target came to something else, or `previous`
 * is another thread's or was not made here, it is projected from the start.
 *
 * @param previous a prompt of the same thread; its fragments are not taken over
 * @throws {PromptNeedsRepair} `strict`, and something would have to be changed
 */
export function continuePrompt(
  previous: Prompt,
  state: ThreadState,
  options: PromptOptions = {},
): Prompt {
  const { requested: target } = previous;
  const carried = carriedBy(previous);
  const basis = targetBasisOf(state);
  const isSameHistory =
    previous.threadId === (state.thread?.threadId ?? null) &&
    previous.historyVersion === state.log.historyVersion;
  if (carried === null || !isSameHistory) return projectPrompt(state, target, options);
  const resolved =
    isSameBasis(carried.targetBasis, basis) && carried.models === options.models
      ? previous.target
      : resolveTarget(target, basis, options.models);
  if (seesImages(resolved) !== seesImages(previous.target)) {
    return projectPrompt(state, target, options);
  }
  const ledger = continueLedger(carried, state.ledger, seesImages(resolved));
  if (ledger === null) return projectPrompt(state, target, options);
  return assemble({ state, target, resolved, ledger, previous }, options);
}

interface Parts {
  readonly state: ThreadState;
  readonly target: PromptTarget;
  readonly resolved: ResolvedTarget;
  readonly ledger: LedgerProjection;
  readonly previous?: Prompt;
}

function assemble(parts: Parts, options: PromptOptions): Prompt {
  const { state, target, resolved, ledger, previous } = parts;
  const basis = targetBasisOf(state);
  const instructions = state.thread?.instructions ?? null;
  const hash = instructions?.hash ?? null;
  const known = previous === undefined ? null : carriedBy(previous);
  const instructionsTokens =
    known !== null && known.instructionsHash === hash
      ? known.instructionsTokens
      : tokensOfText(instructions?.text ?? "");
  const fragments = (options.fragments ?? []).map(fragmentItem);
  const prompt: Prompt = {
    instructions: instructions?.text ?? "",
    items: ledger.items.spliceEnd(ledger.items.length, fragments),
    tools: state.thread?.tools?.tools ?? [],
    outputSchema: outputSchemaFor(target, basis),
    repairs: ledger.repairs,
    tokens: instructionsTokens + ledger.itemTokens + tokensOf(fragments),
    requested: target,
    target: resolved,
    threadId: state.thread?.threadId ?? null,
    historyVersion: state.log.historyVersion,
    upTo: state.log.head - 1,
  };
  if (options.strict === true) refuseRepairs(prompt);
  const carried = new CarriedPrompt({
    ...ledger,
    instructionsHash: hash,
    instructionsTokens,
    targetBasis: basis,
    models: options.models,
  });
  // Not enumerable: it is no part of the result, only what makes the next one cheap.
  return Object.defineProperty(prompt, "carried", { value: carried });
}

/** Null for a prompt that was copied, or made by somebody else. */
function carriedBy({ carried }: Prompt): CarriedFacts | null {
  return carried instanceof CarriedPrompt ? carried.facts : null;
}

function refuseRepairs(prompt: Prompt): void {
  const repairs = prompt.repairs.toArray().filter(({ kind }) => kind !== "snapshot-left-out");
  if (repairs.length > 0) throw new PromptNeedsRepair(repairs);
}

function fragmentItem(fragment: PromptFragment): PromptItem {
  const item = {
    type: "message",
    role: fragment.role,
    content: [{ type: "input_text", text: fragment.text }],
  } satisfies PromptItem["item"];
  return {
    item,
    ref: null,
    origin: "runtime",
    failed: false,
    countedBytes: countItemBytes(item),
    summary: false,
    behindEdit: false,
    inserted: false,
    ledgerIndex: -1,
    bounded: null,
    source: null,
  };
}

function tokensOf(items: readonly PromptItem[]): number {
  return items.reduce((sum, { countedBytes }) => sum + tokensOfBytes(countedBytes), 0);
}

function seesImages(target: ResolvedTarget): boolean {
  return target.modalities.includes("image");
}
