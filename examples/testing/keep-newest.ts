/** An agent's truncation policy, with a bug planted: the newest items of a request's input that fit. */
export function keepNewest<Item>(input: readonly Item[], budgetCharacters: number): Item[] {
  const kept: Item[] = [];
  let used = 0;
  for (const item of input.toReversed()) {
    used += JSON.stringify(item).length;
    if (used > budgetCharacters) break;
    kept.unshift(item);
  }
  return kept;
}

/** The same without the bug: an output whose call does not fit goes with it. */
export function keepNewestWhole<Item extends object>(
  input: readonly Item[],
  budgetCharacters: number,
): Item[] {
  const kept = keepNewest(input, budgetCharacters);
  const calls = new Set(kept.filter((item) => !isOutput(item)).map(callIdOf));
  return kept.filter((item) => !isOutput(item) || calls.has(callIdOf(item)));
}

function isOutput(item: object): boolean {
  return "type" in item && typeof item.type === "string" && item.type.endsWith("_output");
}

function callIdOf(item: object): unknown {
  return "call_id" in item ? item.call_id : null;
}
