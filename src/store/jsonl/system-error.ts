import { RefoldError } from "../../errors.js";

/** The `errno` name of a failed system call (`ENOSPC`), or undefined for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether the operating system refused. Errors of our own and mistakes of a program are none. */
export function isSystemError(error: unknown): error is Error {
  if (error instanceof RefoldError) return false;
  return /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? "");
}
