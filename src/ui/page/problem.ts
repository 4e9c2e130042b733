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

export const serverGone = (cause: unknown): Problem =>
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
