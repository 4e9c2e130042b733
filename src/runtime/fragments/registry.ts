import { invalidArgument } from "../../errors.js";
import {
  apps,
  collaborationMode,
  developerInstructions,
  memorySummary,
  modelSwitch,
  permissions,
  personality,
  plugins,
  realtime,
} from "./developer-fragments.js";
import type { SessionFragment } from "./fragment.js";
import { skillsCatalogue } from "./skills-catalogue.js";
import { agentsInstructions, environment } from "./user-fragments.js";

/** The session fragments that a thread tells its model, in the order of telling. */
export interface FragmentRegistry {
  readonly session: readonly SessionFragment[];
}

/** The built-in session fragments, in the order of docs/semantics.md §14.1. */
const BUILT_IN: readonly SessionFragment[] = [
  modelSwitch,
  permissions,
  developerInstructions,
  memorySummary,
  collaborationMode,
  realtime,
  personality,
  apps,
  skillsCatalogue,
  plugins,
  agentsInstructions,
  environment,
];

/**
 * The built-in fragments, and the caller's own after them.
 * @throws {RefoldError} `invalid-argument`: two fragments have one kind, or speak for one fact
 */
export function fragmentRegistry(own: readonly SessionFragment[] = []): FragmentRegistry {
  const session = [...BUILT_IN, ...own];
  refuseRepeats(
    session.map(({ kind }) => kind),
    "kind",
  );
  refuseRepeats(
    session.flatMap(({ facts }) => facts),
    "fact",
  );
  return { session };
}

function refuseRepeats(names: readonly string[], what: string): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  throw invalidArgument(
    `two fragments have the ${what} "${repeated}"`,
    "Give your own fragment another name, or leave the built-in one to speak for it.",
  );
}
