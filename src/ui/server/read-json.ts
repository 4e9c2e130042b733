import type { IncomingMessage } from "node:http";
import { isJsonObject, parseJson } from "../../events/json.js";
import { badRequest, Refusal } from "./failures.js";

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
