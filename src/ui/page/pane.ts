import type { ComponentType } from "preact";
import type { SessionView } from "../api.js";

/** What each pane shows: a session as of an offset. It changes the place by `usePlaceStore`. */
export interface PaneProps {
  readonly session: SessionView;
  /** The last offset that counts; -1: nothing was recorded. */
  readonly offset: number;
}

/** A view below the timeline. */
export interface Pane {
  /** In the address. */
  readonly name: string;
  /** On its tab. */
  readonly label: string;
  readonly Component: ComponentType<PaneProps>;
}
