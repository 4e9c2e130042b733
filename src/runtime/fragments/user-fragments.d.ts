import { type SessionFragment } from "./fragment.js";
/** The project's own instructions for agents, with the folder that they speak for, nearest last. */
export declare const agentsInstructions: SessionFragment;
/** Where the agent works: one element a fact; a diff names only the facts that changed. */
export declare const environment: SessionFragment;
