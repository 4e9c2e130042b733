import { RefoldError } from "../../errors.js";
import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import type { PromptFragment } from "../../events/context.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { ModelTable } from "../../models/find-model.js";
import { SharedSequence } from "../../reducers/sequence.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type LedgerProjection, projectionAlone, projectLedger } from "./project-ledger.js";
import type { Prompt, PromptItem, PromptTarget } from "./prompt.js";
import {
  isSameBasis,
  outputSchemaFor,
  resolveTarget,
  type TargetBasis,
  targetBasisOf,
} from "./resolve-target.js";
import { contentText } from "../../events/item-class.js";

export interface PromptOptions {
  /** A repair is an error (ghost snapshots, which are never part of a prompt, apart). */
  readonly strict?: boolean;
  /** Context of this request alone, put after the ledger's items. */
  readonly fragments?: readonly PromptFragment[];
  /** Models of the caller's own (`defineModels`). */
  readonly models?: ModelTable;
}

/**
 * What one model gets: base instructions and ledger, calls paired with outputs, images replaced for
 * a model that cannot see them, outputs bounded where the target asks for it, ghost snapshots left
 * out. The state is not touched.
 *
 * @param target what it is for; absent members are taken from the turn, the model, the defaults
 * @returns the prompt, with every change it took in `repairs`
 * @throws {RefoldError} `prompt-needs-repair`: `strict`, and something would have to be changed
 * @see docs/semantics.md §8
 */
export function projectPrompt(
  state: ThreadState,
  target: PromptTarget = {},
  options: PromptOptions = {},
): Prompt {
  return project(state, target, options, null);
}

/**
 * The prompt after more has been recorded: equal to `projectPrompt` for the same target, at the cost
 * of what is new, and of what is gone from the history's end. Where more of the history was rewritten,
 * the target resolves to something else, or `previous` is an unrelated thread's or was not made here, it is
 * projected from the start.
 *
 * @param previous a prompt of the same thread, or of the one that it left; its fragments are not taken over
 * @throws {RefoldError} `prompt-needs-repair`: `strict`, and something would have to be changed
 */
export function continuePrompt(
  previous: Prompt,
  state: ThreadState,
  options: PromptOptions = {},
): Prompt {
  const { thread } = state;
  const before = previous.threadId;
  const isSameThread =
    before === (thread?.threadId ?? null) || before === thread?.forked?.from.threadId;
  return project(state, previous.requested, options, isSameThread ? previous : null);
}

/**
 * What a fork goes on from in place of a prompt of the thread that it left: for the same target and
 * models, of the fork's history alone, whether the thread was then at the fork's point, before it or beyond.
 *
 * @returns null: of most of that history it shows nothing, and the fork may never ask for its target
 */
export function promptForFork(parents: Prompt, state: ThreadState): Prompt | null {
  const carried = parents.carried instanceof CarriedPrompt ? parents.carried : null;
  if (carried === null || 2 * carried.ledger.entries.length < state.ledger.entries.length) {
    return null;
  }
  const { models } = carried;
  return project(state, parents.requested, models === undefined ? {} : { models }, parents);
}

/**
 * The prompt of a state for another target: equal to `projectPrompt`, but what both show alike of the
 * ledger is shared.
 *
 * @param made a prompt of the same state
 */
export function retargetPrompt(made: Prompt, state: ThreadState, target: PromptTarget): Prompt {
  return project(state, target, {}, made);
}

/** What `continuePrompt` needs of the prompt before: explicit, so that no projection keeps a cache. */
class CarriedPrompt {
  constructor(
    readonly ledger: LedgerProjection,
    readonly instructions: CarriedInstructions,
    readonly basis: TargetBasis,
    readonly models: ModelTable | undefined,
  ) {}
}

interface CarriedInstructions {
  /** The hash of the thread's; null: it has none. */
  readonly hash: string | null;
  readonly base: BaseInstructions;
  readonly tokens: number;
}

/** Of the ledger only what is new is looked at, unless the instructions were set anew. */
function carriedInstructions(
  state: ThreadState,
  { keptLength }: LedgerProjection,
  carried: CarriedPrompt | null,
): CarriedInstructions {
  const hash = state.thread?.instructions?.hash ?? null;
  const known = carried?.instructions.hash === hash ? carried : null;
  const isSaid = known?.instructions.base.isSaid === true;
  if (isSaid && known.ledger.entries.length === keptLength) return known.instructions;
  const base = baseInstructions(state, known === null || isSaid ? 0 : keptLength);
  const isKnown = known !== null && !isSaid && !base.isSaid;
  return { hash, base, tokens: isKnown ? known.instructions.tokens : tokensOfText(base.text) };
}

