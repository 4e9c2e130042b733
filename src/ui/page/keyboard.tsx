import { useEffect, useRef } from "preact/hooks";

/** What a key does, by its name: `ArrowLeft`, `Shift+ArrowLeft`, `[`. */
type Keys = Readonly<Record<string, () => void>>;

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
const KEY_HELP: readonly (readonly [keys: readonly string[], does: string])[] = [
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

interface HelpProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The keys of the page. */
export function Help({ isOpen, onClose }: HelpProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEY_HELP.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
