import type { PaneProps } from "../pane.js";

export function Timeline({ session, offset }: PaneProps) {
  return <p>{`${offset} of ${session.head}`}</p>;
}
