/** Truncation written once more from docs/semantics.md §5, on code points, for the slow model. */

export interface SlowPolicy {
  readonly mode: "bytes" | "tokens";
  readonly limit: number;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function tokensOf(text: string): number {
  return Math.floor((bytesOf(text) + 3) / 4);
}

export function truncateSlowly(text: string, policy: SlowPolicy): string {
  if (text === "") return text;
  const budget = policy.mode === "bytes" ? policy.limit : policy.limit * 4;
  const chars = Array.from(text);
  const total = bytesOf(text);
  if (budget === 0) return marker(policy.mode === "bytes" ? chars.length : tokensOf(text), policy);
  if (total <= budget) return text;
  const headBudget = Math.floor(budget / 2);
  const tailStart = total - (budget - headBudget);
  let head = "";
  let tail = "";
  let dropped = 0;
  let position = 0;
  for (const char of chars) {
    const end = position + bytesOf(char);
    if (end <= headBudget) head += char;
    else if (position >= tailStart) tail += char;
    else dropped += 1;
    position = end;
  }
  const removed = policy.mode === "bytes" ? dropped : Math.floor((total - budget + 3) / 4);
  return head + marker(removed, policy) + tail;
}

function marker(count: number, policy: SlowPolicy): string {
  return `…${count} ${policy.mode === "bytes" ? "chars" : "tokens"} truncated…`;
}
