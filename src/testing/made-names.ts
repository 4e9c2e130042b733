const EPOCH_MS = Date.UTC(2026, 3, 1, 12);
const KINDS = { thread: "0", event: "1", turn: "2" } as const;

/** A valid id that says what it stands for, the same every time. */
export function madeUlid(kind: keyof typeof KINDS, number: number): string {
  return `01${KINDS[kind]}${String(number).padStart(23, "0")}`;
}

/** A hash of nothing, the same every time. */
export function madeHash(number: number): string {
  return `sha256-${number.toString(16).padStart(64, "0")}`;
}

/** Times that mostly grow, stand still at times and once in a while go back: order is the offset. */
export function madeTime(number: number): string {
  const drift = number % 7 === 3 ? -5 : number % 3;
  return new Date(EPOCH_MS + (number + drift) * 1_000).toISOString();
}
