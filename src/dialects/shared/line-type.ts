import { isJsonObject, ownMember } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";

/** What tells the lines of a tool apart: a type, and the kind of thing in it: `response_item.message`. */
export function lineTypeOf(object: JsonObject): string {
  const nested = (name: string, key: string): unknown => {
    const holder = ownMember(object, name);
    return isJsonObject(holder) ? ownMember(holder, key) : undefined;
  };
  const type = ownMember(object, "type");
  const kinds = [
    nested("payload", "type"),
    ownMember(object, "subtype"),
    nested("message", "role"),
  ];
  const kind = kinds.find((one) => typeof one === "string");
  const names = [type, kind === type ? undefined : kind].filter((one) => typeof one === "string");
  return names.length === 0 ? "(without a type)" : names.join(".");
}
