import type { FactType } from "../../events/event.js";
import type { UsageReported } from "../../events/usage.js";

/** Something of a thread that a file of another tool has no place for. */
export interface NotCarried {
  /** A type of event, or a part of one: `request.sent`, `failed tool calls`. */
  readonly what: string;
  readonly count: number;
  /** Offset of the first. */
  readonly firstAt: number;
}

/** Lists what an export leaves out; complete once the export was read to its end. */
export class ExportReport {
  readonly #found = new Map<string, NotCarried>();

  /** Counts something that the format cannot hold. */
  add(what: string, offset: number): void {
    const { count, firstAt } = this.#found.get(what) ?? { count: 0, firstAt: offset };
    this.#found.set(what, { what, count: count + 1, firstAt });
  }

  /** A fact that the dialect has no line for: it is left out, unless something else carries it. */
  addFact(type: FactType, offset: number): void {
    if (!CARRIED.has(type)) this.add(type, offset);
  }

  /** Counts what of a report of usage no encoder writes. */
  addUsage({ usage, cost }: UsageReported["data"], offset: number): void {
    if (typeof cost === "number") this.add("recorded costs", offset);
    if (usage.partial === true) this.add("marks of output that was counted in part", offset);
  }

  /** In the order in which they first came. */
  get notCarried(): readonly NotCarried[] {
    return [...this.#found.values()];
  }
}

/** Facts that every dialect carries: in the first line, in a title, in the ledger after them. */
const CARRIED: ReadonlySet<FactType> = new Set([
  "thread.started",
  "thread.renamed",
  "history.compacted",
  "history.trimmed",
  "history.cleared",
  "history.rolled-back",
  "outputs.cleared",
  "images.replaced",
]);
