import type { JsonObject } from "../../events/primitives.js";

/** How the lines of a dialect look, for telling objects from damage. */
export interface LineForm {
  /** How an object begins, with the flag `g`: where reading goes on behind damage. */
  readonly start: RegExp;
  /** True for an object that can be trusted to be a line, not the insides of a lost one. */
  isLine(object: JsonObject): boolean;
  /** Whether several whole objects in one line are reported. */
  readonly gluedIsDamage: boolean;
}
