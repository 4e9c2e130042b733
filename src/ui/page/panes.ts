import type { Pane } from "./pane.js";
import { PromptPane } from "./prompt/prompt-pane.js";

/** The panes, in the order of their tabs: each is a component in a file of its own. */
export const PANES: readonly [Pane, ...Pane[]] = [
  { name: "prompt", label: "Prompt", Component: PromptPane },
];
