import type fc from "fast-check";
import type { DrivenThread } from "./driven-thread.js";
import { ModelDisagrees } from "./model-disagrees.js";
import type { ThreadModel } from "./thread-model.js";

/** What a command does to the thread and to the reference of it. */
export interface ThreadAct {
  /** In a few words, with what was drawn. */
  readonly name: string;
  /** Where it has a meaning; absent: everywhere. */
  readonly when?: (model: Readonly<ThreadModel>) => boolean;
  readonly act: (model: ThreadModel, real: DrivenThread) => Promise<void>;
}

/** One step of a thread, checked behind it. */
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
      if (error instanceof ModelDisagrees) throw error;
      const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw new ModelDisagrees(name, words, { cause: error });
    }
  }

  toString(): string {
    return this.step.name;
  }
}

/** Asks for something that has to be refused. @throws {ModelDisagrees} it is not */
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
  throw new ModelDisagrees(name, `it was done, where ${code} was due`);
}
