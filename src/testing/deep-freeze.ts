/** Freezes a value and all it holds, so that whoever changes it is found out. */
export function deepFreeze<T>(value: T): T {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const member of Object.values<unknown>({ ...next })) left.push(member);
  }
  return value;
}
