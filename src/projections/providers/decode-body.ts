import type { z } from "zod";
import { InvalidResponse } from "./invalid-response.js";

/**
 * Decodes what a provider sent.
 * @throws {InvalidResponse} it has another form; the message names paths, not content
 */
export function decodeBody<T>(schema: z.ZodType<T>, provider: string, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.map(String).join(".") || "body"}: ${issue.code}`);
  throw new InvalidResponse(provider, `unexpected form (${problems.join("; ")})`);
}
