import { type EventStore } from "./event-store.js";
/** A store in memory, for tests and for what need not last. Events that it gives out are frozen. */
export declare function memoryStore(): EventStore;
