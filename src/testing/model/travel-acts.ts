import { modelDisagrees } from "../errors.js";
import type { OwnEventType, OwnFact } from "../../events/own-event.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { RenderedFragment } from "../../runtime/fragments/fragment.js";
import { inTurn, refused, type Step, ThreadCommand } from "./thread-command.js";
import { type Conversation, ended, rolledBack, withOwnFact, withWords } from "./thread-model.js";

/** Goes back so many user turns; more than there are: to before the first. */
export function rollBackTurns(turns: number): ThreadCommand {
  return new ThreadCommand(`roll-back-turns ${turns}`, (step) => {
    const known = step.model.now.turns;
    const target = turns === 0 ? undefined : known[Math.max(0, known.length - turns)];
    return travel(step, { turns }, target);
  });
}

/** Goes back to a place after one of the commands. */
export function rollBackTo(share: number): ThreadCommand {
  return new ThreadCommand(
    `roll-back-to ${share}`,
    (step) => {
      const { targets } = step.model;
      const place = targets[Math.floor(share * (targets.length - 1))];
      const to = place?.offset ?? 0;
      const isThere = to === step.real.thread.state.log.head - 1;
      return travel(step, { to }, isThere ? undefined : place?.conversation);
    },
    ({ targets }) => targets.length > 0,
  );
}

export const undo = new ThreadCommand("undo", (step) => {
  const { changes, isRunning } = step.model.now;
  if (changes.length > 0 || isRunning) return travel(step, "undo", changes.at(-1));
  return refused(step, "nothing-to-undo", () => step.real.thread.rollback("undo"));
});

export const redo = new ThreadCommand("redo", async (step) => {
  const { model, real } = step;
  const { isRunning, redo: target } = model.now;
  const goForward = () => real.thread.rollback("redo");
  if (isRunning) return refused(step, "turn-running", goForward);
  if (target === null) return refused(step, "nothing-to-redo", goForward);
  const done = await goForward();
  if (done.kind === "rollback") model.rolledBackAt(done.offset);
  model.now = ended(target);
});

/** @param target what is to be there again; undefined: nothing is, and no rollback is written */
async function travel(
  step: Step,
  to: Parameters<Step["real"]["thread"]["rollback"]>[0],
  target: Conversation | undefined,
): Promise<void> {
  const { name, model, real } = step;
  const goBack = () => real.thread.rollback(to);
  if (model.now.isRunning) return refused(step, "turn-running", goBack);
  const done = await goBack();
  if ((done.kind === "nothing") !== (target === undefined)) {
    throw modelDisagrees(name, `${done.kind} came of it, where the reference has the other`);
  }
  if (target === undefined || done.kind === "nothing") return;
  model.rolledBackAt(done.offset);
  model.now = rolledBack(model.now, target);
}

/** An event of your own type, in a turn or between turns. */
export function recordOwnEvent(type: OwnEventType, fact: OwnFact): ThreadCommand {
  return new ThreadCommand(`own-event ${type.type}`, async ({ model, real }) => {
    await real.thread.recordEvent(type, fact.data);
    model.now = withOwnFact(model.now, JSON.stringify({ type: fact.type, data: fact.data }));
  });
}

/** A fragment of your own: recorded in the turn, or put into one request alone. */
export function useFragment(use: RenderedFragment<"turn" | "prompt">): ThreadCommand {
  const { kind, lifetime, role, text } = use;
  return inTurn(`own-fragment ${kind}`, async ({ name, model, real: { turn } }) => {
    if (lifetime === "turn") {
      await turn?.recordFragment({ kind, lifetime, role, text });
      model.now = withWords(model.now, [text]);
      return;
    }
    const fragments = [{ kind, lifetime, role, text }];
    const sent = await turn?.request({ provider: openaiResponses, fragments });
    const said = JSON.stringify(sent?.body.input ?? []);
    if (said.includes(JSON.stringify(text).slice(1, -1))) return;
    throw modelDisagrees(name, `the request does not hold its fragment ${kind}`);
  });
}
