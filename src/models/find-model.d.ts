import type { ModelInfo } from "./model-info.js";
/** Models by id. A table never changes; `defineModels` makes another. */
export type ModelTable = ReadonlyMap<string, ModelInfo>;
/** The models that are known without anybody's help. */
export declare const KNOWN_MODELS: ModelTable;
/** A model of one's own: what is absent is taken from the entry of that id, or from the defaults. */
export type ModelDefinition = Partial<ModelInfo> & {
    readonly id: string;
};
/** What is known of an id, and how sure that is. */
export interface FoundModel {
    readonly model: ModelInfo;
    /** `exact`; `variant`: the same model under a date, alias or namespace; `family`: an entry that the id begins with; `default`: unknown. */
    readonly match: "exact" | "variant" | "family" | "default";
    /** The entry's id; null: there is none. */
    readonly entry: string | null;
    /** What people should know of a match that is not sure; null: nothing. */
    readonly notice: string | null;
}
/**
 * A table with entries added or overridden.
 * @param definitions later ones win; an id that the table has keeps the facts not given
 */
export declare function defineModels(definitions: readonly ModelDefinition[], table?: ModelTable): ModelTable;
/**
 * What is known of a model. An id may carry a date, a version of its alias (`-latest`, `@…`), a
 * namespace (`openai/…`) or be an entry's name with something behind it. Never fails: an unknown id
 * gets the defaults (text and images, no window, 10,000 bytes of tool output) and a notice.
 */
export declare function findModel(id: string, table?: ModelTable): FoundModel;
/** Ids of a table that are spelled most like this one, nearest first. */
export declare function nearestModels(id: string, table?: ModelTable, count?: number): readonly string[];
