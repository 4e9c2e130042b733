import type { Fact } from "./event.js";

/** What counting needs to know of an event that its facts do not say. */
export interface EventAccount {
  /** The same for the same line wherever it stands, also where a session copied another's. */
  readonly key: string;
  /** True for a line that its session copied from the one that it goes on from. */
  readonly isCopy: boolean;
  /** The model that was at work; null: nobody has named it; absent: the facts tell. */
  readonly model?: string | null;
  /** Facts of the event that say again what earlier ones said, for the state's sake. */
  readonly repeated: readonly Fact[];
  /** What the line says besides, of which its thread's state knows nothing, in its order. */
  readonly aside: readonly AsideFact[];
}

/** A fact of a rolled-back line, or of another agent's work: nothing to fold, but it was paid for. */
export interface AsideFact {
  readonly fact: Fact;
  readonly model: string | null;
}
