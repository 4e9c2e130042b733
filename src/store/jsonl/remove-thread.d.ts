import { type Place } from "./home.js";
/**
 * Removes a rollout, what stands beside it (torn copies, sidecar), and then the blobs that it named
 * and nobody else does. A blob that was stored again after the thread's last change is left to
 * garbage collection: somebody may be about to name it. Under the thread's lease.
 */
export declare function removeThread(place: Place, rollout: string): Promise<void>;
