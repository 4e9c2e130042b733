import { isRefoldError } from "../../errors.js";
import { modelDisagrees } from "../errors.js";
import type fc from "fast-check";
import type { OwnEventType, OwnFact } from "../../events/own-event.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { RenderedFragment } from "../../runtime/fragments/fragment.js";
import type { DrivenThread } from "./driven-thread.js";
import {
  type Conversation,
  rolledBack,
  type ThreadModel,
  withOwnFact,
  withWords,
} from "./thread-model.js";

/** What a command does to the thread and to the reference of it. */
export interface ThreadAct {
  /** In a few words, with what was drawn. */
  readonly name: string;
  /** Where it has a meaning; absent: everywhere. */
  readonly when?: (model: Readonly<ThreadModel>) => boolean;
  readonly act: (model: ThreadModel, real: DrivenThread) => Promise<void>;
}

/** One step of a thread, checked after it. */
export class ThreadCommand implements fc.AsyncCommand<ThreadModel, DrivenThread> {
  constructor(private readonly step: ThreadAct) {}

  check(model: Readonly<ThreadModel>): boolean {
    return this.step.when?.(model) ?? true;
  }

  async run(model: ThreadModel, real: DrivenThread): Promise<void> {
    const { name, act } = this.step;
    try {
      await act(model, real);
      await real.check(model, name);
    } catch (error) {
      if (isRefoldError(error, "model-disagrees")) throw error;
      const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw modelDisagrees(name, words, { cause: error });
    }
  }

  toString(): string {
    return this.step.name;
  }
}

/** Asks for something that has to be refused. @throws {RefoldError} `model-disagrees`: it is not */
export async function refused(
  name: string,
  code: string,
  task: () => Promise<unknown>,
): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === code) return;
    throw error;
  }
  throw modelDisagrees(name, `it was done, where ${code} was due`);
}

type Travel = Parameters<DrivenThread["thread"]["rollback"]>[0];

/** Goes back so many user turns; more than there are: to before the first. */
export function rollBackTurns(turns: number): ThreadAct {
  const name = `roll-back-turns ${turns}`;
  return {
    name,
    act: (model, real) => {
      const known = model.now.turns;
      const target = turns === 0 ? null : (known[Math.max(0, known.length - turns)] ?? null);
      return travel({ name, model, real }, { turns }, target);
    },
  };
}

/** Goes back to a place after one of the commands. */
export function rollBackTo(share: number): ThreadAct {
  const name = `roll-back-to ${share}`;
  return {
    name,
    when: ({ targets }) => targets.length > 0,
    act: (model, real) => {
      const place = model.targets[Math.floor(share * (model.targets.length - 1))];
      const to = place?.offset ?? 0;
      const isThere = to === real.thread.state.log.head - 1;
      const target = isThere ? null : (place?.conversation ?? null);
      return travel({ name, model, real }, { to }, target);
    },
  };
}

export const undo: ThreadAct = {
  name: "undo",
  act: (model, real) => {
    const target = model.now.changes.at(-1);
    if (target === undefined && !model.now.isRunning) {
      return refused("undo", "nothing-to-undo", () => real.thread.rollback("undo"));
    }
    return travel({ name: "undo", model, real }, "undo", target ?? null);
  },
};

export const redo: ThreadAct = {
  name: "redo",
  act: async (model, real) => {
    const { isRunning, redo: target } = model.now;
    if (isRunning) {
      return refused("redo", "turn-running", () => real.thread.rollback("redo"));
    }
    if (target === null) {
      return refused("redo", "nothing-to-redo", () => real.thread.rollback("redo"));
    }
    const done = await real.thread.rollback("redo");
    if (done.kind === "rollback") model.rolledBackAt(done.offset);
    model.now = { ...target, isRunning: false };
  },
};

interface Step {
  readonly name: string;
  readonly model: ThreadModel;
  readonly real: DrivenThread;
}

/** @param target what is to be there again; null: there is nothing to go back to, and none is written */
async function travel(
  { name, model, real }: Step,
  to: Travel,
  target: Conversation | null,
): Promise<void> {
  if (model.now.isRunning) {
    return refused(name, "turn-running", () => real.thread.rollback(to));
  }
  const done = await real.thread.rollback(to);
  if ((done.kind === "nothing") !== (target === null)) {
    throw modelDisagrees(name, `${done.kind} came of it, where the reference has the other`);
  }
  if (target === null || done.kind === "nothing") return;
  model.rolledBackAt(done.offset);
  model.now = rolledBack(model.now, target);
}

/** An event of your own type, in a turn or between turns. */
export function recordOwnEvent(type: OwnEventType, fact: OwnFact): ThreadAct {
  return {
    name: `own-event ${type.type}`,
    act: async (model, real) => {
      await real.thread.recordEvent(type, fact.data);
      model.now = withOwnFact(model.now, JSON.stringify({ type: fact.type, data: fact.data }));
    },
  };
}

/** A fragment of your own: recorded in the turn, or put into one request alone. */
export function useFragment(use: RenderedFragment<"turn" | "prompt">): ThreadAct {
  const { kind, lifetime, role, text } = use;
  return {
    name: `own-fragment ${kind}`,
    when: ({ now }) => now.isRunning,
    act: async (model, real) => {
      const { turn } = real;
      if (lifetime === "turn") {
        await turn?.recordFragment({ kind, lifetime, role, text });
        model.now = withWords(model.now, [text]);
        return;
      }
      const fragments = [{ kind, lifetime, role, text }];
      const sent = await turn?.request({ provider: openaiResponses, fragments });
      const said = JSON.stringify(sent?.body.input ?? []);
      if (!said.includes(JSON.stringify(text).slice(1, -1))) {
        throw modelDisagrees(kind, `the request does not hold its fragment ${kind}`);
      }
    },
  };
}
