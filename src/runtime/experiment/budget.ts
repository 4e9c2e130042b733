import type { RefoldError } from "../../errors.js";
import { Aborted } from "../models/errors/aborted.js";
import { BudgetExhausted } from "./budget-exhausted.js";

/** What an experiment may use at most; null: as much as it likes. */
export interface BudgetLimits {
  readonly tokens: number | null;
  readonly requests: number | null;
}

/** A request's share, set aside before it is sent. */
export interface Reservation {
  /** Says what it came to; until then it counts with the most that it can cost. */
  settle(tokens: number): void;
}

interface Waiting {
  readonly mostTokens: number;
  readonly admit: (reservation: Reservation) => void;
  readonly refuse: (error: RefoldError) => void;
}

/**
 * One budget for all variants of an experiment, however many run at a time. A request is admitted
 * when the most that it can cost still fits beside what was used and what is under way; one that does
 * not fit yet waits for those under way to say what they came to.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  #tokens: number;
  #requests: number;
  #underWay = 0;
  readonly #waiting: Waiting[] = [];

  /** @param used by earlier runs of the same experiment */
  constructor(limits: BudgetLimits, used: { readonly tokens: number; readonly requests: number }) {
    this.#limits = limits;
    this.#tokens = used.tokens;
    this.#requests = used.requests;
  }

  /** @throws {BudgetExhausted} nothing is under way that could make room */
  reserve(mostTokens: number, signal?: AbortSignal): Promise<Reservation> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        waiting.refuse(new Aborted({ provider: "experiment", cause: signal?.reason }));
        this.#admitNext();
      };
      const waiting: Waiting = {
        mostTokens,
        admit: (reservation) => {
          signal?.removeEventListener("abort", giveUp);
          resolve(reservation);
        },
        refuse: (error) => {
          signal?.removeEventListener("abort", giveUp);
          reject(error);
        },
      };
      signal?.addEventListener("abort", giveUp);
      this.#waiting.push(waiting);
      this.#admitNext();
    });
  }

  /** First come, first served: a small request does not overtake a large one for ever. */
  #admitNext(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const refusal = this.#refusalOf(next.mostTokens);
      if (refusal !== null && this.#underWay > 0 && refusal.budget === "tokens") return;
      this.#waiting.shift();
      if (refusal === null) next.admit(this.#admitted(next.mostTokens));
      else next.refuse(refusal);
    }
  }

  #refusalOf(mostTokens: number): BudgetExhausted | null {
    const { tokens, requests } = this.#limits;
    if (requests !== null && this.#requests + 1 > requests) {
      const counts = { allowed: requests, used: this.#requests, needed: 1 };
      return new BudgetExhausted("requests", counts);
    }
    if (tokens === null || this.#tokens + mostTokens <= tokens) return null;
    const counts = { allowed: tokens, used: this.#tokens, needed: mostTokens };
    return new BudgetExhausted("tokens", counts);
  }

  #admitted(mostTokens: number): Reservation {
    this.#tokens += mostTokens;
    this.#requests += 1;
    this.#underWay += 1;
    let isSettled = false;
    return {
      settle: (tokens) => {
        if (isSettled) return;
        isSettled = true;
        this.#underWay -= 1;
        this.#tokens += tokens - mostTokens;
        this.#admitNext();
      },
    };
  }
}
