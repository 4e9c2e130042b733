import { type SessionFragment } from "./fragment.js";
/**
 * Tells a model that the turns before were another model's. Stands first (docs/semantics.md §14.1).
 */
export declare const modelSwitch: SessionFragment;
/** What the agent may do on its own: sandbox, writable roots, approvals. */
export declare const permissions: SessionFragment;
/** Instructions of the application that the agent runs in. */
export declare const developerInstructions: SessionFragment;
/** What is remembered from earlier threads. */
export declare const memorySummary: SessionFragment;
/** How agent and user work together. */
export declare const collaborationMode: SessionFragment;
/** Whether the user speaks and listens live. Says the end too. */
export declare const realtime: SessionFragment;
/** The tone that the user chose. */
export declare const personality: SessionFragment;
/** The apps that are connected. */
export declare const apps: SessionFragment;
/** The plugins that are installed. */
export declare const plugins: SessionFragment;
