import type { FragmentRegistry } from "../fragments/registry.js";

/** None: a conversation's model is told nothing but what its owner says. */
export const CONVERSATION_FRAGMENTS: FragmentRegistry = { session: [] };
