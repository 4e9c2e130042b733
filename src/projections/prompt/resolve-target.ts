import type { TruncationPolicy } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { byteBudget } from "../../reducers/truncate-text.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import type { PromptTarget, ResolvedTarget } from "./prompt.js";

/** What a target is resolved from: the same objects give the same target. */
export interface TargetBasis {
  readonly running: Envelope | null;
  readonly baseline: Envelope | null;
  readonly previousModel: string | null;
  readonly contextWindow: number | null;
}

export function targetBasisOf(state: ThreadState): TargetBasis {
  return {
    running: state.turns.running?.envelope ?? null,
    baseline: state.baseline?.envelope ?? null,
    previousModel: state.turns.previous?.model ?? null,
    contextWindow: state.usage.contextWindow,
  };
}

export function isSameBasis(a: TargetBasis, b: TargetBasis): boolean {
  return (
    a.running === b.running &&
    a.baseline === b.baseline &&
    a.previousModel === b.previousModel &&
    a.contextWindow === b.contextWindow
  );
}

/**
 * Settles what a target leaves open: from the turn's envelope where it speaks of the same model, then
 * from what is known of the model, then from the defaults (text and images, no window).
 */
export function resolveTarget(
  target: PromptTarget,
  basis: TargetBasis,
  models: ModelTable = KNOWN_MODELS,
): ResolvedTarget {
  const told = basis.running ?? basis.baseline;
  const toldModel = told?.model ?? basis.previousModel;
  const model = target.model ?? toldModel;
  const found = model === null ? null : findModel(model, models);
  const envelope = model === toldModel ? told : null;
  const window = model === toldModel ? basis.contextWindow : null;
  return {
    provider: target.provider ?? envelope?.provider ?? found?.model.provider ?? null,
    model,
    modalities: target.modalities ??
      envelope?.modalities ??
      found?.model.modalities ?? ["text", "image"],
    contextWindow:
      target.contextWindow ??
      envelope?.contextWindow ??
      window ??
      found?.model.contextWindow ??
      null,
    maxOutputTokens: target.maxOutputTokens ?? found?.model.maxOutputTokens ?? null,
    effort: target.effort ?? envelope?.effort ?? null,
    truncationPolicy: tighterPolicy(target.truncationPolicy, told?.truncationPolicy),
    modelNotice: found?.notice ?? null,
  };
}

/** The policy that was asked for, unless outputs were recorded under one as tight; null: none is. */
function tighterPolicy(
  asked: TruncationPolicy | undefined,
  recorded: TruncationPolicy | undefined,
): TruncationPolicy | null {
  if (asked === undefined) return null;
  return recorded === undefined || byteBudget(asked) < byteBudget(recorded) ? asked : null;
}

/** The answer's schema: the target's, else the running turn's; undefined: free form. */
export function outputSchemaFor(target: PromptTarget, basis: TargetBasis): unknown {
  if ("outputSchema" in target) return target.outputSchema ?? undefined;
  return basis.running?.outputSchema ?? undefined;
}
