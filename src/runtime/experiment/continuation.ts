import { factsOf } from "../../reducers/fold-event.js";
import type { WalkedEvent } from "../../projections/walk-log.js";
import type { UserInput } from "../turn.js";
import type { ExperimentBase } from "./base.js";
import type { ExperimentPlan } from "./plan.js";
import { walkRanges } from "./walk-behind.js";

type Turns = ExperimentPlan["turns"];

/** What the base went on with behind the offset: so many of its turns. */
export async function* continuationOf(
  base: ExperimentBase,
  turns: Turns,
): AsyncGenerator<WalkedEvent, undefined> {
  // The rest of a turn that runs at the offset is the first one.
  let begun = base.state.turns.running === null ? 0 : 1;
  const most = turns === "rest" ? 1 : (turns ?? Infinity);
  for await (const walked of walkRanges(base.source, base.state, base.behind)) {
    if (startsTurn(walked)) begun += 1;
    if (begun > most) return;
    yield walked;
  }
}

/** How many turns the base went on for, the rest of a running one included. */
export async function turnsBehind(base: ExperimentBase): Promise<number> {
  let turns = base.state.turns.running === null ? 0 : 1;
  for await (const walked of walkRanges(base.source, base.state, base.behind)) {
    if (startsTurn(walked)) turns += 1;
  }
  return turns;
}

/**
 * What the user says in each turn of a run: as planned, else as recorded. Null: the turn that the
 * offset lies in goes on, with nothing new said.
 */
export async function inputsOf(
  base: ExperimentBase,
  { inputs, turns }: Pick<ExperimentPlan, "inputs" | "turns">,
): Promise<readonly (UserInput | null)[]> {
  const first = base.state.turns.running === null ? [] : [null];
  if (turns === "rest") return first;
  const said = inputs ?? (await recordedInputs(base));
  return [...first, ...said].slice(0, turns ?? Infinity);
}

/** The first words of each user turn that the base began behind the offset. */
async function recordedInputs(base: ExperimentBase): Promise<readonly UserInput[]> {
  const inputs: UserInput[] = [];
  let isWaiting = base.state.turns.running === null;
  for await (const walked of walkRanges(base.source, base.state, base.behind)) {
    if (startsTurn(walked)) isWaiting = true;
    for (const fact of factsOf(walked.event)) {
      if (!isWaiting || fact.type !== "item.recorded" || fact.data.origin !== "user") continue;
      if (fact.data.item.type !== "message") continue;
      inputs.push(fact.data.item.content);
      isWaiting = false;
    }
  }
  return inputs;
}

/** Where nothing says that a turn starts, a user's words do. */
function startsTurn({ event, before, after }: WalkedEvent): boolean {
  if (factsOf(event).some(({ type }) => type === "turn.started")) return true;
  const isSaid = after.turns.newestCounted !== undefined;
  return !isSaid && after.turns.userTurns > before.turns.userTurns;
}
