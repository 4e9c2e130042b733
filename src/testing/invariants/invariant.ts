import type { BlobReader, EventSource } from "../../events/event-source.js";
import type { LogEvent, RefoldEvent } from "../../events/event.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { SessionDamage } from "../../sessions/session.js";

/** What always holds, of the kind that `over` says. */
export type Invariant = StateInvariant | LogInvariant | PromptInvariant | BodyInvariant;

export interface InvariantFacts {
  /** Two parts: what it is about, and which it is, as in `log/offsets-contiguous`. */
  readonly name: string;
  /** What holds, in one sentence. */
  readonly sentence: string;
  /** Where that is written: a law, a rule, a page of a provider's documentation. */
  readonly source: string;
  /** What can be done about a violation. */
  readonly remedy: string;
}

/** One time that something does not hold. */
export interface Finding {
  /** Where, below the offset: `ledger item 12`, `messages[3].content[0]`. */
  readonly place: string;
  /** What is wrong. Names ids, offsets, types and counts, never what a conversation says. */
  readonly message: string;
}

/** What asking came to: what was found, none when it holds; undefined: there was nothing to ask about. */
export type Answer = readonly Finding[] | undefined;

/** Holds of every state of a thread. */
export interface StateInvariant extends InvariantFacts {
  readonly over: "state";
  /**
   * @param known a state of the same thread that this was asked about already; what both share need
   *   not be looked at again. Null: there is none
   */
  check(state: ThreadState, known: ThreadState | null): Answer;
}

/** Holds of a log, read from its first event on. */
export interface LogInvariant extends InvariantFacts {
  readonly over: "log";
  begin(log: CheckedLog): LogReader;
}

export interface LogReader {
  /** Told of each event in the order of the log, discarded ones included. */
  take(step: LogStep): Answer | Promise<Answer>;
  /** Told that the log is at its end. */
  end?(): Answer | Promise<Answer>;
}

/** A reader that is done with each event at once, and needs to know nothing of those before. */
export function eachEvent(take: (step: LogStep) => Answer): LogInvariant["begin"] {
  return () => ({ take });
}

/** The same for events of the types that are known here. */
export function eachKnown(
  take: (known: RefoldEvent, step: LogStep) => Answer,
): LogInvariant["begin"] {
  return eachEvent((step) => (step.known === null ? undefined : take(step.known, step)));
}

/** What the answers about several parts come to; undefined: none of them had anything to ask about. */
export function askedOfEach<Part>(parts: readonly Part[], ask: (part: Part) => Answer): Answer {
  let all: Answer;
  for (const part of parts) {
    const answer = ask(part);
    if (answer === undefined) continue;
    all = all === undefined || all.length === 0 ? answer : [...all, ...answer];
  }
  return all;
}

/** One event of a log, with the states around it. Everything in them is frozen. */
export interface LogStep {
  readonly event: LogEvent;
  /** The same; null: its type is not known here, and it is led around the reducers. */
  readonly known: RefoldEvent | null;
  /** The event before it in the log; null: it is the first. */
  readonly previous: LogEvent | null;
  /** The state at the event before it. */
  readonly before: ThreadState;
  /** What it is folded onto: `before`, or the state that it goes back to. */
  readonly base: ThreadState;
  readonly after: ThreadState;
  /** What folding it threw; undefined: nothing. Then `after` is `base`. */
  readonly thrown: unknown;
  /** True at those ends of turns where prompts are looked at. */
  readonly isSampled: boolean;
}

/** The log that is checked, for what has to be read again or elsewhere. */
export interface CheckedLog {
  readonly source: EventSource;
  /** Null: the blobs are not at hand. */
  readonly blobs: BlobReader | null;
  /** Places that reading it came upon; null: the source does not tell. */
  readonly damage: (() => readonly SessionDamage[]) | null;
}

/** Holds of every prompt that is projected from a state. */
export interface PromptInvariant extends InvariantFacts {
  readonly over: "prompt";
  check(prompt: Prompt, from: PromptOrigin): Answer;
}

export interface PromptOrigin {
  readonly state: ThreadState;
  /** A prompt for the same target from an earlier state of the same thread; null: there is none. */
  readonly previous: Prompt | null;
}

export type ProviderName =
  "openai-responses" | "openai-chat" | "anthropic" | "google" | "google-interactions";

/** Holds of every request body for one provider's API. */
export interface BodyInvariant extends InvariantFacts {
  readonly over: "body";
  readonly provider: ProviderName;
  /** @param model the one that the body is for: Google's is in the address */
  check(body: unknown, model: string): Answer;
}

/** The answer of a check that found nothing. */
export const HOLDS: readonly Finding[] = [];
