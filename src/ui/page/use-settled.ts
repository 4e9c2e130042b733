import { useEffect, useState } from "preact/hooks";

const SETTLED_AFTER_MS = 200;

/** A value that has not changed for a moment: what somebody types. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
