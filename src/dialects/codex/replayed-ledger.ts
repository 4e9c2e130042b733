import type { Item } from "../../events/item.js";
import { EMPTY_LEDGER, type LedgerIds } from "../shared/export-ledger.js";
import type { LineRole } from "./line-meaning.js";
import { LedgerSurgery } from "./reconstruction/ledger-surgery.js";
import type { Settlement } from "./reconstruction/reconstruction.js";

/** What the decoder makes of a line. */
interface Decoded {
  readonly settlement: Settlement;
  /** The ledgers around it. */
  readonly before: number;
  readonly after: number;
}

/**
 * The ledger that Codex itself has after the lines so far, where the decoder differs on purpose
 * (docs/semantics.md §12.10). Codex replays what follows its newest checkpoint, and takes a rollback
 * for an edit of that ledger (§10.5-10.7). What it does where a rollback discards a checkpoint
 * depends on its version: then the ledger is unknown until the next one.
 */
export class ReplayedLedger {
  readonly #surgery = new LedgerSurgery();
  #ledger = EMPTY_LEDGER;
  #isKnown = true;
  #isAfterRollback = false;

  constructor(private readonly ids: LedgerIds) {}

  /** Null: unknown. */
  get ledger(): number | null {
    return this.#isKnown ? this.#ledger : null;
  }

  /** No turn began since the newest rollback: a checkpoint now may be of the one discarded. */
  get isAfterRollback(): boolean {
    return this.#isAfterRollback;
  }

  /** The ledger after a rollback that discards no checkpoint. @param turns more than 0 */
  ledgerBehind(turns: number): number | null {
    if (!this.#isKnown) return null;
    return this.ids.shorten(this.#ledger, this.#surgery.countBehind(turns));
  }

  /** Takes the next line. @param losesBase it is a rollback that may discard a checkpoint */
  take(
    line: number,
    role: LineRole,
    { decoded, losesBase }: { readonly decoded: Decoded; readonly losesBase: boolean },
  ): void {
    if (role.kind === "started") this.#isAfterRollback = false;
    else if (role.kind === "item" && role.item !== null) this.#record(line, role.item, decoded);
    else if (role.kind === "compacted") this.#compact(line, role, decoded);
    else if (role.kind === "rolled-back" && role.turns > 0) {
      this.#ledger = this.ids.shorten(this.#ledger, this.#surgery.rollback(role.turns).length);
      this.#isAfterRollback = true;
      if (losesBase) this.#isKnown = false;
    }
  }

  #record(line: number, item: Item, decoded: Decoded): void {
    this.#surgery.record(line, item);
    const isSame = isAdded(decoded) && decoded.before === this.#ledger;
    this.#ledger = isSame ? decoded.after : this.ids.extend(this.#ledger, item);
  }

  #compact(
    line: number,
    { items, summary }: Extract<LineRole, { kind: "compacted" }>,
    decoded: Decoded,
  ): void {
    if (items === null) {
      this.#surgery.rebuild(line, summary);
      if (isAdded(decoded) && decoded.before === this.#ledger) this.#ledger = decoded.after;
      else this.#isKnown = false;
      return;
    }
    this.#surgery.rebase(line, items);
    this.#ledger = isAdded(decoded) ? decoded.after : this.ids.of(items);
    this.#isKnown = decoded.settlement.own === "folded" && !this.#isAfterRollback;
  }
}

/** The decoder does no more than to add the line, and may know more of it than it says. */
function isAdded({ settlement: { own, rollback } }: Decoded): boolean {
  return own === "folded" && rollback === null;
}
