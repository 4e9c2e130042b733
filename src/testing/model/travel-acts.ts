import { rolledBack, type Conversation } from "./conversation.js";
import type { DrivenThread } from "./driven-thread.js";
import { ModelDisagrees } from "./model-disagrees.js";
import { refused, type ThreadAct } from "./thread-command.js";
import type { ThreadModel } from "./thread-model.js";

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

/** Goes back to a place behind one of the commands. */
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
    throw new ModelDisagrees(name, `${done.kind} came of it, where the reference has the other`);
  }
  if (target === null || done.kind === "nothing") return;
  model.rolledBackAt(done.offset);
  model.now = rolledBack(model.now, target);
}
