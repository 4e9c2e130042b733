import type { SingleBar } from "cli-progress";
import { beforeEnding } from "../ending.js";
import type { OutputStream } from "./output.js";

/** How far a long piece of work has come. */
export interface Progress {
  /** Begins another piece of work. @param totalBytes null: unknown, nothing is shown */
  readonly start: (label: string, totalBytes: number | null) => void;
  /** So many bytes of it are done. */
  readonly update: (doneBytes: number) => void;
  /** So many more are. */
  readonly add: (bytes: number) => void;
  /** Takes the bar away, so that what follows is on a clean line. */
  readonly stop: () => void;
}

const ignore = (): void => undefined;
/** Shows nothing. */
export const NO_PROGRESS: Progress = { start: ignore, update: ignore, add: ignore, stop: ignore };

const SHOWN_AFTER_MS = 1000;

/** A bar on a terminal's stderr, for work that takes over a second; elsewhere nothing. */
export function openProgress(stream: OutputStream): Progress {
  if (stream.isTTY !== true) return NO_PROGRESS;
  let bar: SingleBar | null = null;
  let timer: NodeJS.Timeout | null = null;
  let doneBytes = 0;
  let forgetEnding: (() => void) | null = null;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    bar?.stop();
    forgetEnding?.();
    forgetEnding = null;
    timer = null;
    bar = null;
  };
  const update = (bytes: number): void => {
    doneBytes = bytes;
    bar?.update(bytes);
  };
  return {
    start: (label, totalBytes) => {
      stop();
      doneBytes = 0;
      if (totalBytes === null || totalBytes === 0) return;
      const started = setTimeout(() => {
        void openBar(stream, label).then((opened) => {
          if (timer !== started) return; // the work ended meanwhile
          bar = opened;
          // A bar hides the cursor: whoever ends the work gets it back.
          forgetEnding = beforeEnding(() => opened.stop());
          bar.start(totalBytes, doneBytes);
        });
      }, SHOWN_AFTER_MS);
      timer = started;
    },
    update,
    add: (bytes) => update(doneBytes + bytes),
    stop,
  };
}

/** Tells of work that is known when some of it is done: of how much, and how much. */
export function progressOf(label: string, progress: Progress) {
  let isBegun = false;
  return (done: number, total: number): void => {
    if (!isBegun) progress.start(label, total);
    isBegun = true;
    progress.update(done);
  };
}

async function openBar(stream: OutputStream, label: string): Promise<SingleBar> {
  const { default: progress } = await import("cli-progress");
  return new progress.SingleBar({
    stream,
    format: `${label} {bar} {percentage}%, {eta_formatted} left`,
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true,
  });
}
