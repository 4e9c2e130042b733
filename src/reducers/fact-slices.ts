import type { Fact, FactType } from "../events/event.js";

/** Slices of a thread's state; `version`: the ledger's version that `log` names. */
const SLICE_NAMES = [
  ...(["ledger", "baseline", "checkpoint"] as const),
  ...(["usage", "turns", "thread", "version"] as const),
] as const;
type Slice = (typeof SLICE_NAMES)[number];

/**
 * Which slices each fact may change. A new type stops the build here until somebody has decided, and
 * then in the reducer of each slice that is named.
 */
const SLICES = {
  "thread.started": ["thread"],
  "thread.forked": ["thread"],
  "thread.renamed": ["thread"],
  "thread.configured": ["thread"],
  "instructions.set": ["thread"],
  "tools.declared": ["thread"],
  "turn.started": ["turns", "usage"],
  "turn.completed": ["turns"],
  "turn.aborted": ["turns"],
  "context.injected": ["ledger", "baseline", "turns"],
  "item.recorded": ["ledger", "turns"],
  "request.sent": [],
  "usage.reported": ["usage"],
  "history.compacted": ["ledger", "baseline", "checkpoint", "usage", "version"],
  "history.trimmed": ["ledger", "baseline", "turns", "usage", "version"],
  "history.cleared": ["ledger", "baseline", "turns", "usage", "version"],
  "history.rolled-back": ["version"], // `replay` resolves it before anything is folded
  "outputs.cleared": ["ledger", "usage", "version"], // tool outputs tell no facts of the baseline
  "images.replaced": ["ledger", "usage", "version"],
  "snapshot.taken": [],
  "snapshot.restored": [],
  "notice.logged": [],
  "foreign.kept": [],
} as const satisfies Readonly<Record<FactType, readonly Slice[]>>;

type TypeOf<OfSlice extends Slice> = {
  [Type in FactType]: OfSlice extends (typeof SLICES)[Type][number] ? Type : never;
}[FactType];

/** The same, by slice: asked several times of every event, and in compiled code no look-up. */
const TYPES: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  SLICE_NAMES.map((slice) => {
    const types = Object.entries<readonly Slice[]>(SLICES).filter((row) => row[1].includes(slice));
    return [slice, new Set(types.map(([type]) => type))];
  }),
);

/** Whether a fact may change a slice. */
export function changes<SomeFact extends Fact, OfSlice extends Slice>(
  fact: SomeFact,
  slice: OfSlice,
): fact is Extract<SomeFact, { readonly type: TypeOf<OfSlice> }> {
  return TYPES[slice]?.has(fact.type) === true;
}
