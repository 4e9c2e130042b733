import { modelDisagrees } from "../errors.js";
import type { LogEvent } from "../../events/event.js";
import type { Item, MessageItem, ReasoningItem } from "../../events/item.js";
import type { TurnContext } from "../../runtime/fragments/turn-context.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import { forkThread } from "../../runtime/open-thread.js";
import type { CallPair } from "../arbitraries/calls.js";
import { withCallId } from "../render-history.js";
import { collect } from "../store-contract/contract-case.js";
import { type DrivenThread, wordsOf } from "./driven-thread.js";
import { compacted, ended, withTurn, withWords } from "./thread-model.js";
import { betweenTurns, inTurn, refused, ThreadCommand } from "./thread-command.js";

type Facts = Readonly<Record<string, unknown>>;

/** Starts a turn with a user's words; while one runs it is refused. */
export function startTurn(text: string, facts: Facts): ThreadCommand {
  return new ThreadCommand(`start-turn ${text}${inShort(facts)}`, async (step) => {
    const { model, real } = step;
    if (model.now.isRunning) {
      return refused(step, "turn-running", () => real.thread.startTurn(contextOf(facts)));
    }
    await begin(real, text, facts);
    model.now = withTurn(model.now, text);
  });
}

/** A model's message or reasoning. */
export function recordItem(item: MessageItem | ReasoningItem): ThreadCommand {
  return inTurn(`item ${item.type}`, async ({ model, real }) => {
    await real.turn?.recordModelItems(item);
    model.now = withWords(model.now, [wordsOf(item)]);
  });
}

/** Calls, all of them first, then the outputs of those that are answered (0 leaves one open). */
export function recordCalls(drawn: readonly (readonly [CallPair, number])[]): ThreadCommand {
  return inTurn(`calls ${drawn.length}`, async ({ model, real }) => {
    const head = real.thread.state.log.head;
    const named = (item: Item, index: number): Item => withCallId(item, `call-${head}-${index}`);
    const calls = drawn.map(([[call]], index) => named(call, index));
    const outputs = drawn.flatMap(([[, output], answered], index) =>
      answered === 0 ? [] : [named(output, index)],
    );
    await real.turn?.recordModelItems(...calls);
    await real.turn?.record(...outputs.map((item) => ({ item, origin: "tool" as const })));
    model.now = withWords(model.now, [...calls, ...outputs].map(wordsOf));
  });
}

export function endTurn(outcome: "completed" | "aborted"): ThreadCommand {
  return inTurn(`end-turn ${outcome}`, async ({ model, real }) => {
    await (outcome === "completed" ? real.turn?.complete() : real.turn?.abort("interrupted"));
    model.now = ended(model.now);
  });
}

export function wholeTurn(text: string, facts: Facts, answer: MessageItem): ThreadCommand {
  return betweenTurns(`whole-turn ${text}${inShort(facts)}`, async ({ model, real }) => {
    await begin(real, text, facts);
    await real.turn?.recordModelItems(answer);
    await real.turn?.complete();
    model.now = ended(withWords(withTurn(model.now, text), [wordsOf(answer)]));
  });
}

/** A checkpoint between turns. */
export const compact = betweenTurns("compact", async ({ model, real }) => {
  const done = await real.thread.compact({ strategy: "summary", summarize: () => "in short" });
  if (done.kind === "compacted") model.now = compacted(model.now);
  else if (model.now.words.length > 0) {
    throw modelDisagrees("compact", `nothing was compacted: ${done.reason}`);
  }
});

/**
 * Goes on in a fork, from a place after one of the commands; its parent stays as it was.
 * @param isByParent the thread makes it, with what it knows; else it is made from what is stored
 */
