import { useEffect, useState } from "preact/hooks";

const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const KEY = "refold-theme";

/** The reader's choice, kept in this browser where it may be. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(kept);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    keep(theme);
    dispatchEvent(new Event(THEME_CHANGED));
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return [theme, () => setTheme(next)];
}

/** Sent to the window: what is drawn, and not styled, is drawn again. */
const THEME_CHANGED = "refold-theme-changed";

/** Calls back when colours have changed. @returns a function that ends it */
export function watchTheme(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  addEventListener(THEME_CHANGED, listener);
  system.addEventListener("change", listener);
  return () => {
    removeEventListener(THEME_CHANGED, listener);
    system.removeEventListener("change", listener);
  };
}

function kept(): Theme {
  const value = storage()?.getItem(KEY);
  return THEMES.find((theme) => theme === value) ?? "system";
}

function keep(theme: Theme): void {
  if (theme === "system") storage()?.removeItem(KEY);
  else storage()?.setItem(KEY, theme);
}

/** Null: the browser forbids it, as it does for a file. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
