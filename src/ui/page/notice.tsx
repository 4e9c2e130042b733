import { useEffect, useState } from "preact/hooks";

const ANNOUNCED = "refold-announced";
const SHOWN_MS = 8_000;

/** Says what was done, wherever the reader is by then. */
export function announce(words: string): void {
  dispatchEvent(new CustomEvent<string>(ANNOUNCED, { detail: words }));
}

/** What was done last; it goes by itself. */
export function Notice() {
  const [words, setWords] = useState("");
  useEffect(() => {
    const listen = (event: Event): void => {
      if (event instanceof CustomEvent) setWords(String(event.detail));
    };
    addEventListener(ANNOUNCED, listen);
    return () => removeEventListener(ANNOUNCED, listen);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setWords(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p class={`toast ${words === "" ? "visually-hidden" : ""}`} role="status">
      {words}
    </p>
  );
}
