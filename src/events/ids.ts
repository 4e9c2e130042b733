import { RefoldError } from "../errors.js";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // Crockford base 32
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/; // as in primitives.ts, without loading zod
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id was neither a ULID nor a UUID. Ids become file names, so nothing else is let through. */
export function invalidId(given: unknown): RefoldError<"invalid-id"> {
  const id = typeof given === "string" ? given : typeof given; // callers without types give none
  const said = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  const message = `not an id: ${typeof given === "string" ? JSON.stringify(said) : said}`;
  const remedy = "give a ULID (26 characters) or a UUID";
  return new RefoldError("invalid-id", { id }, { message, remedy });
}

/** Whether a text is a ULID as events write it: 26 upper-case characters, at most 128 bits. */
export function isUlid(text: string): boolean {
  return ulidPattern.test(text);
}

/** Whether a text is a UUID of any version, in hex digits of either case with its four hyphens. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/**
 * The ULID with the 128 bits of a UUID, so that both spellings name the same thing.
 * @throws {RefoldError} `invalid-id`: `uuid` is none
 */
export function uuidToUlid(uuid: string): string {
  if (!isUuid(uuid)) throw invalidId(uuid);
  let bits = BigInt(`0x${uuid.replaceAll("-", "")}`);
  let ulid = "";
  for (let digit = 0; digit < 26; digit++) {
    ulid = alphabet.charAt(Number(bits & 31n)) + ulid;
    bits >>= 5n;
  }
  return ulid;
}

/**
 * The UUID, in lower case, with the 128 bits of a ULID.
 * @throws {RefoldError} `invalid-id`: `ulid` is none
 */
export function ulidToUuid(ulid: string): string {
  if (!isUlid(ulid)) throw invalidId(ulid);
  let bits = 0n;
  for (const digit of ulid) bits = (bits << 5n) | BigInt(alphabet.indexOf(digit));
  const hex = bits.toString(16).padStart(32, "0");
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${groups.join("-")}-${hex.slice(20)}`;
}
