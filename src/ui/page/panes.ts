import { CachePane } from "./cache/cache-pane.js";
import { DifferencePane } from "./difference/difference-pane.js";
import { ForgottenPane } from "./forgotten/forgotten-pane.js";
import type { Pane } from "./pane.js";
import { PromptPane } from "./prompt/prompt-pane.js";
import { TranscriptPane } from "./transcript/transcript-pane.js";
import { TreePane } from "./tree/tree-pane.js";

/** The panes, in the order of their tabs: each is a component in a file of its own. */
export const PANES: readonly [Pane, ...Pane[]] = [
  { name: "prompt", label: "Prompt", Component: PromptPane },
  { name: "difference", label: "Difference", Component: DifferencePane },
  { name: "cache", label: "Cache", Component: CachePane },
  { name: "forgotten", label: "Forgotten", Component: ForgottenPane },
  { name: "tree", label: "Tree", Component: TreePane },
  { name: "transcript", label: "Transcript", Component: TranscriptPane },
];
