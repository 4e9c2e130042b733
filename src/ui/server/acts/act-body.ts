import { badRequest } from "../failures.js";

const LONGEST_TEXT = 500_000;

/** What a page says of an act, checked member by member. */
export class ActBody {
  readonly #members: Readonly<Record<string, unknown>>;

  constructor(members: Readonly<Record<string, unknown>>) {
    this.#members = members;
  }

  /** Empty: it is not said. */
  text(name: string): string {
    const value = this.#members[name] ?? "";
    if (typeof value === "string" && value.length <= LONGEST_TEXT) return value;
    throw badRequest(`${name} is a text`);
  }

  flag(name: string): boolean {
    return this.#members[name] === true;
  }

  offset(name: string): number {
    const value = this.count(name);
    if (value !== null) return value;
    throw badRequest(`${name} is an offset`);
  }

  /** Null: it is not said. */
  count(name: string): number | null {
    const value = this.#members[name] ?? null;
    if (value === null) return null;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
    throw badRequest(`${name} is a whole number from 0`);
  }

  /** Null: it is not said. */
  choice<Name extends string>(name: string, choices: readonly Name[]): Name | null {
    const value = this.#members[name] ?? null;
    if (value === null) return null;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw badRequest(`${name} is one of ${choices.join(", ")}`);
  }
}
