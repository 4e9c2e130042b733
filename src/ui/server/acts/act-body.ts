import { badRequest, Refusal } from "../failures.js";
import type { IncomingMessage } from "node:http";
import { isJsonObject, parseJson } from "../../../events/json.js";

const LONGEST_TEXT = 500_000;

/** What a page says of an act, checked member by member. */
export class ActBody {
  constructor(private readonly members: Readonly<Record<string, unknown>>) {}

  /** Empty: it is not said. */
  text(name: string): string {
    const value = this.members[name] ?? "";
    if (typeof value === "string" && value.length <= LONGEST_TEXT) return value;
    throw badRequest(`${name} is a text`);
  }

  flag(name: string): boolean {
    return this.members[name] === true;
  }

  offset(name: string): number {
    const value = this.members[name];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
    throw badRequest(`${name} is an offset`);
  }

  /** Null: it is not said. */
  choice<Name extends string>(name: string, choices: readonly Name[]): Name | null {
    const value = this.members[name] ?? null;
    if (value === null) return null;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw badRequest(`${name} is one of ${choices.join(", ")}`);
  }
}

/** What a request may say: an experiment's plan is the longest of it. */
const MOST_BYTES = 1024 * 1024;

/**
 * The body of a request: one JSON object.
 * @throws {Refusal} `refused`: it is too large
 * @throws {Refusal} `bad-request`: it is none
 */
export async function readJson(
  request: IncomingMessage,
): Promise<Readonly<Record<string, unknown>>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const received: AsyncIterable<Buffer> = request;
  for await (const part of received) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Refusal(413, "refused", "the request is too large");
    parts.push(part);
  }
  const body = parseJson(Buffer.concat(parts).toString("utf8"));
  if (isJsonObject(body)) return body;
  throw badRequest("the body is a JSON object");
}
