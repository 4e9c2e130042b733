/**
 * A copy of plain data that nobody can change: who tries is told by a `TypeError`. Strings are
 * shared, so that a copy of a large log is cheap.
 */
export function frozenCopy<Value>(value: Value): Value {
  // Object by object the same members: no type can say that of a generic value.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf));
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (key === "__proto__") {
      Object.defineProperty(copy, key, { value: copyOf(member), enumerable: true });
    } else copy[key] = copyOf(member);
  }
  return Object.freeze(copy);
}
