import type { Fact } from "../events/event.js";

/** Which model each request of a log went to. */
export class ModelAtWork {
  /** The models of requests, by their offsets. */
  readonly #requests = new Map<number, string>();
  #current: string | null = null;

  /** Null: nobody has named one. */
  get current(): string | null {
    return this.#current;
  }

  /**
   * Takes all facts of an event, before any of them is counted: a line of Claude Code names its model
   * after its usage.
   * @param model the one at work, whatever the facts say; absent: they say
   */
  enter(facts: readonly Fact[], offset: number, model?: string | null): void {
    this.#meet(model);
    for (const fact of facts) {
      if (model === undefined) this.#meet(modelIn(fact));
      if (fact.type !== "request.sent") continue;
      const { model: asked } = fact.data.target;
      if (typeof asked === "string") this.#requests.set(offset, asked);
    }
  }

  /** The model that a report is of. @param request offset of its `request.sent`; null: unknown */
  of(request: number | null): string | null {
    return this.#requests.get(request ?? -1) ?? this.#current;
  }

  #meet(model: string | null | undefined): void {
    this.#current = model ?? this.#current;
  }
}

function modelIn(fact: Fact): string | null {
  if (fact.type === "turn.started") return fact.data.envelope.model ?? null;
  if (fact.type !== "context.injected") return null;
  return fact.data.envelope?.model ?? fact.data.previousTurn?.model ?? null;
}
