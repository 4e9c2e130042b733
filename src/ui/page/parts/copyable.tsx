import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icon.js";

const SHOWN_MS = 1500;

interface CopyButtonProps {
  readonly label: string;
  /** Called when it is wanted. */
  readonly text: () => string | Promise<string>;
}

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      setSaid("Copied");
    } catch (error) {
      setSaid(`Not copied: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      <Icon name="copy" />
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}

/** A command or a path, with a button that copies it. */
export function Copyable({ text }: { readonly text: string }) {
  return (
    <span class="copyable">
      <code>{text}</code>
      <CopyButton label="Copy" text={() => text} />
    </span>
  );
}
