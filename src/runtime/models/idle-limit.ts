import { afterDelay } from "../after-delay.js";
import { StreamInterrupted } from "./errors/stream-interrupted.js";

/** How long a stream may be silent. */
export interface IdleLimit {
  readonly provider: string;
  readonly timeoutMs: number;
}

/**
 * Reads a stream and gives up a silent one: from the request to the first chunk, and from chunk to
 * chunk. What opened the stream is told by the signal that it got.
 * @throws {StreamInterrupted} nothing came for too long
 */
export async function* withIdleLimit(
  open: (signal: AbortSignal) => PromiseLike<AsyncIterable<unknown>> | AsyncIterable<unknown>,
  until: AbortSignal,
  limit: IdleLimit,
): AsyncGenerator<unknown, undefined> {
  const controller = new AbortController();
  const signal = AbortSignal.any([until, controller.signal]);
  try {
    const chunks = await soon(Promise.resolve(open(signal)), limit);
    const reader = chunks[Symbol.asyncIterator]();
    for (;;) {
      const next = await soon(reader.next(), limit);
      if (next.done === true) return undefined;
      yield next.value;
    }
  } finally {
    controller.abort();
  }
}

async function soon<T>(promise: Promise<T>, { provider, timeoutMs }: IdleLimit): Promise<T> {
  let forget: () => void = () => undefined;
  const silence = new Promise<never>((_, reject) => {
    forget = afterDelay(timeoutMs, () => {
      reject(new StreamInterrupted({ provider, reason: `silent for ${timeoutMs} ms` }));
    });
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    forget();
  }
}
