/** Runs tasks one by one; one that fails does not stop the next. */
export class TaskQueue {
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];

  /** At once when nothing runs: a chain of promises would cost a thread's writer more than its checks. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isBusy = true;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#isBusy = false;
      else next(); // it is busy on behalf of the next one, before anybody else can ask
    }
  }

  /** Resolves when the tasks so far have ended. */
  idle(): Promise<void> {
    return this.run(async () => undefined);
  }
}
