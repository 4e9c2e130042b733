import { isJsonObject } from "../../../events/is-json-object.js";

/** What a client's error says, whatever the client. */
export interface SaidFailure {
  /** HTTP status; null: there was no answer, or it had begun already. */
  readonly status: number | null;
  /** Codes, types and statuses in the provider's words, most telling first. */
  readonly reasons: readonly string[];
  /** Every sentence of it, in lower case: some failures are told by nothing else. */
  readonly sentences: string;
  /** In milliseconds; null: it did not say. */
  readonly retryAfterMs: number | null;
}

/**
 * Reads an error of a client, or an error that stands in a stream. The official clients, gateways
 * and the AI SDK nest the API's answer in their own ways (as an object, as a text, as a text in a
 * text): whatever is JSON inside is looked at.
 */
export function readFailure(error: unknown): SaidFailure {
  const layers = layersOf(error, 0);
  const status = layers.map(statusOf).find((found) => found !== null) ?? null;
  const reasons = layers.flatMap(reasonsOf);
  const sentences = layers.flatMap(({ message }) => (typeof message === "string" ? message : []));
  const retryAfterMs = layers.map(retryAfterOf).find((found) => found !== null) ?? null;
  return {
    status,
    reasons: [...new Set(reasons)],
    sentences: sentences.join("\n").toLowerCase(),
    retryAfterMs,
  };
}

type Layer = Readonly<Record<string, unknown>>;

/** Deepest that an answer was seen to be wrapped: client, body, `error`, JSON in its message, `error`. */
const MAX_DEPTH = 8;
const NESTED = ["error", "data", "responseBody", "response", "message", "body", "cause"];

/** The innermost last: what stands further in was said by the API itself. */
function layersOf(value: unknown, depth: number): readonly Layer[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === "string") return layersOf(jsonIn(value), depth + 1);
  if (Array.isArray(value)) return value.flatMap((element) => layersOf(element, depth + 1));
  if (!isJsonObject(value)) return [];
  return [value, ...NESTED.flatMap((key) => layersOf(value[key], depth + 1))];
}

/** The JSON that a text holds from its first brace on; null: none. */
function jsonIn(text: string): unknown {
  const start = text.search(/[{[]/);
  if (start === -1) return null;
  try {
    const value: unknown = JSON.parse(text.slice(start));
    return value;
  } catch {
    return null; // a sentence with a brace in it
  }
}

function statusOf(layer: Layer): number | null {
  const found = [layer["status"], layer["statusCode"], layer["code"]].find(
    (value) => typeof value === "number" && value >= 400 && value < 600,
  );
  return typeof found === "number" ? found : null;
}

function reasonsOf(layer: Layer): readonly string[] {
  const details: readonly unknown[] = Array.isArray(layer["details"]) ? layer["details"] : [];
  const said = [layer["code"], layer["type"], layer["status"]];
  for (const detail of details) if (isJsonObject(detail)) said.push(detail["reason"]);
  return said.flatMap((value) =>
    typeof value === "string" && /^[A-Za-z][A-Za-z_]+$/.test(value) && value !== "error"
      ? value
      : [],
  );
}

function retryAfterOf(layer: Layer): number | null {
  const headers = layer["headers"] ?? layer["responseHeaders"];
  return (
    milliseconds(headerOf(headers, "retry-after-ms"), 1) ??
    milliseconds(headerOf(headers, "retry-after"), 1000) ??
    retryDelayOf(layer)
  );
}

/** `Headers`, or a plain object with names in lower case. */
function headerOf(headers: unknown, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = isJsonObject(headers) ? headers[name] : null;
  return typeof value === "string" ? value : null;
}

/** A number of the unit, or a date (RFC 9110 §10.2.3). */
function milliseconds(text: string | null, unitMs: number): number | null {
  if (text === null || text === "") return null;
  const count = Number(text);
  const delay = Number.isNaN(count) ? Date.parse(text) - Date.now() : count * unitMs;
  return Number.isNaN(delay) ? null : Math.max(0, Math.round(delay));
}

/** Google's `RetryInfo`: `{"retryDelay": "12.5s"}` among the details. */
function retryDelayOf(layer: Layer): number | null {
  const details: readonly unknown[] = Array.isArray(layer["details"]) ? layer["details"] : [];
  for (const detail of details) {
    const delay = isJsonObject(detail) ? detail["retryDelay"] : null;
    const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
    if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  }
  return null;
}
