import type { ThreadConfiguration } from "../events/slices.js";
import type { FoldedEvent, ThreadInfo } from "./thread-state.js";
import { changes } from "./fact-slices.js";

/** Whose thread this is, and what it is set to; null before it started. */
export function reduceThread(state: ThreadInfo | null, event: FoldedEvent): ThreadInfo | null {
  if (state !== null) return changeThread(state, event);
  return event.type === "thread.started" ? startThread(event) : null;
}

function startThread(event: FoldedEvent & { readonly type: "thread.started" }): ThreadInfo {
  const { threadId, cwd, source, memoryMode, title } = event.data;
  const settings = { instructions: null, tools: null, configuration: {}, forked: null };
  return { threadId, cwd, source, memoryMode, title, startedAt: event.at, ...settings };
}

function changeThread(state: ThreadInfo, event: FoldedEvent): ThreadInfo {
  const { offset } = event;
  if (!changes(event, "thread")) return state;
  switch (event.type) {
    case "thread.forked": {
      const { threadId, from, title = state.title } = event.data;
      return { ...state, threadId, title, startedAt: event.at, forked: { at: offset, from } };
    }
    case "thread.renamed":
      return state.title === event.data.title ? state : { ...state, title: event.data.title };
    case "thread.configured":
      return { ...state, configuration: configure(state.configuration, event.data) };
    case "instructions.set": {
      const { hash, text } = event.data;
      return { ...state, instructions: { offset, hash, text } };
    }
    case "tools.declared": {
      const { hash, tools } = event.data;
      return { ...state, tools: { offset, hash, tools } };
    }
    case "thread.started": // a thread starts once
      return state;
  }
}

function configure(before: ThreadConfiguration, change: ThreadConfiguration): ThreadConfiguration {
  const said = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(said) };
}
