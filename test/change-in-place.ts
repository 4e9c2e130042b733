import { isJsonObject } from "../src/events/json.js";

/** Changes all that can be changed of a value where it stands: each member, each list, at any depth. */
export function changeInPlace(value: unknown): void {
  if (Array.isArray(value)) {
    const list: unknown[] = value;
    for (const [index, element] of list.entries()) {
      changeInPlace(element);
      if (!isHolder(element)) list[index] = "changed";
    }
    list.push("added");
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      changeInPlace(member);
      if (!isHolder(member)) Reflect.set(value, name, "changed");
    }
    Reflect.set(value, "added", true);
  }
}

function isHolder(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
