/** Lets a follower wait until its thread has changed. What changes meanwhile ends the next wait. */
export class ThreadWatch {
  readonly #threadId: string;
  readonly #pollMs: number | undefined;
  #isRemoved = false;
  #isChanged = false;
  #endWait: () => void = () => undefined;

  /** @param pollMs how long to wait at most; absent: until `notify` or `wake` */
  constructor(threadId: string, pollMs?: number) {
    this.#threadId = threadId;
    this.#pollMs = pollMs;
  }

  /** Whether the thread was removed since, also if there is one of that id again. */
  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  notify(threadId: string, change: "appended" | "removed"): void {
    if (threadId !== this.#threadId) return;
    this.#isRemoved ||= change === "removed";
    this.wake();
  }

  wake(): void {
    this.#isChanged = true;
    this.#endWait();
  }

  /** Resolves at the next change, after `pollMs`, or when `signal` ends. */
  async change(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#isChanged && signal?.aborted !== true) await this.#wait(signal);
    this.#isChanged = false;
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#endWait = () => {
        resolve();
      };
      signal?.addEventListener("abort", this.#endWait, { once: true });
      if (this.#pollMs !== undefined) timer = setTimeout(this.#endWait, this.#pollMs);
    });
    clearTimeout(timer);
    signal?.removeEventListener("abort", this.#endWait);
  }
}
