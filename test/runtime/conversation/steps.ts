import { isRefoldError } from "../../../src/errors.js";
import fc from "fast-check";
import type {
  ConversationProvider,
  TruncationStrategy,
} from "../../../src/runtime/conversation/conversation-settings.js";
import type { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { pngBytes } from "../../../src/testing/arbitraries/texts.js";

/** One thing that is done with a conversation. */
export type Step =
  | { readonly kind: "user"; readonly text: string; readonly image: Uint8Array | null }
  | { readonly kind: "answer"; readonly text: string; readonly calls: number }
  | {
      readonly kind: "result";
      readonly text: string;
      readonly failed: boolean;
      readonly pick: number;
    }
  | { readonly kind: "system"; readonly text: string }
  | { readonly kind: "strategy"; readonly strategy: TruncationStrategy }
  | { readonly kind: "switch"; readonly to: Target }
  | { readonly kind: "clear" }
  | { readonly kind: "save" };

export type Target = readonly [provider: ConversationProvider, model: string];

export const TARGETS: readonly Target[] = [
  ["openai", "gpt-5.2"],
  ["openai-chat", "gpt-4o"],
  ["anthropic", "claude-opus-4-8"],
  ["google", "gemini-3.6-flash"],
];

export const strategies = fc.constantFrom<TruncationStrategy>(
  "sliding-window",
  "summarize",
  "priority",
);

const words = fc
  .array(fc.constantFrom("tide", "clock", "日本語", "🙂", "an hour late", "{}"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((each) => `w ${each.join(" ")}`);
const texts = fc
  .tuple(words, fc.constantFrom(1, 1, 3, 12, 60))
  .map(([text, times]) => text.repeat(times));

/** Steps that change what is said alone. */
export const talk: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("user" as const),
      text: texts,
      image: fc.option(fc.constant(new Uint8Array(pngBytes(40, 30))), { freq: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("answer" as const),
      text: fc.oneof(texts, fc.constant("")),
      calls: fc.constantFrom(0, 0, 1, 2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("result" as const),
      text: texts,
      failed: fc.boolean(),
      pick: fc.nat(),
    }),
  },
);

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: talk },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("system" as const), text: texts }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("strategy" as const), strategy: strategies }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("switch" as const), to: fc.constantFrom(...TARGETS) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: "clear" as const }, { kind: "save" as const }) },
);

/** Does things with a conversation, and knows which calls wait. */
export class Driver {
  readonly conversation: Conversation;
  /** Ids of the calls that wait, oldest first. */
  readonly waiting: string[] = [];
  #calls = 0;

  constructor(conversation: Conversation) {
    this.conversation = conversation;
  }

  /** @returns whether it was done: what is too large for the budget is refused, a result needs a call */
  async do(step: Step): Promise<boolean> {
    try {
      return await this.#do(step);
    } catch (error) {
      const code = isRefoldError(error) ? error.code : null;
      if (code === "message-too-large" || code === "budget-too-small") return false;
      throw error;
    }
  }

  async #do(step: Step): Promise<boolean> {
    const { conversation } = this;
    switch (step.kind) {
      case "user":
        await conversation.addUserMessage(
          step.image === null ? step.text : [step.text, { image: step.image }],
        );
        return true;
      case "answer":
        return this.#answer(step);
      case "result": {
        const pick = step.pick % Math.max(1, this.waiting.length);
        const id = this.waiting[pick];
        if (id === undefined) return false;
        await conversation.addToolResult(id, step.text, { failed: step.failed });
        this.waiting.splice(pick, 1);
        return true;
      }
      case "system":
        await conversation.setSystemPrompt(step.text);
        return true;
      case "strategy":
        await conversation.setTruncationStrategy(step.strategy);
        return true;
      case "switch":
        await conversation.switchProvider(...step.to);
        return true;
      case "clear":
        await conversation.clear();
        this.waiting.length = 0;
        return true;
      case "save":
        await conversation.save();
        return true;
    }
  }

  async #answer({ text, calls }: Step & { kind: "answer" }): Promise<boolean> {
    if (text === "" && calls === 0) return false;
    const made = Array.from({ length: calls }, () => `call_${this.#calls++}`);
    await this.conversation.addAssistantMessage({
      text,
      calls: made.map((id) => ({ id, name: "shell", arguments: { command: text } })),
    });
    this.waiting.push(...made);
    return true;
  }
}
