import type { ByteSource } from "../dialects/shared/byte-source.js";
/**
 * Recognises a rollout of our own by its content: one of its first lines has the form of an event,
 * or it is an archive of such lines.
 * @param firstBytes of the file; the last line may be cut
 */
export declare function isOwnRollout(firstBytes: Uint8Array): boolean;
/**
 * Whether a file is a bundle. What reads bundles is loaded only where its beginning allows for one.
 * @param firstBytes of the file as it stands
 */
export declare function holdsBundle(bytes: ByteSource, firstBytes: Uint8Array): Promise<boolean>;
