import type { SingleBar } from "cli-progress";
import type { OutputStream } from "./output.js";

/** How far a long piece of work has come. */
export interface Progress {
  /** Begins another piece of work. @param totalBytes null: unknown, nothing is shown */
  readonly start: (label: string, totalBytes: number | null) => void;
  /** So many bytes of it are done. */
  readonly update: (doneBytes: number) => void;
  /** Takes the bar away, so that what follows is on a clean line. */
  readonly stop: () => void;
}

const SHOWN_AFTER_MS = 1000;
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A bar on a terminal's stderr, for work that takes over a second; elsewhere nothing. */
export function openProgress(stream: OutputStream): Progress {
  if (stream.isTTY !== true) return { start: ignore, update: ignore, stop: ignore };
  let bar: SingleBar | null = null;
  let timer: NodeJS.Timeout | null = null;
  let doneBytes = 0;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    bar?.stop();
    for (const signal of ENDING) process.off(signal, endBy);
    timer = null;
    bar = null;
  };
  // A bar hides the cursor: whoever ends the work gets it back.
  const endBy = (signal: NodeJS.Signals): void => {
    stop();
    process.kill(process.pid, signal);
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
          for (const signal of ENDING) {
            // Whoever takes a signal to end in good order stops the bar as well.
            if (process.listenerCount(signal) === 0) process.once(signal, endBy);
          }
          bar.start(totalBytes, doneBytes);
        });
      }, SHOWN_AFTER_MS);
      timer = started;
    },
    update: (bytes) => {
      doneBytes = bytes;
      bar?.update(bytes);
    },
    stop,
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

function ignore(): void {
  return;
}