function project(
  state: ThreadState,
  target: PromptTarget,
  options: PromptOptions,
  previous: Prompt | null,
): Prompt {
  // A prompt that was copied, or made by somebody else, carries nothing.
  const carried = previous?.carried instanceof CarriedPrompt ? previous.carried : null;
  const basis = targetBasisOf(state);
  const isSameTarget =
    carried !== null &&
    previous?.requested === target &&
    carried.models === options.models &&
    isSameBasis(carried.basis, basis);
  const resolved = isSameTarget ? previous.target : resolveTarget(target, basis, options.models);
  const showsImages = resolved.modalities.includes("image");
  const isPi = state.thread?.source.dialect === "pi";
  const shown = { showsImages, isPi, outputPolicy: resolved.truncationPolicy };
  const threadId = state.thread?.threadId ?? null;
  const isOwn = carried === null || previous?.threadId === threadId;
  const known = isOwn ? carried?.ledger : projectionAlone(carried.ledger);
  const ledger = projectLedger(state.ledger, shown, known);
  const instructions = carriedInstructions(state, ledger, carried);
  const fragments = (options.fragments ?? []).map(fragmentItem);
  const prompt: Prompt = {
    instructions: instructions.base.text,
    instructionsAsItem: instructions.base.asItem,
    items: SharedSequence.extend(ledger.items, fragments),
    tools: state.thread?.tools?.tools ?? [],
    outputSchema: outputSchemaFor(target, basis),
    repairs: ledger.repairs,
    tokens: fragments.reduce(
      (sum, { countedBytes }) => sum + tokensOfBytes(countedBytes),
      instructions.tokens + ledger.itemTokens,
    ),
    requested: target,
    target: resolved,
    threadId,
    dialect: state.thread?.source.dialect,
    historyVersion: state.log.historyVersion,
    upTo: state.log.head - 1,
  };
  if (options.strict === true) refuseRepairs(prompt);
  const value = new CarriedPrompt(ledger, instructions, basis, options.models);
  // Not enumerable: it is no part of the result, only what makes the next one cheap.
  return Object.defineProperty(prompt, "carried", { value });
}

function refuseRepairs(prompt: Prompt): void {
  const repairs = prompt.repairs.toArray().filter(({ kind }) => kind !== "snapshot-left-out");
  const [first] = repairs;
  if (first === undefined) return;
  const example = `the first: ${first.kind}, ${first.reason}`;
  const message = `the prompt needs ${repairs.length} repairs; ${example}`;
  const remedy = "project without strict, and look at the prompt's repairs";
  throw new RefoldError("prompt-needs-repair", { repairs }, { message, remedy });
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

/** What a request says before all else. */
export interface BaseInstructions {
  /** Empty: none, or an item of the ledger says it. */
  readonly text: string;
  /** Null: none. */
  readonly hash: string | null;
  /** They are a developer message before the other items, and no member of the request. */
  readonly asItem: boolean;
  /** An item of the ledger says them. */
  readonly isSaid: boolean;
}

const NONE: BaseInstructions = { text: "", hash: null, asItem: false, isSaid: false };
/** The first minor version of Codex that sends them as an item (docs/semantics.md §15.8). */
const ITEM_SINCE = 150;
/** Left out of the recorded text since then, because the tool for plans is not offered any more. */
const CHECKLIST_LINE = /^- If you create a checklist or task list, .*\n/m;

/**
 * Later versions of Codex send base instructions as an item, and record that item for some models.
 * @param from no entry of the ledger before it says them
 */
export function baseInstructions({ thread, ledger }: ThreadState, from = 0): BaseInstructions {
  const { text, hash } = thread?.instructions ?? NONE;
  const asMember = { ...NONE, text, hash };
  if (thread?.source.dialect !== "codex") return asMember;
  for (let index = from; index < ledger.entries.length; index++) {
    const item = ledger.entries.at(index)?.item;
    const isDeveloper = item?.type === "message" && item.role === "developer";
    if (isDeveloper && contentText(item.content) === text) return { ...NONE, isSaid: true };
  }
  const minor = /^0\.(\d+)\./.exec(thread.source.version ?? "")?.[1];
  if (Number(minor ?? 0) < ITEM_SINCE) return asMember;
  return { ...asMember, text: text.replace(CHECKLIST_LINE, ""), asItem: true };
}
