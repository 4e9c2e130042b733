import type { RequestRules } from "../../../../src/testing/protocol/violation.js";

/** The smallest body that breaks a rule. */
export interface Probe {
  readonly body: unknown;
  /** Google's model is in the address. */
  readonly model?: string;
  /** Rules that no body can keep that breaks this one. */
  readonly also?: readonly string[];
}

/** One probe for every rule of an API, by the rule's own name: one that is missing does not compile. */
export type ProbesOf<Rules> =
  Rules extends RequestRules<infer Key> ? Readonly<Record<Key, Probe>> : never;

/** Half a surrogate pair. */
export const HALF_PAIR = "\ud800";

export const PNG_START = "iVBORw0KGgo=";
