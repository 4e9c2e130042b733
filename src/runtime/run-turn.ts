import { setMaxListeners } from "node:events";
import { checkLimit, invalidArgument, isRefoldError, RefoldError } from "../errors.js";
import { modelError } from "./errors.js";
import { lastValueFrom, tap } from "rxjs";
import type { ToolCallItem } from "../events/calls.js";
import type { FinishReason, ProviderResponse } from "../projections/providers/provider.js";
import type { RenderedFragment } from "./fragments/fragment.js";
import type { TurnContext } from "./fragments/turn-context.js";
import type { ModelClient, ModelEvent } from "./models/model-client.js";
import { type Retrying, type RetryPolicy, withRetries } from "./models/retries.js";
import { abortedBy } from "./models/until-aborted.js";
import type { RecordableOptions } from "./sent-request.js";
import { answerCalls, brokenCall, type CallOutput, callsToAnswer } from "./tools/answer-calls.js";
import type { Tool } from "./tools/tool.js";
import type { UserInput } from "./record-item.js";
import type { Turn } from "./turn.js";

/** What happens in a running turn, as it happens. What was recorded is in `thread.events$`. */
export type TurnEvent =
  | ModelEvent
  | Retrying
  | { readonly type: "calls"; readonly calls: readonly ToolCallItem[] }
  | { readonly type: "output"; readonly output: CallOutput };

/** Where others may act in a turn, compaction above all. An error ends the turn. */
export interface TurnHooks {
  /** Before the turn is started: nothing of it is recorded yet. */
  readonly beforeTurn?: (next: {
    readonly context: TurnContext;
    readonly input: UserInput;
    readonly signal?: AbortSignal | undefined;
  }) => Promise<unknown>;
  /** Before each sampling but the first: every call is paired. */
  readonly beforeSampling?: (next: {
    readonly turn: Turn;
    /** Of the sampling that comes: 2, 3, … */
    readonly round: number;
    readonly signal?: AbortSignal | undefined;
  }) => Promise<unknown>;
}

export interface RunTurnOptions<Body> {
  readonly model: ModelClient<Body>;
  /** All that the model may call. Absent: those declared before stay declared, and none can be run. */
  readonly tools?: readonly Tool[];
  /** The rest of the turn's facts; model, provider and tools are settled by the above. */
  readonly context?: Omit<TurnContext, "model" | "provider" | "tools">;
  /** Settings of each request. */
  readonly request?: RecordableOptions;
  /** Context that every request of this turn sees and the ledger never does. */
  readonly fragments?: readonly RenderedFragment<"prompt">[];
  readonly signal?: AbortSignal | undefined;
  /** Run after the checks for compaction, when a `Thread` runs the turn. */
  readonly hooks?: TurnHooks;
  readonly retries?: RetryPolicy | undefined;
  /** Samplings at most. Default: 100. */
  readonly maxRounds?: number;
  /** For tools without a limit of their own, in milliseconds; `Infinity`: none. Default: 600,000. */
  readonly toolTimeoutMs?: number;
  /** False: one call after the other. Default: all calls of an answer at once. */
  readonly parallelTools?: boolean;
  readonly onEvent?: (event: TurnEvent) => void;
}

/** How a turn went. */
export interface TurnResult {
  readonly turn: string;
  /** `round-limit`: the model wanted to go on; the turn is marked as aborted. */
  readonly outcome: "completed" | "round-limit";
  /** Why the model stopped. */
  readonly finish: FinishReason | null;
  /** What it said last. */
  readonly text: string;
  /** Samplings. */
  readonly rounds: number;
}

/** What a turn is run on: a `Thread`. */
export interface TurnStarter {
  startTurn(context: TurnContext): Promise<Turn>;
}

const DEFAULT_ROUNDS = 100;
const DEFAULT_TOOL_MS = 600_000;

/**
 * Runs a whole turn: records the input, samples, records, runs the tools that were called, records
 * their outputs, and samples again until the model is done. A turn that fails is marked as aborted,
 * with every call paired, before the error arrives.
 * @throws {RefoldError} `invalid-argument`: a limit or the signal is none; nothing is recorded
 * @throws {RefoldError} `aborted`: the signal
 * @throws {RefoldError} of a model request: the model, after all retries
 * @throws {RefoldError} `turn-running`: another turn has not ended
 * @throws {RefoldError} `no-turn-running`: somebody else ended the turn
 * @throws {RefoldError} `turn-left-open`: the turn failed, and the store with it
 */
export async function runTurn<Body>(
  thread: TurnStarter,
  input: UserInput,
  options: RunTurnOptions<Body>,
): Promise<TurnResult> {
  const { hooks = {}, signal } = options;
  checkOptions(options);
  const context = contextOf(options);
  refuseAborted(options);
  await hooks.beforeTurn?.({ context, input, signal });
  refuseAborted(options);
  const turn = await thread.startTurn(context);
  return finishTurn(turn, options, input);
}

/**
 * The same for a turn that has begun: records the input (null: there is none to record, the turn goes
 * on from where it is), samples and runs tools until the model is done.
 * @throws what `runTurn` throws
 */
export async function finishTurn<Body>(
  turn: Turn,
  options: RunTurnOptions<Body>,
  input: UserInput | null,
): Promise<TurnResult> {
  const controller = new AbortController(); // tools of a turn that failed are not waited for
  try {
    const toolSignal = AbortSignal.any([options.signal ?? [], controller.signal].flat());
    setMaxListeners(0, toolSignal); // every call of an answer listens to it
    if (input !== null) await turn.recordUserInput(input);
    return await converse(turn, options, toolSignal);
  } catch (error) {
    await endEarly(turn, error);
    throw error;
  } finally {
    controller.abort();
  }
}

