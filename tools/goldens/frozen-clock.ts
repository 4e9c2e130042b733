/** The time as programs in this process see it. */
export interface FrozenClock {
  readonly now: () => number;
  readonly realNow: () => number;
  readonly advance: (ms: number) => void;
  readonly restart: () => void;
  /** Whether something with this time was made while the clock was frozen. */
  readonly isFrozenTime: (ms: number) => boolean;
}

/** Far from every recorded session, so that ids that were drawn now are told by their time. */
const START_MS = Date.UTC(2031, 2, 4, 5, 6, 7);
const DAYS_MS = 1000 * 86_400_000;

/** Replaces `Date` by one that stands still until it is advanced. */
export function freezeClock(): FrozenClock {
  const RealDate = Date;
  let nowMs = START_MS;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values: readonly unknown[], newTarget) => {
      const made: unknown = Reflect.construct(
        target,
        values.length === 0 ? [nowMs] : values,
        newTarget,
      );
      if (made instanceof RealDate) return made;
      throw new Error("not a date");
    },
    get: (target, key): unknown => (key === "now" ? () => nowMs : Reflect.get(target, key)),
  });
  return {
    now: () => nowMs,
    realNow: () => RealDate.now(),
    advance: (ms) => {
      nowMs += ms;
    },
    restart: () => {
      nowMs = START_MS;
    },
    isFrozenTime: (ms) => ms >= START_MS && ms < START_MS + DAYS_MS,
  };
}
