import { firstFailure, isRefoldError } from "../../errors.js";
import { isSystemError } from "../../store/errors.js";
import type { Failure } from "../api.js";

/** What the server itself refuses, before any session is asked. */
export class Refusal extends Error {
  constructor(
    /** Of HTTP. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly remedy: string | null = null,
  ) {
    super(message);
  }
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, "bad-request", message);
}

export function notFound(what: string): Refusal {
  return new Refusal(404, "not-found", `there is no ${what}`);
}

/** What went wrong, for the page: a status and a code. The words of a defect stay here. */
export function toFailure(thrown: unknown): { readonly status: number; readonly body: Failure } {
  const error = firstFailure(thrown);
  if (error instanceof Refusal) {
    const { status, code, message, remedy } = error;
    return { status, body: { error: { code, message, remedy } } };
  }
  if (isRefoldError(error)) {
    const { code, message, remedy = null } = error;
    return { status: STATUSES.get(code) ?? 422, body: { error: { code, message, remedy } } };
  }
  const message = isSystemError(error) ? error.message : "the server failed to answer";
  const remedy = "The terminal in which refold ui runs says more.";
  return { status: 500, body: { error: { code: "internal", message, remedy } } };
}

const STATUSES: ReadonlyMap<string, number> = new Map([
  ["thread-not-found", 410],
  ["thread-deleted", 410],
  ["file-not-found", 410],
  ["no-permission", 403],
  ["lease-held", 409],
  ["turn-running", 409],
  ["offset-conflict", 409],
  ["history-changed", 409],
  ["offset-out-of-range", 404],
  ["blob-missing", 404],
  ["invalid-argument", 400],
]);
