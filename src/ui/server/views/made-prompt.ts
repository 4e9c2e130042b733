import type { RefoldEvent } from "../../../events/event.js";
import { isKnownEvent } from "../../../events/known-event.js";
import { continuePrompt, projectPrompt } from "../../../projections/prompt/project-prompt.js";
import type { Prompt, PromptItem, PromptRepair } from "../../../projections/prompt/prompt.js";
import { requestMaker } from "../../../projections/providers/request-maker.js";
import { explainItem, settledParts, type ToldPart } from "../../../projections/views/explain.js";
import type { ThreadState } from "../../../reducers/thread-state.js";
import { type RequestWish, targetOf } from "../../../sessions/session-request.js";
import type { Failure } from "../../api.js";
import { toFailure } from "../failures.js";
import { RecentlyUsed } from "../../../recently-used.js";
import type { OpenedSession } from "../opened-session.js";

/** Whose prompt is asked for; empty: the session's own. */
export interface PromptWish {
  readonly at: number;
  readonly provider: string;
  readonly model: string;
}

/** A part of a prompt, and the item that it is of; null: it stands outside of the items. */
export interface MadePart {
  readonly told: ToldPart;
  readonly item: PromptItem | null;
}

/** A prompt, part by part. */
export interface MadePrompt {
  readonly state: ThreadState;
  readonly prompt: Prompt;
  readonly parts: readonly MadePart[];
  readonly provider: string;
  readonly repairs: readonly PromptRepair[];
  /** Why the provider takes no such body; null: it does. */
  readonly refused: Failure["error"] | null;
}

/** Prompts that one may come back to, or go on from. */
const KEPT_PROMPTS = 8;
const KEPT = new WeakMap<OpenedSession, RecentlyUsed<string, MadePrompt>>();

/** The prompt of a session at an offset; one that was made for it lately is not made again. */
export async function makePrompt(opened: OpenedSession, wish: PromptWish): Promise<MadePrompt> {
  const kept = KEPT.get(opened) ?? new RecentlyUsed<string, MadePrompt>();
  KEPT.set(opened, kept);
  const { at, provider, model } = wish;
  const name = JSON.stringify([at, provider, model]);
  const known = kept.get(name);
  if (known !== undefined) return known;
  const state = await opened.stateAt(at);
  const prompt = projectOn(state, wishOf(wish), kept);
  const parts = await partsOf(opened, state, prompt);
  const made = { state, prompt, parts, ...requestOf(prompt, provider) };
  kept.set(name, made).keep(KEPT_PROMPTS);
  return made;
}

/** As `refold prompt` takes it. */
export function wishOf({ provider, model }: PromptWish): RequestWish {
  return { ...(provider !== "" && { provider }), ...(model !== "" && { model }) };
}

/** One step further costs what the step brought. */
function projectOn(
  state: ThreadState,
  wish: RequestWish,
  kept: RecentlyUsed<string, MadePrompt>,
): Prompt {
  const target = targetOf(wish, state);
  const wanted = JSON.stringify(target);
  for (const { prompt } of [...kept.values()].reverse()) {
    const isOlder = prompt.upTo <= state.log.head;
    if (isOlder && JSON.stringify(prompt.requested) === wanted) {
      return continuePrompt(prompt, state);
    }
  }
  return projectPrompt(state, target);
}

const TOLD = new WeakMap<PromptItem, readonly MadePart[]>();

async function partsOf(
  opened: OpenedSession,
  state: ThreadState,
  prompt: Prompt,
): Promise<readonly MadePart[]> {
  const parts: MadePart[] = settledParts(state).map((told) => ({ told, item: null }));
  for (const item of prompt.items) {
    let told = TOLD.get(item);
    if (told === undefined) {
      const event = Array.isArray(item.ref) ? await knownEvent(opened, item.ref[0]) : undefined;
      told = explainItem(item, event).map((one) => ({ told: one, item }));
      TOLD.set(item, told);
    }
    parts.push(...told);
  }
  return parts;
}

const EVENTS = new WeakMap<OpenedSession, RecentlyUsed<number, RefoldEvent | null>>();
const KEPT_EVENTS = 64;

async function knownEvent(opened: OpenedSession, offset: number): Promise<RefoldEvent | undefined> {
  const kept = EVENTS.get(opened) ?? new RecentlyUsed<number, RefoldEvent | null>();
  EVENTS.set(opened, kept);
  const known = kept.get(offset);
  if (known !== undefined) return known ?? undefined;
  const [event] = await opened.eventsIn(offset, 1);
  const found = event !== undefined && isKnownEvent(event) ? event : null;
  kept.set(offset, found).keep(KEPT_EVENTS);
  return found ?? undefined;
}

/** The body itself is made when it is asked for; here pictures are placeholders, which is no repair. */
function requestOf(prompt: Prompt, wanted: string): Omit<MadePrompt, "state" | "prompt" | "parts"> {
  const maker = requestMaker(wanted === "" ? undefined : wanted, prompt);
  const provider = maker.name;
  const own = prompt.repairs.toArray();
  try {
    const { repairs } = maker.toRequest(prompt, { blobs: new Map(), missingBlobs: "placeholder" });
    const others = repairs.filter(({ kind }) => kind !== "blob-missing");
    return { provider, repairs: [...own, ...others], refused: null };
  } catch (error) {
    return { provider, repairs: own, refused: toFailure(error).body.error };
  }
}
