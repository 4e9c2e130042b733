import { invalidArgument, type ErrorDetails, type RefoldError } from "../errors.js";
import { invalidEvent } from "./errors.js";
import type { z } from "zod";
import type { EventMembers, LogEvent } from "./event.js";
import { CURRENT_VERSIONS } from "./known-event.js";
import { recordable } from "./recordable.js";

/** What happened, in words of the caller's own: a type that this library has no meaning for. */
export interface OwnFact<Data = unknown> {
  readonly type: string;
  readonly data: Data;
}

/** An event of a type of the caller's own, at its place in a thread. */
export type OwnEvent<Data> = EventMembers & OwnFact<Data>;

/** A type of event of the caller's own: kept by stores, led around the reducers. */
export interface OwnEventType<Data = unknown> {
  /** `noun.past-participle`, as on disk. */
  readonly type: string;
  readonly schema: z.ZodType<unknown, Data>;
  /**
   * Makes the fact that is recorded: a copy, as a reader of the log will get it.
   * @throws {RefoldError} `invalid-event`: the data are not what the schema describes, or are no
   *   JSON
   */
  fact(data: Data): OwnFact<Data>;
  /** Whether an event is of this type and form. */
  isOf(event: LogEvent): event is OwnEvent<Data>;
}

const NAME = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/;

/** Names of these begin with what a built-in type begins with: a later version may give them a meaning. */
const FAMILIES: ReadonlySet<string> = new Set(Object.keys(CURRENT_VERSIONS).map(familyOf));

/**
 * Defines a type of event of your own, to be recorded with `thread.recordEvent`. It states a fact of
 * the application; what the model sees stays with items and fragments.
 *
 * @param type `noun.past-participle`: two or more lower-case words joined by dots
 * @param schema of the data, which are JSON
 * @throws {RefoldError} `invalid-argument`: the name has another form, or is one of a family of
 *   this library's
 *   (`thread.*`, `history.*`, `turn.*`, `item.*`, …)
 */
export function defineEventType<Data>(
  type: string,
  schema: z.ZodType<unknown, Data>,
): OwnEventType<Data> {
  refuseName(type);
  return {
    type,
    schema,
    fact: (data) => ({ type, data: acceptedCopy(type, schema, data) }),
    isOf: (event): event is OwnEvent<Data> =>
      event.type === type && schema.safeParse(event.data).success,
  };
}

function refuseName(type: string): void {
  if (!NAME.test(type)) {
    throw invalidArgument(
      `an event type cannot be named ${JSON.stringify(type)}`,
      'name it by lower-case words joined by dots, as "approval.given"',
    );
  }
  const family = familyOf(type);
  if (!FAMILIES.has(family)) return;
  throw invalidArgument(
    `an event type of one's own cannot be named ${type}: ${family}.* is this library's`,
    `begin it with another word, as "my-agent.${type}"`,
  );
}

function familyOf(type: string): string {
  return type.split(".", 1)[0] ?? type;
}

/** What a reader will parse from the line, which the schema has to accept too. */
function acceptedCopy<Data>(type: string, schema: z.ZodType<unknown, Data>, data: Data): Data {
  const copy: unknown = recordable<unknown>(data, type);
  if (isAccepted(type, schema, copy)) return copy;
  throw invalid(type, [{ path: "data", reason: "missing" }]);
}

function isAccepted<Data>(
  type: string,
  schema: z.ZodType<unknown, Data>,
  copy: unknown,
): copy is Data {
  const { error } = schema.safeParse(copy);
  if (error !== undefined) {
    throw invalid(
      type,
      error.issues.map(({ path, message }) => ({
        path: ["data", ...path].map(String).join("."),
        reason: message,
      })),
    );
  }
  return copy !== undefined;
}

function invalid(
  type: string,
  issues: ErrorDetails["invalid-event"]["issues"],
): RefoldError<"invalid-event"> {
  return invalidEvent({ offset: null, type }, issues);
}