async function converse<Body>(
  turn: Turn,
  options: RunTurnOptions<Body>,
  toolSignal: AbortSignal,
): Promise<TurnResult> {
  const { hooks = {}, signal, maxRounds = DEFAULT_ROUNDS } = options;
  for (let round = 1; ; round++) {
    const response = await sampleReadable(turn, options);
    const calls = callsToAnswer(response.items);
    await runCalls(turn, calls, { options, signal: toolSignal, broken: brokenCall(response) });
    refuseAborted(options);
    const isDone = calls.length === 0 && response.finish !== "paused";
    if (isDone || round >= maxRounds) {
      const outcome = isDone ? "completed" : "round-limit";
      await (isDone ? turn.complete() : turn.abort(outcome));
      const { finish } = response;
      return { turn: turn.id, outcome, finish, text: textOf(response), rounds: round };
    }
    await hooks.beforeSampling?.({ turn, round: round + 1, signal });
  }
}

/** A sampling; as long as the provider cannot read a tool's images, another one with fewer. */
async function sampleReadable<Body>(
  turn: Turn,
  options: RunTurnOptions<Body>,
): Promise<ProviderResponse> {
  for (;;) {
    try {
      return await sample(turn, options);
    } catch (error) {
      if (!isRefoldError(error, "image-refused")) throw error;
      if (!(await turn.replaceRefusedImages())) throw error;
    }
  }
}

/** One request, sent again while that helps; its whole answer is recorded, or nothing. */
async function sample<Body>(turn: Turn, options: RunTurnOptions<Body>): Promise<ProviderResponse> {
  const { model, signal, onEvent, retries = {} } = options;
  const { body, prompt, offset } = await turn.request({
    provider: model.serializer,
    target: { provider: model.provider, model: model.model },
    options: { ...model.options, ...options.request },
    ...(options.fragments !== undefined && { fragments: options.fragments }),
  });
  const answers = model.stream({ body, prompt, tools: prompt.tools }, { signal });
  const about = { provider: model.provider, signal, onRetry: onEvent };
  const events = withRetries(answers, retries, about).pipe(tap(onEvent));
  const last = await lastValueFrom(events, { defaultValue: null });
  if (last?.type !== "finished") {
    throw modelError("stream-interrupted", { provider: model.provider });
  }
  const { items, usage } = last.response;
  await turn.recordAnswer({ items, usage, request: offset, contextWindow: model.contextWindow });
  return last.response;
}

async function runCalls<Body>(
  turn: Turn,
  calls: readonly ToolCallItem[],
  about: {
    readonly options: RunTurnOptions<Body>;
    readonly signal: AbortSignal;
    readonly broken: ToolCallItem | null;
  },
): Promise<void> {
  const { options, signal, broken } = about;
  if (calls.length === 0) return;
  const { tools = [], parallelTools: parallel = true, onEvent } = options;
  const { toolTimeoutMs: timeoutMs = DEFAULT_TOOL_MS } = options;
  const limits = { turn: turn.id, broken, timeoutMs, signal, parallel };
  onEvent?.({ type: "calls", calls });
  for await (const output of answerCalls(calls, tools, limits)) {
    await turn.recordToolOutput(output.item, { failed: output.failed });
    onEvent?.({ type: "output", output });
  }
}

/** Records the turn's end, before the failure is thrown; where somebody else ended it, that stands. */
async function endEarly(turn: Turn, failure: unknown): Promise<void> {
  const code = isRefoldError(failure) ? failure.code : "error";
  try {
    await turn.abort(code === "aborted" ? "interrupted" : code);
  } catch (error) {
    if (isRefoldError(error, "no-turn-running")) return;
    const message = `turn ${turn.id} failed, and its end could not be recorded`;
    const remedy = "Resume the thread: the turn is then marked as interrupted.";
    const details = { turn: turn.id, failure };
    throw new RefoldError("turn-left-open", details, { message, remedy }, { cause: error });
  }
}

/** Of plain JavaScript. What is no number would let a turn go on for ever, or end every tool at once. */
function checkOptions<Body>(options: Partial<RunTurnOptions<Body>>): void {
  const { model, signal, maxRounds, toolTimeoutMs } = options;
  if (typeof model?.stream !== "function") {
    throw invalidArgument("`model` of a turn is no model client", "Give `{ model }`.");
  }
  checkLimit("maxRounds", maxRounds, 1);
  checkLimit("toolTimeoutMs", toolTimeoutMs);
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw invalidArgument("`signal` is no AbortSignal", "Give that of an AbortController.");
}

function contextOf<Body>({ model, tools, context }: RunTurnOptions<Body>): TurnContext {
  return {
    ...(model.contextWindow !== null && { contextWindow: model.contextWindow }),
    ...context,
    model: model.model,
    provider: model.provider,
    ...(tools !== undefined && { tools: tools.map(({ declaration }) => declaration) }),
  };
}

function refuseAborted<Body>({ signal, model }: RunTurnOptions<Body>): void {
  if (signal?.aborted === true) throw abortedBy(model.provider, signal);
}

/** What an answer says last. */
export function textOf({ items }: Pick<ProviderResponse, "items">): string {
  const last = items.findLast(({ item }) => item.type === "message")?.item;
  if (last?.type !== "message") return "";
  return last.content.map((part) => (part.type === "output_text" ? part.text : "")).join("");
}
