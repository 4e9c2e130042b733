import type { TruncationPolicy } from "../../events/primitives.js";
import { defaultTruncationPolicy } from "../../models/truncation-policies.js";
import type { TurnContext } from "./turn-context.js";

/**
 * Under which policy each line's output is bounded (docs/semantics.md §6.6): the reader's own; else
 * the one that the newest context so far records; else that of the newest model so far; else 10,000
 * bytes.
 */
export class PolicyRecord {
  #recorded: TruncationPolicy | null = null;
  #model: string | null = null;
  #changes: { readonly from: number; readonly policy: TruncationPolicy }[] = [];

  constructor(private readonly own: TruncationPolicy | null) {
    this.#changes = [{ from: 0, policy: this.#current() }];
  }

  /** A context stands at `line`: it counts for the lines behind it. */
  note(line: number, { model, policy }: Pick<TurnContext, "model" | "policy">): void {
    if (policy === null && this.#recorded === null && model === this.#model) return;
    this.#recorded = policy;
    this.#model = model;
    const next = this.#current();
    if (isSame(next, this.newest)) return;
    this.#changes.push({ from: line + 1, policy: next });
  }

  get newest(): TruncationPolicy {
    return this.#changes.at(-1)?.policy ?? this.#current();
  }

  at(line: number): TruncationPolicy {
    return this.#changes.findLast(({ from }) => from <= line)?.policy ?? this.#current();
  }

  #current(): TruncationPolicy {
    return this.own ?? this.#recorded ?? { ...defaultTruncationPolicy(this.#model) };
  }
}

function isSame(a: TruncationPolicy, b: TruncationPolicy): boolean {
  return a.mode === b.mode && a.limit === b.limit;
}
