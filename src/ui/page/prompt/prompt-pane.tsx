import type { PaneProps } from "../pane.js";

export function PromptPane({ session, offset }: PaneProps) {
  return <p>{`${offset} of ${session.head}`}</p>;
}
