import type { Fact } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { factsOf } from "../../reducers/reduce.js";
import { addUsage, isAside, newlyUsed, NO_USAGE } from "../../reducers/usage.js";
import { EMPTY_LEDGER, type ExportLedger } from "../shared/export-ledger.js";
import { ClaudeCodeDecoder } from "./claude-code-decoder.js";
import type { TreeNode } from "./tree-node.js";

/** A place in the tree that was written, and what a message after it would continue. */
export interface WrittenPlace {
  /** The parent that such a message names; null: none. */
  readonly uuid: string | null;
  readonly ledger: number;
  /** Compactions up to there. */
  readonly compactions: number;
}

/** Nobody reads a line again that a writer made. */
const NO_RECALL = { toolOutputLimit: null, opening: new Uint8Array() };

/**
 * What a reader makes of the lines that were written so far: each is read as the decoder reads it, so
 * that a writer knows where in the tree the thread's earlier states can be taken up again.
 */
export class WrittenTranscript {
  readonly #decoder = new ClaudeCodeDecoder({ ...NO_RECALL, recall: () => Promise.resolve({}) });
  /** By line. */
  readonly #ledgers: number[] = [];
  #spent = NO_USAGE;

  constructor(private readonly ledger: Pick<ExportLedger, "extend">) {}

  /** What the lines say the conversation's requests cost, on whichever branch. */
  get spent(): Usage {
    return this.#spent;
  }

  /** What the whole file comes to. */
  get live(): WrittenPlace {
    return this.#placeAt(this.#decoder.tree.tip);
  }

  /** @param known the ledger after the line, where the thread's own events tell it */
  take(object: JsonObject, known?: number): void {
    const { event } = this.#decoder.decodeHeld({
      value: structuredClone(object), // it may be part of an event
      get text() {
        return JSON.stringify(object);
      },
    });
    let ledger = this.#ledgers.at(-1) ?? EMPTY_LEDGER;
    for (const fact of factsOf(event)) {
      if (fact.type === "history.rolled-back") {
        ledger = this.#ledgers[fact.data.to] ?? EMPTY_LEDGER;
      }
      ledger = this.#ledgerAfter(ledger, fact);
      if (fact.type === "usage.reported" && !isAside(fact.data)) {
        this.#spent = addUsage(this.#spent, newlyUsed(fact.data));
      }
    }
    this.#ledgers.push(known ?? ledger);
  }

  /** What a message with this parent would continue. */
  placeAfter(uuid: string | null): WrittenPlace {
    const { node, compacts } = this.#decoder.tree.placeAfter(uuid);
    const place = this.#placeAt(node);
    return { ...place, uuid, ledger: compacts ? EMPTY_LEDGER : place.ledger };
  }

  /** The places that a message can follow, from one up to the beginning. */
  *placesAbove(uuid: string | null): Generator<WrittenPlace> {
    let node: TreeNode | null = this.#decoder.tree.placeAfter(uuid).node;
    for (; node !== null; node = node.parent) {
      const isLast = node.round === null || node.round.last === node;
      const isNamed = node.uuid !== null || node.parent === null;
      if (isLast && isNamed) yield this.#placeAt(node);
    }
  }

  #placeAt(node: TreeNode): WrittenPlace {
    const { uuid, branch } = node;
    const line = node === this.#decoder.tree.tip ? this.#ledgers.length - 1 : node.liveUntil;
    return {
      ...{ uuid, compactions: branch.compactions },
      ledger: line === null ? EMPTY_LEDGER : (this.#ledgers[line] ?? EMPTY_LEDGER),
    };
  }

  #ledgerAfter(ledger: number, fact: Fact): number {
    switch (fact.type) {
      case "history.cleared":
        return EMPTY_LEDGER;
      case "item.recorded":
        return this.ledger.extend(ledger, fact.data);
      case "history.compacted":
        return (fact.data.replacement ?? []).reduce(
          (base, entry) => this.ledger.extend(base, entry),
          EMPTY_LEDGER,
        );
      default:
        return ledger;
    }
  }
}

/** What the thread has spent and its file does not say yet; null: nothing. Counts never go down. */
export function owed(thread: Usage, written: Usage): JsonObject | null {
  const more = (count: "input" | "cachedInput" | "cacheWrite" | "longCacheWrite" | "output") =>
    Math.max(0, (thread[count] ?? 0) - (written[count] ?? 0));
  const cached = more("cachedInput");
  const cacheWrite = more("cacheWrite");
  const input = Math.max(0, more("input") - cached - cacheWrite);
  const output = more("output");
  if (input + cached + cacheWrite + output === 0) return null;
  const long = more("longCacheWrite");
  const lifetimes = {
    ephemeral_5m_input_tokens: cacheWrite - long,
    ephemeral_1h_input_tokens: long,
  };
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    ...(thread.longCacheWrite !== undefined && { cache_creation: lifetimes }),
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
}