export function fork(share: number, isByParent: boolean): ThreadCommand {
  return new ThreadCommand(
    `fork ${share}${isByParent ? " by its parent" : ""}`,
    async ({ model, real }) => {
      const place = model.boundaries[Math.floor(share * (model.boundaries.length - 1))];
      if (place === undefined) return;
      const parent = real.thread;
      const head = parent.state.log.head;
      parent.prompt(); // the fork's goes on from it
      const at = { at: place.offset };
      const made = isByParent ? parent.fork(at) : forkThread(parent.id, real.options, at);
      real.goOnWith(await made);
      const [prompt, cold] = [real.thread.prompt(), projectPrompt(real.thread.state)];
      if (JSON.stringify(prompt) !== JSON.stringify(cold)) {
        throw modelDisagrees("fork", "its prompt is not what its state gives");
      }
      const parentHead = await real.options.store.head(parent.id);
      if (parentHead !== head) {
        throw modelDisagrees("fork", `its parent's head went from ${head} to ${parentHead}`);
      }
      model.fork(place);
    },
    ({ boundaries }) => boundaries.length > 0,
  );
}

/** The process is gone in the middle of a write; another goes on. What was acknowledged counts. */
export function crash(tornShare: number): ThreadCommand {
  return new ThreadCommand(`crash ${tornShare}`, async ({ model, real }) => {
    await real.crash(tornShare);
    model.now = ended(model.now);
  });
}

/** The thread is closed and gone on with. */
export const resume = new ThreadCommand("resume", async ({ model, real }) => {
  await real.thread.close();
  await real.resume();
  model.now = ended(model.now);
});

/** Readers are at their first events, in the middle and at the end while a turn is written. */
export function readWhileWriting(text: string, first: number): ThreadCommand {
  return betweenTurns(
    `read-while-writing ${text}, ${first} events first`,
    async ({ name, model, real }) => {
      const acknowledged = real.thread.state.log.head;
      const reader = real.thread.source.read()[Symbol.asyncIterator]();
      const seen = await readSome(reader, first);
      const [, ...others] = await Promise.all([
        begin(real, text, {}),
        collect(real.thread.source.read()),
        collect(real.thread.source.read()),
      ]);
      await real.turn?.complete();
      seen.push(...(await readSome(reader, Infinity)));
      model.now = ended(withTurn(model.now, text));
      await real.check(model, name);
      for (const events of [seen, ...others]) real.checkReader(events, acknowledged, name);
    },
  );
}

async function begin(real: DrivenThread, text: string, facts: Facts): Promise<void> {
  const context = contextOf(facts);
  real.turn = await real.thread.startTurn(context);
  await real.turn.recordUserInput(text);
  checkTold(real, context);
}

function contextOf(facts: Facts): TurnContext {
  return { model: "model-a", facts };
}

async function readSome(reader: AsyncIterator<LogEvent>, count: number): Promise<LogEvent[]> {
  const seen: LogEvent[] = [];
  while (seen.length < count) {
    const next = await reader.next();
    if (next.done === true) break;
    seen.push(next.value);
  }
  return seen;
}

function inShort(facts: Facts): string {
  const text = JSON.stringify(facts);
  return text === "{}" ? "" : ` ${text}`;
}

/**
 * The lifetimes of your own fragments (docs/semantics.md §14.2): what a session fragment has to
 * say is in the ledger while its turn runs, and what one request was told never does.
 */
function checkTold({ own, thread }: DrivenThread, context: TurnContext): void {
  const texts = ledgerTexts(thread.state);
  for (const draws of own.fragments ?? []) {
    const isThere = texts.some((text) => draws.fragment.recognise(text));
    const { kind } = draws.fragment;
    if (draws.lifetime === "prompt" && isThere) {
      throw modelDisagrees("start-turn", `fragment ${kind} lives for a request, and was recorded`);
    }
    if (draws.lifetime !== "session" || isThere) continue;
    const input = { context, changed: null, withdrawn: new Set<string>(), previousTurn: null };
    if (draws.fragment.render(input) === null) continue;
    throw modelDisagrees("start-turn", `the model was not told what fragment ${kind} says`);
  }
}

function ledgerTexts({ ledger }: ThreadState): readonly string[] {
  return [...ledger.entries].flatMap(({ item, origin }) => {
    if (origin !== "runtime" || item.type !== "message") return [];
    return item.content.flatMap((part) => (part.type === "input_text" ? [part.text] : []));
  });
}
