import { RecentlyUsed } from "../../recently-used.js";

/** Requests older than this make room for a newer one; younger ones are waited for, and shown. */
const PATIENCE_MS = 2000;
const KEPT = 24;

type Load<Value> = (signal: AbortSignal) => Promise<Value>;

export interface Wanted<Value> {
  readonly key: string;
  readonly load: Load<Value>;
}

export interface Latest<Value> {
  /** The newest value that arrived; it stays while the next one is loaded. */
  readonly value: Value | null;
  /** What it is the value of. */
  readonly key: string | null;
  /** Why what is wanted did not arrive. */
  readonly problem: unknown;
  readonly isLoading: boolean;
}

/**
 * Loads what is wanted last. While the reader scrubs, one request is under way at a time and only the
 * newest wish waits for its end: the view follows as fast as the server answers, and no queue grows.
 */
export class LatestLoader<Value> {
  #latest: Latest<Value> = { value: null, key: null, problem: null, isLoading: false };
  #running: (Wanted<Value> & { startedAt: number; stop: AbortController }) | null = null;
  #next: Wanted<Value> | null = null;
  readonly #recent = new RecentlyUsed<string, Value>();
  /** What is being fetched ahead. */
  readonly #ahead = new Map<string, Promise<Value>>();
  readonly #stop = new AbortController();

  constructor(private readonly onChange: () => void) {}

  get latest(): Latest<Value> {
    return this.#latest;
  }

  want(wanted: Wanted<Value>): void {
    const kept = this.#recent.get(wanted.key);
    if (kept !== undefined) {
      this.#drop();
      this.#show(wanted.key, kept);
    } else if (this.#running === null) this.#start(wanted);
    else if (this.#running.key !== wanted.key) {
      this.#next = wanted;
      if (performance.now() - this.#running.startedAt > PATIENCE_MS) this.#running.stop.abort();
    } else this.#next = null;
  }

  /** Loads what may be wanted next, if nothing else is under way. */
  async prefetch({ key, load }: Wanted<Value>): Promise<void> {
    if (this.#running !== null || this.#recent.has(key) || this.#ahead.has(key)) return;
    const loading = load(this.#stop.signal);
    this.#ahead.set(key, loading);
    // What fails is asked for again when it is wanted.
    const value = await loading.catch(() => undefined);
    this.#ahead.delete(key);
    if (value !== undefined) this.#keep(key, value);
  }

  stop(): void {
    this.#stop.abort();
    this.#drop();
    this.#recent.clear();
  }

  #start(wanted: Wanted<Value>): void {
    const stop = new AbortController();
    const running = { ...wanted, startedAt: performance.now(), stop };
    this.#running = running;
    this.#become({ ...this.#latest, isLoading: true });
    const loading = this.#ahead.get(wanted.key) ?? wanted.load(stop.signal);
    loading.then(
      (value) => this.#end(running, () => this.#arrived(wanted.key, value)),
      (error: unknown) =>
        this.#end(running, () => {
          if (stop.signal.aborted) return;
          this.#become({ ...this.#latest, problem: error, isLoading: false });
        }),
    );
  }

  #end(running: object, show: () => void): void {
    if (this.#running !== running) return; // another took its place
    this.#running = null;
    const next = this.#next;
    this.#next = null;
    show();
    if (next !== null) this.want(next);
  }

  #arrived(key: string, value: Value): void {
    this.#keep(key, value);
    this.#show(key, value);
  }

  #show(key: string, value: Value): void {
    this.#become({ value, key, problem: null, isLoading: false });
  }

  #drop(): void {
    this.#running?.stop.abort();
    this.#running = null;
    this.#next = null;
  }

  #keep(key: string, value: Value): void {
    this.#recent.set(key, value).keep(KEPT);
  }

  #become(latest: Latest<Value>): void {
    this.#latest = latest;
    this.onChange();
  }
}
