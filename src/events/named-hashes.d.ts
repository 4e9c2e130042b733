import type { LogEvent } from "./event.js";
/**
 * The blobs that an event names: images, originals of bounded outputs, texts too large for the log.
 * @returns each hash once
 */
export declare function namedHashes(event: LogEvent): ReadonlySet<string>;
