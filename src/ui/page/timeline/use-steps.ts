import { useRef } from "preact/hooks";
import type { Step } from "../../api.js";
import { useClient } from "../client.js";
import { usePlaceStore } from "../place-store.js";

export type Direction = "previous" | "next";

export interface Steps {
  /** To an offset, kept within the session. */
  readonly to: (offset: number) => void;
  readonly by: (step: Step, direction: Direction) => void;
  /** To the end, and stays there while the session grows. */
  readonly follow: () => void;
}

/** Ways through a session. Steps that the server has to find are taken one after the other. */
export function useSteps(key: string, head: number, report: (problem: unknown) => void): Steps {
  const client = useClient();
  const store = usePlaceStore();
  const pending = useRef(Promise.resolve());
  const current = (): number => Math.min(store.place.at ?? head - 1, head - 1);
  const to = (offset: number): void => store.step({ at: Math.max(0, Math.min(head - 1, offset)) });
  const find = async (by: Step, direction: Direction): Promise<void> => {
    const at = current();
    const { offset } = await client.askSession(key, "step", { at, by, to: direction });
    if (current() === at && offset !== null) to(offset);
  };
  return {
    to,
    by: (step, direction) => {
      if (step === "event") to(current() + (direction === "next" ? 1 : -1));
      else pending.current = pending.current.then(() => find(step, direction)).catch(report);
    },
    follow: () => store.step({ at: null }),
  };
}
