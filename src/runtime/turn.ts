import { RefoldError } from "../errors.js";
import { INVALID_IMAGE } from "../codex-strings.js";
import type { Fact, FactOf } from "../events/event.js";
import { countItemBytes } from "../events/item-bytes.js";
import type { Item } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import type { Usage } from "../events/slices.js";
import { cacheLifetime } from "../projections/providers/anthropic/cache-marks.js";
import type { CacheLifetime } from "../projections/providers/provider.js";
import { readTurnPauses } from "../projections/turn-pauses.js";
import { findRefusedImages } from "../reducers/counterpart.js";
import { refOffset } from "../reducers/item-refs.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { countMessages } from "./count-messages.js";
import { mentionedSkills, readSkill } from "./fragments/context-on-disk.js";
import { explicitSkill, renderFragment, turnAborted } from "./fragments/fragment.js";
import type { RenderedFragment } from "./fragments/fragment.js";
import type { TurnContext } from "./fragments/turn-context.js";
import { ownRecording, recordingFacts, userMessage, warningFact } from "./record-item.js";
import type { ItemInput, Recording, UserInput } from "./record-item.js";
import { type RequestInput, sentFact, type SentRequest, serializePrompt } from "./sent-request.js";
import type { Committed, Decision, ThreadLog } from "./thread-log.js";

interface RunningTurn {
  readonly id: string;
  readonly context: TurnContext;
  /** By the log's clock; null: somebody else started it, so its duration is not known. */
  readonly startedMs: number | null;
}

/**
 * A running turn: what happens in it is recorded through it, in the order of the calls, whether they
 * are waited for or not. Once it has ended (or the thread was rolled back past its start) everything
 * on it is refused.
 */
export class Turn {
  readonly id: string;
  readonly context: TurnContext;
  readonly #log: ThreadLog;
  readonly #startedMs: number | null;
  #cacheLifetime: CacheLifetime | null = null;

  constructor({ id, context, startedMs }: RunningTurn, log: ThreadLog) {
    this.id = id;
    this.context = context;
    this.#startedMs = startedMs;
    this.#log = log;
  }

  /**
   * Records items, in this order, as one batch: all or none.
   * @returns where each was recorded
   * @throws {RefoldError} `no-turn-running`: the turn has ended
   * @throws {RefoldError} `invalid-event`: an item has another form than its kind
   */
  record(...items: readonly ItemInput[]): Promise<readonly ItemRef[]> {
    return this.recordAnswer({ items });
  }

  /** Takes its place among the calls at once, before anything is stored. */
  async recordAnswer(answer: Recording): Promise<readonly ItemRef[]> {
    const own = ownRecording(answer);
    const { events } = await this.#log.exclusively((append) => {
      this.#checkRunning();
      const write = (facts: readonly Fact[]) => append({ facts, turn: this.id, isOwn: true });
      const facts = recordingFacts(own, this.context, this.#log.store.blobs);
      return facts instanceof Promise ? facts.then(write) : write(facts);
    });
    return events.slice(0, own.items.length).map(({ offset }) => offset);
  }

  /**
   * Records what the user says: the turn's boundary. Skills that it mentions as `$name` are recorded
   * in full in front of it, for this turn alone.
   */
  async recordUserInput(input: UserInput): Promise<ItemRef> {
    const message = userMessage(input);
    const texts = message.content.flatMap((part) => (part.type === "input_text" ? part.text : []));
    const words = texts.join("\n");
    const skills = mentionedSkills(words, this.context.skills ?? []).map((skill) =>
      fragmentItem(renderFragment(explicitSkill, { ...skill, text: readSkill(skill) })),
    );
    const refs = await this.record(...skills, { item: message, origin: "user" });
    return refs.at(-1) ?? 0;
  }

  /** Records what the model made: messages, reasoning, calls. */
  recordModelItems(...items: readonly Item[]): Promise<readonly ItemRef[]> {
    return this.record(...items.map((item) => ({ item, origin: "model" as const })));
  }

  /** Records a tool's output. `failed` reaches each provider in its own form. */
  async recordToolOutput(
    output: Extract<Item, { type: `${string}_output` }>,
    options: { readonly failed?: boolean } = {},
  ): Promise<ItemRef> {
    const refs = await this.record({ item: output, origin: "tool", ...options });
    return refs[0] ?? 0;
  }

  /** Records context that lives for this turn; one for a request or a client cannot be handed in. */
  recordFragment(fragment: RenderedFragment<"turn">): Promise<readonly ItemRef[]> {
    return this.record(fragmentItem(fragment));
  }

  /**
   * Makes the body of the next request and records that it was sent (`request.sent`), so that it can
   * be made again later, fragments of this request alone included.
   */
  async request<Body>(input: RequestInput<Body>): Promise<SentRequest<Body>> {
    return this.#log.exclusively(async (append) => {
      this.#checkRunning();
      const fragments = (input.fragments ?? []).map((fragment) => ({ ...fragment }));
      const prompt = this.#log.prompt(input.target, { fragments });
      const planned = await this.#withCacheLifetime(input);
      const request = await serializePrompt(prompt, planned, this.#log.store.blobs);
      const data = sentFact(prompt, planned, request.body);
      const { state } = await append({ facts: [{ type: "request.sent", data }], turn: this.id });
      return { ...request, prompt, offset: state.log.head - 1 };
    });
  }

  /** Settles how long Anthropic is to keep what later requests repeat, where nobody has: once a turn. */
  async #withCacheLifetime<Body>(input: RequestInput<Body>): Promise<RequestInput<Body>> {
    const { options = {} } = input;
    const isPlanned = (options.cache?.marks ?? "planned") === "planned";
    if (!input.provider.name.startsWith("anthropic") || !isPlanned) return input;
    const { store, threadId } = this.#log;
    this.#cacheLifetime ??= cacheLifetime(await readTurnPauses(store.source(threadId)));
    const cache = { ...options.cache, marks: this.#cacheLifetime };
    return this.#cacheLifetime === "5m" ? input : { ...input, options: { ...options, cache } };
  }

  /**
   * Puts a text for the images of one tool output, which the turn's model could not read: the newest
   * that is not in a request which it answered in this turn. Called again, for those of the one before.
   * @returns false: there are none
   */
  async replaceRefusedImages(): Promise<boolean> {
    const { events } = await this.#commit(refusedImageFacts);
    return events.length > 0;
  }

  /** Records what a request cost. `contextWindow` in tokens; null: not said. */
  async reportUsage(
    usage: Usage,
    about: Pick<Recording, "contextWindow" | "request"> = {},
  ): Promise<void> {
    await this.recordAnswer({ ...about, items: [], usage });
  }

  async complete(reason: string | null = null): Promise<void> {
    await this.#commit((state) => [completedFact(state, reason, this.#elapsedMs())]);
  }

  /**
   * Ends the turn early. Calls without an output get `aborted` as theirs in prompts; the model is
   * told that the turn was cut short.
   */
  async abort(reason: string): Promise<void> {
    await this.#commit((state) => abortFacts(state, reason, this.#elapsedMs()));
  }

  #elapsedMs(): number | null {
    return this.#startedMs === null ? null : Math.max(0, this.#log.nowMs() - this.#startedMs);
  }

  #commit(facts: (state: ThreadState) => readonly Fact[]): Promise<Committed> {
    return this.#log.commit((state) => {
      this.#checkRunning();
      return { facts: facts(state), turn: this.id };
    });
  }

  #checkRunning(): void {
    if (this.#log.state.turns.running?.turn !== this.id) throw noTurnRunning(this.id);
  }
}

