import type { Failure } from "../api.js";
import { Problem, serverGone } from "./problem.js";

export interface Request {
  /** Below the address of the page. */
  readonly path: string;
  /** Null, undefined and empty texts are left out. */
  readonly query: Readonly<Record<string, string | number | null | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Present: something is to be done. */
  readonly body?: object;
}

export const sessionPath = (key: string, name: string): string =>
  `api/session/${encodeURIComponent(key)}${name === "" ? "" : `/${name}`}`;

/** @throws {Problem} the server refused, or is gone */
export async function askServer({ path, query, signal, body }: Request): Promise<unknown> {
  const response = await send(addressOf(path, query), {
    ...(signal !== undefined && { signal }),
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw await problemOf(response);
  return response.status === 204 ? null : await response.json();
}

/** A file that is made for the reader. @throws {Problem} the server refused, or is gone */
export async function askFile({ path, query, body }: Request): Promise<AskedFile> {
  const response = await send(addressOf(path, query), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw await problemOf(response);
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
  return { blob: await response.blob(), name: named?.[1] ?? null };
}

interface AskedFile {
  readonly blob: Blob;
  /** Null: the server names none. */
  readonly name: string | null;
}

/** A path with its query. */
export function addressOf(path: string, query: Request["query"]): string {
  const asked = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked).toString()}`;
}

async function send(address: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw serverGone(error);
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  const failure = failureIn(text);
  if (failure !== null) return new Problem(failure.error);
  const message = `The server answered with status ${response.status}.`;
  return new Problem({ code: "internal", message, remedy: null });
}

function failureIn(text: string): Failure | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFailure(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isFailure(value: unknown): value is Failure {
  if (typeof value !== "object" || value === null || !("error" in value)) return false;
  const { error } = value;
  return typeof error === "object" && error !== null && "code" in error && "message" in error;
}
