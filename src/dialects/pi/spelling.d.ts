import type { InputImage, KnownItem } from "../../events/item.js";
import type { SpellableEntry } from "../shared/export-ledger.js";
/** How a message of the user's stands in pi: as the user's, an extension's, or as a summary. */
type Voice = "user" | "extension" | "summary";
/** An item as pi has it, and what tells it apart from the same item elsewhere. */
export interface PiItem {
    readonly item: KnownItem;
    readonly mark?: Voice | "failed";
}
/** What entries are in pi; each is spelled once. */
export declare class Spelling {
    #private;
    of(entry: SpellableEntry): readonly PiItem[];
}
/** True for an image in base 64, as pi has them all. */
export declare function isInline({ image_url: url, blob }: InputImage): boolean;
export {};
