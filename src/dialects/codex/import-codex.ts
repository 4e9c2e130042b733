import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import { completeCheckpoint } from "../../reducers/complete-checkpoint.js";
import { rollbackOf } from "../../reducers/fold-event.js";
import { ForwardReplay } from "../../reducers/forward-replay.js";
import { stateAt } from "../../reducers/replay.js";
import type { ByteSource } from "../byte-source.js";
import { codexForm } from "./codex-form.js";
import { decodeKept, type KeepingOptions } from "../keeping/decode-kept.js";

/**
 * The events that an import appends to a store: those of `decodeKept`, with all that a reader who
 * comes from the end needs in each checkpoint (design.md law 8). With `stored` (what
 * `compareWithStored` told) only those that are new.
 *
 * @param source the same content as events, for states that have to be read again
 */
export async function* importCodex(
  content: ByteSource,
  source: EventSource,
  options: KeepingOptions,
): AsyncGenerator<RefoldEvent, void, undefined> {
  const head = options.stored?.head ?? 0;
  const replay = new ForwardReplay(source);
  if (head > 0)
    for await (const event of source.read({ from: 0, to: head - 1 })) await replay.take(event);
  for await (const event of decodeKept(content, codexForm, options)) {
    const complete = hasCheckpoint(event) ? await completed(event, replay, source) : event;
    const reading = replay.take(complete);
    if (reading !== undefined) await reading;
    yield complete;
  }
}

async function completed(
  event: RefoldEvent,
  replay: ForwardReplay,
  source: EventSource,
): Promise<RefoldEvent> {
  const to = rollbackOf(event);
  return completeCheckpoint(event, to === null ? replay.state : await stateAt(source, to));
}

function hasCheckpoint({ type, derived }: RefoldEvent): boolean {
  if (type === "history.compacted") return true;
  return derived?.some((fact) => fact.type === "history.compacted") ?? false;
}
