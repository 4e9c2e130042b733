/** True when two values are the same JSON; the order of members does not count. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((element, index) => isSameJson(element, b[index]));
  }
  const [left, right] = [definedMembers(a), definedMembers(b)];
  if (left.size !== right.size) return false;
  return [...left].every(([key, value]) => right.has(key) && isSameJson(value, right.get(key)));
}

/** A member that is undefined is none. */
function definedMembers(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([, member]) => member !== undefined));
}
