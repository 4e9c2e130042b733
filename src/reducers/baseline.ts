import type { ContextInjected, InjectedFragment } from "../events/context.js";
import type { HistoryCompacted } from "../events/history.js";
import type { ItemRef } from "../events/primitives.js";
import type { Baseline, RunningTurn } from "../events/slices.js";
import { refKey } from "./item-refs.js";
import { type FoldedEvent, refInEvent } from "./thread-state.js";
import { changes } from "./fact-slices.js";

/**
 * The facts that the ledger already tells the model; null: everything is to be told again. It
 * survives only while every item that established a fact of it survives (law 7).
 * @param running the running turn: its envelope is what an injection makes the baseline
 */
export function reduceBaseline(
  state: Baseline | null,
  event: FoldedEvent,
  running: RunningTurn | null,
): Baseline | null {
  if (!changes(event, "baseline")) return state;
  switch (event.type) {
    case "context.injected":
      if (event.data.mode === "observed") return observe(state, event, event.data);
      return tell(event.data.mode === "full" ? "nothing" : state, event, running);
    case "history.compacted":
      return rebase(event, event.data, running);
    case "history.trimmed":
      if (event.data.clearsBaseline || loses(state, event.data.refs)) return null;
      return state;
    case "history.cleared":
      return null;
  }
}

type ContextData = ContextInjected["data"];

/** A foreign session settled which of its contexts counts. */
function observe(state: Baseline | null, event: FoldedEvent, data: ContextData): Baseline | null {
  const { envelope, foreignId } = data;
  if (envelope === undefined) return state;
  if (envelope === null) return null;
  const turn = event.turn ?? null;
  return { mode: "observed", turn, foreignId: foreignId ?? null, envelope, toldBy: {} };
}

type Known = Baseline | "nothing" | null;

/**
 * The running turn's envelope becomes the baseline. A diff against no baseline leaves none: what it
 * does not say, nobody has said. On an observed baseline the older facts still have no items, so it
 * stays observed.
 */
function tell(
  known: Known,
  event: FoldedEvent & ContextInjected,
  running: RunningTurn | null,
): Baseline | null {
  if (known === null || running === null) return null;
  const told = refsByFact(event, event.data.fragments);
  const observed = known !== "nothing" && known.mode === "observed";
  const before = known === "nothing" ? {} : known.toldBy;
  return {
    mode: observed ? "observed" : "told",
    turn: running.turn,
    foreignId: running.foreignId,
    envelope: running.envelope,
    toldBy: observed ? {} : { ...before, ...told },
  };
}

/** A compaction that placed the initial context tells everything again; any other clears. */
function rebase(
  event: FoldedEvent,
  { placement, fragments }: HistoryCompacted["data"],
  running: RunningTurn | null,
): Baseline | null {
  if (placement === "none" || fragments === undefined || running === null) return null;
  const { turn, foreignId, envelope } = running;
  return { mode: "told", turn, foreignId, envelope, toldBy: refsByFact(event, fragments) };
}

function refsByFact(
  event: FoldedEvent,
  fragments: readonly InjectedFragment[],
): Record<string, ItemRef> {
  const refs: Record<string, ItemRef> = {};
  for (const { fact, item } of fragments) {
    if (fact !== null) refs[fact] = refInEvent(event, item);
  }
  return refs;
}

function loses(state: Baseline | null, refs: readonly ItemRef[]): boolean {
  if (state === null) return false;
  const gone = new Set(refs.map(refKey));
  return Object.values(state.toldBy).some((ref) => gone.has(refKey(ref)));
}
