interface ThreadWatchOptions {
  /** Whose changes `notify` is told of. */
  readonly threadId?: string;
  /** How long to wait at most; absent: until a change. */
  readonly pollMs?: number | undefined;
}

/** Lets a follower wait until its thread has changed. What changes meanwhile ends the next wait. */
export class ThreadWatch {
  readonly #options: ThreadWatchOptions;
  #isRemoved = false;
  #isChanged = true;
  #endWait: () => void = () => undefined;

  constructor(options: ThreadWatchOptions) {
    this.#options = options;
  }

  /** Whether the thread was removed since, also if there is one of that id again. */
  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  notify(threadId: string, change: "appended" | "removed"): void {
    if (threadId !== this.#options.threadId) return;
    this.#isRemoved ||= change === "removed";
    this.wake();
  }

  wake(): void {
    this.#isChanged = true;
    this.#endWait();
  }

  /** Resolves at the next change since the last call, after `pollMs`, or when `signal` ends. */
  async next(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#isChanged) await this.wait(signal);
    this.#isChanged = false;
  }

  /** The same for changes from now on. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#endWait = () => {
        resolve();
      };
      signal?.addEventListener("abort", this.#endWait, { once: true });
      const { pollMs } = this.#options;
      if (pollMs !== undefined) timer = setTimeout(this.#endWait, pollMs);
    });
    clearTimeout(timer);
    signal?.removeEventListener("abort", this.#endWait);
  }
}
