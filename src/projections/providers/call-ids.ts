import type { ItemRef } from "../../events/primitives.js";
import type { RequestContext } from "./request-context.js";
import { shortHash } from "./short-hash.js";

/** What a provider takes for a call's id. */
export interface CallIdRule {
  readonly maxLength: number;
  /** Every character that the API refuses. */
  readonly refused: RegExp;
}

/**
 * Gives each call of a request its id on the wire. An id that the API accepts stays as it is, so
 * that the same history always gives the same bytes; another becomes its accepted characters and a
 * hash of the whole; a repeated one gets a number. Earlier calls are never affected by later ones.
 */
export class CallIds {
  readonly #rule: CallIdRule;
  readonly #context: RequestContext;
  readonly #taken = new Set<string>();
  /** Ids that are not the recorded ones. */
  readonly mapped = new Map<string, string | null>();

  constructor(context: RequestContext, rule: CallIdRule) {
    this.#context = context;
    this.#rule = rule;
  }

  assign(recorded: string | null, ref: ItemRef | null): string {
    const wanted = recorded === null || recorded === "" ? idOfPlace(ref) : this.#accepted(recorded);
    const wire = this.#untaken(wanted);
    this.#taken.add(wire);
    if (wire !== recorded) {
      this.mapped.set(wire, recorded);
      this.#context.repair("id-mapped", ref, reasonOf(recorded, wire !== wanted));
    }
    return wire;
  }

  #accepted(id: string): string {
    const { maxLength, refused } = this.#rule;
    const clean = id.replace(refused, "_");
    if (clean === id && id.length <= maxLength) return id;
    return `${clean.slice(0, maxLength - 9)}_${shortHash(id)}`;
  }

  #untaken(id: string): string {
    let candidate = id;
    for (let number = 2; this.#taken.has(candidate); number += 1) {
      const suffix = `_${number}`;
      candidate = id.slice(0, this.#rule.maxLength - suffix.length) + suffix;
    }
    return candidate;
  }
}

function reasonOf(recorded: string | null, repeated: boolean): string {
  if (recorded === null) return "a call without an id";
  return repeated ? "a call id that stands there already" : "a call id that the API refuses";
}

function idOfPlace(ref: ItemRef | null): string {
  if (ref === null) return "call_of_request";
  return typeof ref === "number" ? `call_at_${ref}` : `call_at_${ref.join("_")}`;
}
