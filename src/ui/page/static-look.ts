import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Times } from "../../projections/figures.js";
import type { HighlightedNode } from "./parts/languages.js";

/** How a page is drawn that is read without a script: all of it at once. */
export interface StaticLook {
  readonly times: Times;
  readonly highlight: (language: string, code: string) => readonly HighlightedNode[] | null;
}

const StaticContext = createContext<StaticLook | null>(null);
export const StaticProvider = StaticContext.Provider;
/** Null: the page lives. */
export const useStaticLook = (): StaticLook | null => useContext(StaticContext);