/** Ends the turn that a crash, or a fork, left open: the model is told. */
export async function abortLeftTurn(log: ThreadLog): Promise<void> {
  await log.commit((state) => {
    const { running } = state.turns;
    if (running === null) return { facts: [] };
    return { facts: abortFacts(state, "interrupted", null), turn: running.turn };
  });
}

/** A turn that ended as it should. */
function completedFact(
  state: ThreadState,
  reason: string | null,
  durationMs: number | null,
): FactOf<"turn.completed"> {
  return { type: "turn.completed", data: { reason, durationMs, totals: runningTotals(state) } };
}

/** The end of the turn that runs, for a batch that goes on after it; undefined: none runs. */
export function runningEnd(state: ThreadState): Decision["ending"] {
  const { running } = state.turns;
  if (running === null) return undefined;
  return { fact: completedFact(state, null, null), turn: running.turn };
}

/** A turn that ended early: said to the model, then the end itself. */
function abortFacts(
  state: ThreadState,
  reason: string,
  durationMs: number | null,
): readonly Fact[] {
  const { item, origin } = fragmentItem(renderFragment(turnAborted, { reason }));
  const data = { item, origin, countedBytes: countItemBytes(item) };
  return [
    { type: "item.recorded", data },
    { type: "turn.aborted", data: { reason, durationMs, totals: runningTotals(state) } },
  ];
}

/**
 * What a list of threads shows without reading the log (docs/file-format.md#event-types,
 * `turn.completed`).
 */
export function runningTotals({
  turns,
  ledger: { entries },
  usage,
  thread,
}: ThreadState): NonNullable<FactOf<"turn.completed">["data"]["totals"]> {
  const isConversation = thread?.configuration["conversation"] !== undefined;
  return {
    ...{ turns: turns.userTurns, items: entries.length, usage: usage.total },
    title: thread?.title ?? null,
    ...(isConversation && { messages: countMessages(entries) }),
  };
}

function fragmentItem({ role, text }: RenderedFragment<"turn">): ItemInput {
  const content = [{ type: "input_text" as const, text }];
  return { item: { type: "message", role, content }, origin: "runtime" };
}

/**
 * What takes images that a provider could not read out of the history: without it every further
 * request would be refused (docs/semantics.md §9.4).
 * @returns none: the images are no tool's, or there are none
 */
function refusedImageFacts({ ledger, log, turns }: ThreadState): readonly Fact[] {
  const startedAt = turns.running?.startedAt ?? 0;
  const index = findRefusedImages(
    ledger.entries,
    ({ origin, ref }) => origin === "model" && refOffset(ref) > startedAt,
  );
  const entry = index === null ? undefined : ledger.entries.at(index);
  if (entry === undefined) return [];
  const historyVersion = log.historyVersion + 1;
  const data = { refs: [entry.ref], placeholder: INVALID_IMAGE, historyVersion };
  const message =
    "The provider could not read an image in a tool's output: a text stands in its place.";
  return [{ type: "images.replaced", data }, warningFact("images-replaced", message)];
}

function noTurnRunning(turn: string): RefoldError<"no-turn-running"> {
  const message = `turn ${turn} is not running any more`;
  const remedy = "Start a turn first: `thread.startTurn(context)`.";
  return new RefoldError("no-turn-running", { turn }, { message, remedy });
}
