import type { Failure, EnterRequest } from "../api.js";
import { formatPlace, homePlace, parsePlace, type Place } from "./place.js";

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

/** What went wrong, as the reader is told. */
export interface ProblemDetails {
  /** A code of docs/errors.md, one of the server's (`src/ui/api.ts`), or `server-gone`. */
  readonly code: string;
  readonly message: string;
  /** Null: nothing is known. */
  readonly remedy: string | null;
}

/** A request that failed. */
export class Problem extends Error implements ProblemDetails {
  readonly code: string;
  readonly remedy: string | null;

  constructor({ code, message, remedy }: ProblemDetails, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
  }
}

const serverGone = (cause: unknown): Problem =>
  new Problem(
    {
      code: "server-gone",
      message: "The server does not answer.",
      remedy: "Is `refold ui` still running? This page goes on as soon as it answers.",
    },
    { cause },
  );

export const isServerGone = (error: unknown): boolean =>
  error instanceof Problem && error.code === "server-gone";

/** The token was wrong, or of a server that has ended. */
export const isNotLetIn = (error: unknown): boolean =>
  error instanceof Problem && /^(?:unauthorised|wrong-token)$/.test(error.code);

const TOKEN = /^#token=([\w-]+)/;

/**
 * Exchanges the token of the printed address (`#token=…`) for a cookie, and takes it out of the address
 * bar and the history. @throws {Problem} the token is wrong, or the server is gone
 */
export async function enter(): Promise<void> {
  const token = TOKEN.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, "", formatPlace(homePlace));
  const body: EnterRequest = { token };
  await askServer({ path: "api/enter", query: {}, body });
}

/**
 * A server that starts anew prints another address: calls back when that is opened in this tab, with the place
 * that the reader was at. @returns a function that ends it
 */
export function watchTokens(onToken: (left: Place) => void): () => void {
  const listen = ({ oldURL }: HashChangeEvent): void => {
    if (TOKEN.test(location.hash)) onToken(parsePlace(new URL(oldURL).hash));
  };
  addEventListener("hashchange", listen);
  return () => removeEventListener("hashchange", listen);
}

/** `open`: what is written is shown at once. `waiting`: the connection is being made again. */
export type LiveState = "open" | "waiting";

interface LiveListener {
  readonly onHead: (head: number) => void;
  readonly onState: (state: LiveState) => void;
}

/** Browsers give up when the server answers with an error: then it is tried again after this. */
const RETRY_MS = 3000;

/**
 * Follows a session that is being written, from the event at `from` on. After a break the browser
 * says the last id that it got, and nothing is missed.
 * @returns a function that ends it
 */
export function followServer(key: string, from: number, listener: LiveListener): () => void {
  let head = from;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(addressOf(sessionPath(key, "live"), { from: head }));
    source.addEventListener("open", () => listener.onState("open"));
    source.addEventListener("head", ({ data }: MessageEvent<unknown>) => {
      head = Number(data);
      listener.onHead(head);
    });
    source.addEventListener("error", () => {
      listener.onState("waiting");
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
