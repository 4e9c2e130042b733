/** What waits under each key: first come, first taken. */
export class QueuesByKey<Key, Waiting> {
  readonly #queues = new Map<Key, Waiting[]>();

  add(key: Key, waiting: Waiting): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, [waiting]);
    else queue.push(waiting);
  }

  /** @returns undefined when nothing waits under the key */
  take(key: Key): Waiting | undefined {
    return this.#queues.get(key)?.shift();
  }
}
