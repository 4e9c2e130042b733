import { type SessionFragment } from "./fragment.js";
import type { Skill } from "./turn-context.js";
/** The catalogue of skills, within its share of the window (docs/semantics.md §2.10). */
export declare const skillsCatalogue: SessionFragment;
export declare function renderCatalogue(lines: readonly string[]): string;
/** How much of a catalogue found room. */
export interface FittedCatalogue {
    readonly lines: readonly string[];
    /** Characters that each description was cut to; null: none was cut. */
    readonly descriptionLimit: number | null;
    /** Names that found no room. */
    readonly dropped: readonly string[];
}
/**
 * Makes a catalogue fit: descriptions are shortened, all alike, before any skill is dropped, from the
 * end of the list; what was done is said in the list itself. Where not even one skill has room, how
 * many there are is said all the same.
 * @param contextWindow in tokens; the catalogue, markers included, gets 2 % of it, or 8,000 characters
 *   when it is null
 */
export declare function fitCatalogue(skills: readonly Skill[], contextWindow: number | null): FittedCatalogue;
