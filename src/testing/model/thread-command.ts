import { isRefoldError, type RefoldErrorCode } from "../../errors.js";
import { modelDisagrees } from "../errors.js";
import type fc from "fast-check";
import type { DrivenThread } from "./driven-thread.js";
import type { ThreadModel } from "./thread-model.js";

/** One command, as it is done to the reference and to the real thread. */
export interface Step {
  readonly name: string;
  readonly model: ThreadModel;
  readonly real: DrivenThread;
}

type Act = (step: Step) => Promise<void>;
type When = (model: Readonly<ThreadModel>) => boolean;

/** One step of a thread, checked after it. */
export class ThreadCommand implements fc.AsyncCommand<ThreadModel, DrivenThread> {
  /**
   * @param name in a few words, with what was drawn
   * @param act what it does to the thread and to the reference of it
   * @param when where it has a meaning; absent: everywhere
   */
  constructor(
    private readonly name: string,
    private readonly act: Act,
    private readonly when: When = () => true,
  ) {}

  check(model: Readonly<ThreadModel>): boolean {
    return this.when(model);
  }

  async run(model: ThreadModel, real: DrivenThread): Promise<void> {
    const { name } = this;
    try {
      await this.act({ name, model, real });
      await real.check(model, name);
    } catch (error) {
      if (isRefoldError(error, "model-disagrees")) throw error;
      const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw modelDisagrees(name, words, { cause: error });
    }
  }

  toString(): string {
    return this.name;
  }
}

/** A command for the turn that runs. */
export function inTurn(name: string, act: Act): ThreadCommand {
  return new ThreadCommand(name, act, ({ now }) => now.isRunning);
}

/** A command for when no turn runs. */
export function betweenTurns(name: string, act: Act): ThreadCommand {
  return new ThreadCommand(name, act, ({ now }) => !now.isRunning);
}

/** Asks for something that has to be refused. @throws {RefoldError} `model-disagrees`: it is not */
export async function refused(
  { name }: Step,
  code: RefoldErrorCode,
  task: () => Promise<unknown>,
): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (isRefoldError(error, code)) return;
    throw error;
  }
  throw modelDisagrees(name, `it was done, where ${code} was due`);
}
