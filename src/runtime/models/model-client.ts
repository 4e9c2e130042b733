import { Observable } from "rxjs";
import type { Usage } from "../../events/slices.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import type { ProviderResponse, ResponseItem } from "../../projections/providers/provider.js";
import type { RecordableOptions, RequestSerializer } from "../sent-request.js";
import { untilAborted } from "./until-aborted.js";

/** One request, ready to go: the very body that `request.sent` names by hash. */
export interface ModelRequest<Body = unknown> {
  readonly body: Body;
  /** What the body was made of. */
  readonly prompt: Prompt;
  /** The declared tools: their names and kinds are given back as they were declared. */
  readonly tools: readonly ToolDeclaration[];
}

/** What a model says while it answers. */
export type ModelEvent =
  /** A piece of the answer's text, to be shown as it comes. */
  | { readonly type: "text-delta"; readonly text: string }
  /** A piece of what may be shown of the reasoning. */
  | { readonly type: "reasoning-delta"; readonly text: string }
  /**
   * A piece of the arguments of a call, which is named by where it first appears. `call` tells the
   * calls of one answer apart; it is not the id that a result is for.
   */
  | {
      readonly type: "call-delta";
      readonly call: string;
      /** Null: the piece does not say it again. */
      readonly name: string | null;
      readonly text: string;
    }
  /** An item is whole. Items come in order, when the answer has ended: none of a broken answer. */
  | { readonly type: "item"; readonly item: ResponseItem }
  | { readonly type: "usage"; readonly usage: Usage }
  /** The answer is whole: all of it again, and why the model stopped. Always the last event. */
  | { readonly type: "finished"; readonly response: ProviderResponse };

/**
 * A model that can be asked. `Turn.request({ provider: client.serializer, … })` makes and records the
 * body, `stream` sends it: so what was sent is what was recorded.
 */
export interface ModelClient<Body = unknown> {
  /** The model's id, as the provider spells it. */
  readonly model: string;
  /** `openai`, `anthropic`, `google`, or a name of the caller's own; as in `PromptTarget`. */
  readonly provider: string;
  /** In tokens; null: unknown. */
  readonly contextWindow: number | null;
  readonly serializer: RequestSerializer<Body>;
  /** Settings of every request; those of a single one go before. */
  readonly options: RecordableOptions;
  /**
   * Sends a request, once: nothing is tried again here. Cold: every subscription is a request of its
   * own, and unsubscribing gives it up.
   *
   * Errors that arrive: `context-window-exceeded`, `rate-limited`, `overloaded`,
   * `stream-interrupted`, `unauthorized`, `image-refused`, `invalid-request`, `aborted` (the signal),
   * `invalid-response` (not the form that the API documents).
   */
  stream(
    request: ModelRequest<Body>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Observable<ModelEvent>;
}

/** Says what happens, until its signal says that nobody listens any more. */
type StreamTask = (
  emit: (event: ModelEvent) => void,
  signal: AbortSignal,
) => Promise<ProviderResponse>;

/**
 * A model's stream as an observable: what the task says on its way, then its answer. Unsubscribing
 * aborts the task; the caller's signal does too, and arrives as `aborted` at once.
 */
export function modelStream(
  provider: string,
  task: StreamTask,
  signal?: AbortSignal,
): Observable<ModelEvent> {
  const said = new Observable<ModelEvent>((subscriber) => {
    const controller = new AbortController();
    task((event) => subscriber.next(event), controller.signal).then(
      (response) => {
        for (const event of answerEvents(response)) subscriber.next(event);
        subscriber.complete();
      },
      (error: unknown) => {
        // After an abort the error has nobody left to tell: it is the abort's echo.
        if (!controller.signal.aborted) subscriber.error(error);
      },
    );
    return () => controller.abort();
  });
  return said.pipe(untilAborted(provider, signal));
}

function answerEvents(response: ProviderResponse): readonly ModelEvent[] {
  return [
    ...response.items.map((item) => ({ type: "item" as const, item })),
    ...(response.usage === null ? [] : [{ type: "usage" as const, usage: response.usage }]),
    { type: "finished", response },
  ];
}
