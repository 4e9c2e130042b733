import { sha256 } from "../shared/derived-ids.js";
import { EMPTY_LEDGER } from "../shared/export-ledger.js";
import { NO_SETTINGS, type Settings } from "./session-start.js";

/** An entry that was written: where a branch can go on. */
export interface Place {
  /** Null: the beginning. */
  readonly id: string | null;
  readonly parent: Place | null;
  readonly isCompaction: boolean;
  /** What the model is shown after it. */
  readonly ledger: number;
  readonly settings: Settings;
}

const HEX_DIGITS = 8;

/** The tree of what was written, by what its places show to the model. */
export class WrittenSession {
  readonly root: Place = {
    id: null,
    parent: null,
    isCompaction: false,
    ledger: EMPTY_LEDGER,
    settings: NO_SETTINGS,
  };
  readonly #byLedger = new Map<number, Place>([[EMPTY_LEDGER, this.root]]);
  readonly #byId = new Map<string, Place>();
  #tip: Place = this.root;
  #newest: Place = this.root;

  constructor(private readonly threadId: string) {}

  /** Where the next entry goes. */
  get tip(): Place {
    return this.#tip;
  }

  /** The newest entry: where a reader believes the session to be. */
  get newest(): Place {
    return this.#newest;
  }

  /** The newest place that shows a ledger, besides the tip. */
  placeOf(ledger: number): Place | undefined {
    return this.#byLedger.get(ledger);
  }

  placeAt(id: string): Place | undefined {
    return this.#byId.get(id);
  }

  /** Notes an entry; it is where the session goes on. */
  add(place: Place & { readonly id: string }): void {
    this.#settle();
    this.grow(place);
  }

  /** The newest entry shows more than before. */
  grow(place: Place & { readonly id: string }): void {
    this.#byId.set(place.id, place);
    this.#tip = place;
    this.#newest = place;
  }

  goTo(place: Place): void {
    this.#settle();
    this.#tip = place;
  }

  /** What the newest entry shows is final. */
  #settle(): void {
    this.#byLedger.set(this.#newest.ledger, this.#newest);
  }

  /** Eight digits, as pi draws them, that no other entry has. */
  newId(): string {
    for (let salt = 0; ; salt++) {
      const text = `${this.threadId}:pi:${this.#byId.size}:${salt}`;
      const id = sha256(text).slice(-HEX_DIGITS);
      if (!this.#byId.has(id)) return id;
    }
  }
}
