import { InvalidArgument } from "../../errors.js";
import { InvalidId, isUlid, isUuid, uuidToUlid } from "../../events/ids.js";

const LONGEST = 200;
/** What a path has and a name must not: then neither is ever taken for the other. */
const PATH = /[/\\]|^[.~]/;
const CONTROL = /\p{Cc}/u;

/** A name as names are compared: Unicode spells `ü` in two ways, and nobody sees which. */
export function comparedName(name: string): string {
  return name.normalize("NFC");
}

/**
 * @returns the name, without white space at its ends, in the form that is compared
 * @throws {InvalidArgument} it is empty, too long, an id, or could be a path
 */
export function checkName(name: unknown): string {
  const text = typeof name === "string" ? comparedName(name.trim()) : "";
  const fault = faultOf(text);
  if (fault === null) return text;
  throw new InvalidArgument(
    `a conversation's name ${fault}`,
    "Take a short text without slashes, `my-conversation` for instance.",
  );
}

function faultOf(text: string): string | null {
  if (text === "") return "is a text that is not empty";
  if (text.length > LONGEST) return `has at most ${LONGEST} characters`;
  if (PATH.test(text) || CONTROL.test(text)) {
    return "holds no slash or control character, and begins with no dot or tilde";
  }
  return idIn(text) === null ? null : "must not be spelled like an id";
}

/** The thread id that a text is, as ULID or UUID; null: it is none. */
function idIn(text: string): string | null {
  if (isUuid(text)) return uuidToUlid(text);
  const ulid = text.toUpperCase();
  return isUlid(ulid) ? ulid : null;
}

/** What a person names a conversation by. @throws {InvalidId} it is neither: a path, for instance */
export function readReference(text: unknown): { readonly id: string } | { readonly name: string } {
  const said = typeof text === "string" ? comparedName(text.trim()) : "";
  const id = idIn(said);
  if (id !== null) return { id };
  if (faultOf(said) !== null) throw new InvalidId(said);
  return { name: said };
}
