import { z } from "zod";
import type { Item } from "../../events/item.js";
import { isJsonObject, ownMember, parseJson, withKeptNumbers } from "../../events/json.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { RefoldError } from "../../errors.js";
import { CallIds } from "./calls.js";
import { blobsNeeded } from "./images.js";
import { pairUnits } from "./pair-units.js";
import type { FinishReason, Provider, ProviderResponse, ResponseOptions } from "./provider.js";
import { RequestContext } from "./request-context.js";
import type { MessageUnit, Unit } from "./units.js";

/** What is an API's own: how it writes a request, and how it reads an answer. */
interface ProviderForm<Body, Answer, Name extends string> {
  readonly name: Name;
  /** The longest id of a call that the API takes. */
  readonly maxIdLength: number;
  write(context: RequestContext, units: readonly Unit[]): WrittenRequest<Body>;
  /** Of a whole answer, and of one under way. */
  readonly schema: z.ZodType<Answer>;
  read(answer: Answer, options: ResponseOptions): ReadAnswer;
  /** A streamed answer before its first chunk. */
  readonly begun: Answer;
  /** The answer with one more chunk; the answer before stays as it is. */
  fold(answer: Answer, chunk: unknown): Answer;
}

interface WrittenRequest<Body> {
  readonly body: Body;
  /** For each message of the body, in order: the items that it came from. */
  readonly origins: readonly (readonly ItemRef[])[];
  /** What stands apart from the messages, as instructions; absent: nothing. */
  readonly leading?: readonly MessageUnit[];
}

/** An answer as its body names it; the items are in the canonical vocabulary. */
export interface ReadAnswer {
  readonly id: string | null | undefined;
  readonly model: string | null | undefined;
  readonly items: readonly Item[];
  readonly unread: readonly string[];
  readonly usage: Usage | null;
  readonly rawFinish: string | null | undefined;
  /** What the API's words for the end mean; null: it is not the end. Others are `other`. */
  readonly finishes: Readonly<Record<string, FinishReason | null>>;
}

/** An answer under way. Immutable: each chunk makes the next state. */
export interface AnswerStream<Answer> {
  readonly options: ResponseOptions;
  readonly answer: Answer;
}

export function defineProvider<Body, Answer, const Name extends string>(
  form: ProviderForm<Body, Answer, Name>,
): Provider<Body, AnswerStream<Answer>, Name> {
  const { name, schema, begun } = form;
  const fromResponse = (body: unknown, options: ResponseOptions = {}) =>
    toResponse(form.read(decodeBody(schema, name, body), options));
  return {
    name,
    blobsNeeded,
    toRequest: (prompt, options = {}) => {
      const context = new RequestContext(prompt, options);
      const ids = new CallIds(context, form.maxIdLength);
      const units = pairUnits(context, ids, prompt.items);
      const { body, origins, leading = [] } = form.write(context, units);
      const instructionOrigins = leading.flatMap(({ ref }) => (ref === null ? [] : [ref]));
      const { repairs } = context;
      return { body, repairs, origins, instructionOrigins, callIds: ids.mapped };
    },
    fromResponse,
    initialStream: (options = {}) => ({ options, answer: begun }),
    foldStream: ({ options, answer }, chunk) => ({ options, answer: form.fold(answer, chunk) }),
    streamResult: ({ options, answer }) => fromResponse(answer, options),
  };
}

/** What is no output of a server's tool is the model's. */
function toResponse({ items, finishes, ...read }: ReadAnswer): ProviderResponse {
  const rawFinish = read.rawFinish ?? null;
  const finish = rawFinish === null ? null : ownMember(finishes, rawFinish);
  return {
    id: read.id ?? null,
    model: read.model ?? null,
    items: items.map((item) => ({
      item,
      origin: item.type.endsWith("_output") ? ("tool" as const) : ("model" as const),
    })),
    usage: read.usage,
    finish: finish === undefined ? "other" : finish,
    rawFinish,
    unread: read.unread,
  };
}

/**
 * Decodes what a provider sent.
 * @throws {RefoldError} `invalid-response`: it has another form; the message names paths, not content
 */
export function decodeBody<T>(schema: z.ZodType<T>, provider: string, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.map(String).join(".") || "body"}: ${issue.code}`);
  throw invalidResponse(provider, `unexpected form (${problems.join("; ")})`);
}

/**
 * Refuses a chunk that is an error in place of an answer.
 * @param member of the error that names its kind
 * @throws {RefoldError} `invalid-response`
 */
export function refuseFailure(provider: string, chunk: unknown, member: string): void {
  if (!isJsonObject(chunk) || !isJsonObject(chunk.error)) return;
  const kind = chunk.error[member];
  const told = typeof kind === "string" ? kind : "an error";
  throw invalidResponse(provider, `the stream reports ${told}`);
}

/** A provider's response, or a chunk of one, is not of the form that its API documents. */
export function invalidResponse(
  provider: string,
  problem: string,
): RefoldError<"invalid-response"> {
  return new RefoldError("invalid-response", { provider }, { message: `${provider}: ${problem}` });
}

/** A streamed answer with the type of an event that nothing here can hold. */
export function withUnread<
  Answer extends { readonly unreadEvents?: readonly string[] | undefined },
>(answer: Answer, type: string): Answer {
  const { unreadEvents = [] } = answer;
  // Each type once: a new kind of piece may come thousands of times.
  return unreadEvents.includes(type)
    ? answer
    : { ...answer, unreadEvents: [...unreadEvents, type] };
}

/** A streamed text with one more piece of it. */
export function withPiece(before: unknown, piece: unknown): string {
  return textOf(before) + textOf(piece);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * A call's input, which comes as pieces of one JSON text; it stays that text while it is not whole,
 * and where it has numbers that decoding would change.
 * @returns undefined if no piece came
 */
export function streamedInput(pieces: unknown): unknown {
  const text = textOf(pieces);
  if (text === "") return undefined;
  const value = parseJson(text);
  return value === undefined || withKeptNumbers(text) !== text ? text : value;
}

/** Members that providers leave out, or set to null. */
export const nullishText = z.string().nullish();
export const nullishCount = z.number().nonnegative().nullish();

type Counts = { readonly [Member in keyof Usage]?: number | null | undefined };

/** Counts of a request; those that were not reported are 0, the total is in and out. */
export function usageOf(counts: Counts): Usage {
  const { input, cachedInput, cacheWrite, longCacheWrite, output, reasoning, total } = counts;
  return {
    input: input ?? 0,
    cachedInput: cachedInput ?? 0,
    cacheWrite: cacheWrite ?? 0,
    ...(typeof longCacheWrite === "number" && { longCacheWrite }),
    output: output ?? 0,
    reasoning: reasoning ?? 0,
    total: total ?? (input ?? 0) + (output ?? 0),
  };
}
