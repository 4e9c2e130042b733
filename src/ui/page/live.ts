import type { LiveUpdate } from "../api.js";
import { addressOf, sessionPath } from "./server.js";

/** `open`: what is written is shown at once. `waiting`: the connection is being made again. */
export type LiveState = "open" | "waiting";

export interface LiveListener {
  readonly onHead: (head: number) => void;
  readonly onState: (state: LiveState) => void;
}

/** Browsers give up when the server answers with an error: then it is tried again after this. */
const RETRY_MS = 3000;

/**
 * Follows a session that is being written, from the event at `from` on. After a break the browser
 * says the last id that it got, and nothing is missed.
 * @returns a function that ends it
 */
export function followServer(key: string, from: number, listener: LiveListener): () => void {
  let head = from;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(addressOf(sessionPath(key, "live"), { from: head }));
    source.addEventListener("open", () => listener.onState("open"));
    source.addEventListener("rows", ({ data }: MessageEvent<unknown>) => {
      const update: unknown = typeof data === "string" ? JSON.parse(data) : null;
      if (!isUpdate(update)) return;
      head = update.head;
      listener.onHead(head);
    });
    source.addEventListener("error", () => {
      listener.onState("waiting");
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

function isUpdate(value: unknown): value is LiveUpdate {
  return typeof value === "object" && value !== null && "head" in value;
}
