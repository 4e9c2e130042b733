import type { SessionDamage } from "./session.js";

/** Damage that reads of a session came upon: each place once, however often it is read. */
export class DamageLedger {
  readonly #byPlace = new Map<string, SessionDamage>();

  readonly add = (damage: SessionDamage): void => {
    const { line, byte, bytes, offset, reason } = damage;
    const place = `${byte} ${reason}`;
    if (!this.#byPlace.has(place)) this.#byPlace.set(place, { line, byte, bytes, offset, reason });
  };

  /** In the order of the file. */
  get places(): readonly SessionDamage[] {
    return [...this.#byPlace.values()].toSorted((one, other) => one.byte - other.byte);
  }
}
