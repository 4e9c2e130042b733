import { RefoldError } from "../../errors.js";

/** A counting endpoint answered with something that holds no count. */
export class InvalidTokenCount extends RefoldError {
  readonly code = "invalid-response";
  override readonly name = "InvalidTokenCount";
  constructor() {
    super("the counting call's answer holds no input_tokens, totalTokens or number");
  }
}

/**
 * Counts a request body exactly, by the provider's own endpoint, through the caller's own client:
 * Anthropic's `messages.countTokens`, Google's `models.countTokens`, OpenAI's
 * `responses/input_tokens`.
 *
 * @param body what the counting endpoint takes; for Anthropic see `toCountTokensBody`
 * @param count calls the endpoint; its errors pass through
 * @returns tokens of the whole input
 * @throws {InvalidTokenCount} the answer holds no count
 * @example await countWithClient(toCountTokensBody(body), (b) => client.messages.countTokens(b))
 */
export async function countWithClient<Body>(
  body: Body,
  count: (body: Body) => Promise<unknown>,
): Promise<number> {
  const answer = await count(body);
  const tokens = typeof answer === "object" && answer !== null ? countIn(answer) : answer;
  if (typeof tokens !== "number" || !Number.isInteger(tokens) || tokens < 0) {
    throw new InvalidTokenCount();
  }
  return tokens;
}

function countIn(answer: object): unknown {
  if ("input_tokens" in answer) return answer.input_tokens;
  return "totalTokens" in answer ? answer.totalTokens : undefined;
}

/** The members of a Messages body that Anthropic's `count_tokens` takes; it refuses the others. */
const COUNTED_MEMBERS = [
  "model",
  "messages",
  "system",
  "tools",
  "tool_choice",
  "thinking",
] as const;

/** An Anthropic Messages body without what its counting endpoint refuses (`max_tokens`, `stream`, …). */
export function toCountTokensBody<Body extends object>(
  body: Body,
): Pick<Body, Extract<keyof Body, (typeof COUNTED_MEMBERS)[number]>> {
  const members = Object.entries(body).filter(([name]) =>
    COUNTED_MEMBERS.some((counted) => counted === name),
  );
  // Object.fromEntries forgets the members' names; the filter above keeps exactly these.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Object.fromEntries(members) as Pick<
    Body,
    Extract<keyof Body, (typeof COUNTED_MEMBERS)[number]>
  >;
}
