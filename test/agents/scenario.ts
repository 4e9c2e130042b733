import type { Program } from "./agent.js";
import type { Stage } from "./stage.js";

/** A way of using a program. What it does is told by its name; what is compared, by its requests. */
export interface Scenario {
  readonly name: string;
  /** Only for programs that this holds of. */
  readonly isFor?: (program: Program) => boolean;
  /** Files that are in the work folder before the program starts. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the program is given a server with tools (`tool-server.ts`). */
  readonly hasToolServer?: boolean;
  readonly play: (stage: Stage) => Promise<void>;
}
