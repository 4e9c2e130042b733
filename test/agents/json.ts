export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is at a path of names and indices; undefined where the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (Array.isArray(here) && typeof step === "number") here = here[step];
    else if (isObject(here)) here = here[step];
    else return undefined;
  }
  return here;
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found: unknown = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** A line of JSON, or undefined: programs write other things to their output too. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
