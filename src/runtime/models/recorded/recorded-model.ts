import { invalidArgument } from "../../../errors.js";
import type { EventSource } from "../../../events/event-source.js";
import type { FactOf } from "../../../events/event.js";
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
import { type Rollback, survives, survivingRanges } from "../../../reducers/spine.js";
import type { RequestSerializer } from "../../sent-request.js";
import { callsToAnswer } from "../../tools/answer-calls.js";
import { type ModelClient, modelStream } from "../model-client.js";
import { comparePrompts, type RecordedDifference } from "./recorded-difference.js";
import { type RequestPoint, RequestPoints } from "./request-points.js";

interface RecordedModelOptions {
  /** Default: the model of the session's first answer. */
  readonly model?: string;
  /** Default: `recorded`. */
  readonly provider?: string;
  /** Default: that of OpenAI's Responses API. */
  readonly serializer?: RequestSerializer<unknown>;
  readonly onDifference?: (difference: RecordedDifference) => void;
}

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
  const { state, fragments, items, usage, model, offset } = answer;
  const { modalities } = request.prompt.target; // only the history is compared
  const recorded = projectPrompt(state, { modalities }, { fragments });
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

/** Every difference once: a history that differs at one place differs there in all later requests. */
class Differences {
  readonly list: RecordedDifference[] = [];
  readonly #seen = new Set<string>();

  constructor(private readonly tell: (difference: RecordedDifference) => void = () => undefined) {}

  add(difference: RecordedDifference): void {
    const { kind, ref, index, request } = difference;
    const place = ref === null ? `at ${index ?? "-"}` : refKey(ref);
    const key = kind === "no-answer-left" ? `${kind} ${request ?? 0}` : `${kind} ${place}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.list.push(difference);
    this.tell(difference);
  }
}

/** One answer of a model, as a session recorded it. */
interface RecordedAnswer extends RequestPoint {
  readonly items: readonly ResponseItem[];
  readonly usage: Usage | null;
  readonly model: string | null;
}

/**
 * The answers of a session's models that survive its rollbacks, oldest first. Requests that got no
 * answer are left out.
 */
export async function readAnswers(session: EventSource): Promise<readonly RecordedAnswer[]> {
  const points = new RequestPoints();
  const answers: (RecordedAnswer & { items: ResponseItem[]; usage: Usage | null })[] = [];
  const rollbacks: Rollback[] = [];
  let head = 0;
  for await (const walked of walkLog(session)) {
    const { event, before } = walked;
    head = event.offset;
    const to = rollbackOf(event);
    if (to !== null) rollbacks.push({ offset: head, to });
    const { running, previous } = before.turns;
    const model = running?.envelope.model ?? previous?.model ?? null;
    const point = points.take(walked);
    if (point !== null) answers.push({ ...point, items: [], usage: null, model });
    const answer = answers.at(-1);
    for (const fact of answer === undefined ? [] : countedFacts(event)) {
      if (fact.type === "item.recorded" && isAnswered(fact.data)) {
        const { item, origin } = fact.data;
        answer?.items.push({ item, origin });
      } else if (fact.type === "usage.reported" && answer !== undefined) {
        answer.usage = fact.data.usage;
      }
    }
  }
  const ranges = survivingRanges(rollbacks, head);
  return answers.filter(
    ({ offset, items, usage }) => (items.length > 0 || usage !== null) && survives(ranges, offset),
  );
}

function isAnswered({ item, origin }: FactOf<"item.recorded">["data"]): boolean {
  return item.type !== "ghost_snapshot" && origin !== "agent" && isModelGenerated(item);
}
