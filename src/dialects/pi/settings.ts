import type { Envelope } from "../../events/envelope.js";
import type { Fact } from "../../events/event.js";

/** What a branch is set to at some place of it; null: nothing said so. */
export interface Settings {
  readonly provider: string | null;
  readonly model: string | null;
  /** The thinking level. */
  readonly effort: string | null;
  readonly cwd: string | null;
}

export const NO_SETTINGS: Settings = { provider: null, model: null, effort: null, cwd: null };

/** The settings after a change; the same ones where nothing changes. */
export function changeSettings(before: Settings, change: Partial<Settings>): Settings {
  const { provider = before.provider, model = before.model, effort = before.effort } = change;
  const isSame = provider === before.provider && model === before.model && effort === before.effort;
  return isSame ? before : { ...before, provider, model, effort };
}

/** Tells settings. @returns null when there are none to tell */
export function contextFact({ provider, model, effort, cwd }: Settings): Fact | null {
  if (model === null && effort === null) return null;
  const envelope: Envelope = {
    ...(model !== null && { model }),
    ...(provider !== null && { provider }),
    ...(cwd !== null && { cwd }),
    ...(effort !== null && { effort }),
  };
  const previousTurn = { model, realtimeActive: null };
  const data = { mode: "observed" as const, items: [], fragments: [], envelope };
  return {
    type: "context.injected",
    data: model === null ? data : { ...data, previousTurn },
  };
}
