import { invalidArgument } from "../../../errors.js";
import type { PromptFragment } from "../../../events/context.js";
import type { EventSource } from "../../../events/event-source.js";
import type { FactOf, RefoldEvent } from "../../../events/event.js";
import { isModelGenerated } from "../../../events/item-class.js";
import { rollbackOf } from "../../../events/known-event.js";
import type { Usage } from "../../../events/slices.js";
import { projectPrompt } from "../../../projections/prompt/project-prompt.js";
import type { Prompt } from "../../../projections/prompt/prompt.js";
import { openaiResponses } from "../../../projections/providers/openai-responses/openai-responses.js";
import type { ProviderResponse, ResponseItem } from "../../../projections/providers/provider.js";
import { walkLog } from "../../../projections/walk-log.js";
import { refKey } from "../../../reducers/item-refs.js";
import { countedFacts } from "../../../reducers/reduce.js";
import { type Rollback, survivingRanges } from "../../../reducers/spine.js";
import type { ThreadState } from "../../../reducers/thread-state.js";
import type { RequestSerializer } from "../../sent-request.js";
import { callsToAnswer } from "../../tools/answer-calls.js";
import { type ModelClient, modelStream } from "../model-client.js";
import { comparePrompts, type RecordedDifference } from "./recorded-difference.js";

interface RecordedModelOptions {
  /** Default: the model of the session's first answer. */
  readonly model?: string;
  /** Default: `recorded`. */
  readonly provider?: string;
  /** Default: that of OpenAI's Responses API. */
  readonly serializer?: RequestSerializer<unknown>;
  readonly onDifference?: (difference: RecordedDifference) => void;
}

/** A model that says again what was recorded. */
interface RecordedModel extends ModelClient {
  /** How many answers the session has. */
  readonly answers: number;
  /** Where requests differed from the recorded ones, each difference once, as they came. */
  readonly differences: readonly RecordedDifference[];
}

/**
 * A model that answers from a recorded session: the n-th request gets the n-th answer that survives
 * in it, whatever was asked; what was asked otherwise is named with its place in the session. Run
 * turns with `compaction: false`, or with a summary of your own: summaries are no recorded answers.
 * @throws what reading the session throws
 */
export async function recordedModel(
  session: EventSource,
  options: RecordedModelOptions = {},
): Promise<RecordedModel> {
  const answers = await readAnswers(session);
  const { provider = "recorded", model = answers[0]?.model ?? "recorded" } = options;
  const differences = new Differences(options.onDifference);
  let asked = 0;
  return {
    model,
    provider,
    contextWindow: null,
    serializer: options.serializer ?? openaiResponses,
    options: {},
    answers: answers.length,
    differences: differences.list,
    stream: (request, { signal } = {}) =>
      modelStream(
        provider,
        async () => {
          const answer = answers[asked++];
          if (answer !== undefined) return replayed(answer, asked, { request, differences });
          differences.add({ kind: "no-answer-left", request: asked, ref: null, index: null });
          throw invalidArgument(`the session has ${answers.length} answers, not one more`);
        },
        signal,
      ),
  };
}

function replayed(
  answer: RecordedAnswer,
  count: number,
  { request, differences }: { request: { prompt: Prompt }; differences: Differences },
): ProviderResponse {
  const { before, fragments, items, usage, model, offset } = answer;
  const recorded = projectPrompt(before, targetOf(request.prompt), { fragments });
  for (const difference of comparePrompts(recorded, request.prompt, count)) {
    differences.add(difference);
  }
  return {
    id: `recorded-${offset}`,
    model,
    items,
    usage,
    finish: callsToAnswer(items).length > 0 ? "tool-calls" : "stop",
    rawFinish: null,
    unread: [],
  };
}

/** The recorded history as this request's model would see it: only the history is compared. */
function targetOf({ target }: Prompt): { readonly modalities: Prompt["target"]["modalities"] } {
  return { modalities: target.modalities };
}

/** Every difference once: a history that differs at one place differs there in all later requests. */
class Differences {
  readonly list: RecordedDifference[] = [];
  readonly #seen = new Set<string>();
  readonly #tell: (difference: RecordedDifference) => void;

  constructor(tell: (difference: RecordedDifference) => void = () => undefined) {
    this.#tell = tell;
  }

  add(difference: RecordedDifference): void {
    const { kind, ref, index, request } = difference;
    const place = ref === null ? `at ${index ?? "-"}` : refKey(ref);
    const key = kind === "no-answer-left" ? `${kind} ${request ?? 0}` : `${kind} ${place}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.list.push(difference);
    this.#tell(difference);
  }
}

/** One answer of a model, as a session recorded it. */
interface RecordedAnswer {
  /** Of its `request.sent`, or of the first event of the answer where requests are not recorded. */
  readonly offset: number;
  /** What the request was made of. */
  readonly before: ThreadState;
  readonly fragments: readonly PromptFragment[];
  readonly items: readonly ResponseItem[];
  readonly usage: Usage | null;
  readonly model: string | null;
}

interface OpenAnswer extends RecordedAnswer {
  items: ResponseItem[];
  usage: Usage | null;
}

/**
 * The answers of a session's models that survive its rollbacks, oldest first. Requests that got no
 * answer are left out. Sessions that record no requests have an answer where the model begins to
 * speak.
 */
export async function readAnswers(session: EventSource): Promise<readonly RecordedAnswer[]> {
  const reading = new AnswerReading();
  for await (const { event, before } of walkLog(session)) reading.take(event, before);
  return reading.answers();
}

class AnswerReading {
  readonly #answers: OpenAnswer[] = [];
  readonly #rollbacks: Rollback[] = [];
  #open: OpenAnswer | null = null;
  #head = 0;

  take(event: RefoldEvent, before: ThreadState): void {
    this.#head = event.offset;
    const to = rollbackOf(event);
    if (to !== null) {
      this.#rollbacks.push({ offset: event.offset, to });
      this.#open = null;
    }
    for (const fact of countedFacts(event)) {
      if (fact.type === "request.sent") {
        this.#begin(event.offset, before, fact.data.fragments);
      } else if (fact.type === "item.recorded") {
        this.#takeItem(event.offset, before, fact.data);
      } else if (fact.type === "usage.reported") {
        const answer = this.#answers.at(-1);
        if (answer !== undefined) answer.usage = fact.data.usage;
      }
    }
  }

  answers(): readonly RecordedAnswer[] {
    const ranges = survivingRanges(this.#rollbacks, this.#head);
    return this.#answers.filter(
      ({ offset, items, usage }) =>
        (items.length > 0 || usage !== null) &&
        ranges.some(({ from, to }) => offset >= from && offset <= to),
    );
  }

  #takeItem(
    offset: number,
    before: ThreadState,
    { item, origin }: FactOf<"item.recorded">["data"],
  ): void {
    if (item.type === "ghost_snapshot") return;
    if (origin === "agent" || !isModelGenerated(item)) {
      if (this.#open !== null && this.#open.items.length > 0) this.#open = null;
      return;
    }
    const answer = this.#open ?? this.#begin(offset, before, []);
    answer.items.push({ item, origin });
  }

  #begin(offset: number, before: ThreadState, fragments: readonly PromptFragment[]): OpenAnswer {
    const model = before.turns.running?.envelope.model ?? before.turns.previous?.model ?? null;
    const answer = { offset, before, fragments, items: [], usage: null, model };
    this.#answers.push(answer);
    this.#open = answer;
    return answer;
  }
}
