import { InvalidArgument } from "../../../errors.js";
import type { EventSource } from "../../../events/event-source.js";
import { openaiResponses } from "../../../projections/providers/openai-responses/openai-responses.js";
import { projectPrompt } from "../../../projections/prompt/project-prompt.js";
import type { Prompt } from "../../../projections/prompt/prompt.js";
import type { ProviderResponse } from "../../../projections/providers/provider.js";
import { refKey } from "../../../reducers/item-refs.js";
import type { RequestSerializer } from "../../sent-request.js";
import { callsToAnswer } from "../../tools/answer-calls.js";
import type { ModelClient } from "../model-client.js";
import { modelStream } from "../model-stream.js";
import { comparePrompts } from "./compare-prompts.js";
import { readAnswers, type RecordedAnswer } from "./read-answers.js";
import type { RecordedDifference } from "./recorded-difference.js";

export interface RecordedModelOptions {
  /** Default: the model of the session's first answer. */
  readonly model?: string;
  /** Default: `recorded`. */
  readonly provider?: string;
  /** Default: that of OpenAI's Responses API. */
  readonly serializer?: RequestSerializer<unknown>;
  readonly onDifference?: (difference: RecordedDifference) => void;
}

/** A model that says again what was recorded. */
export interface RecordedModel extends ModelClient {
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
          throw new InvalidArgument(`the session has ${answers.length} answers, not one more`);
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
