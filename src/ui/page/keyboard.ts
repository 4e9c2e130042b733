import { useEffect } from "preact/hooks";

/** What a key does, by its name: `ArrowLeft`, `Shift+ArrowLeft`, `[`. */
export type Keys = Readonly<Record<string, () => void>>;

/** Handles keys of the whole page, but where something is typed or the browser has its own use for them. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
      const isNamed = event.key.length > 1;
      const act = keys[isNamed && event.shiftKey ? `Shift+${event.key}` : event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

/** What `?` shows. */
export const KEY_HELP: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["←", "→"], "one event back, one on"],
  [["Shift ←", "Shift →"], "one turn back, one on"],
  [["[", "]"], "to the compaction before, to the next one"],
  [["Home", "End"], "to the beginning; to the end, and stay there"],
  [["↑", "↓"], "through the rows of a list"],
  [["+", "-", "0"], "a part of the chart (the wheel too), all of it"],
  [["1", "…", "9"], "a pane"],
  [["/"], "search"],
  [["t"], "light, dark, as the system has it"],
  [["Esc"], "close, or back to the sessions"],
  [["?"], "this help"],
];
