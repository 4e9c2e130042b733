import { rankNames } from "../nearest-names.js";
import { defaultModel, MODELS } from "./known-models.js";
import type { ModelInfo } from "./model-info.js";

/** Models by id. A table never changes; `defineModels` makes another. */
export type ModelTable = ReadonlyMap<string, ModelInfo>;

/**
 * The models that this version knows, by id. Each entry names its source and the date on which it was
 * read (`source`, `date`).
 */
export const KNOWN_MODELS: ModelTable = new Map(MODELS.map((model) => [model.id, model]));

/** A model of your own: what is absent is taken from the entry of that id, or from the defaults. */
export type ModelDefinition = Partial<ModelInfo> & { readonly id: string };

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
 * A table with entries added or overridden. The given table is not changed.
 * @param definitions later ones win; for an id that the table has, absent members keep their values
 */
export function defineModels(
  definitions: readonly ModelDefinition[],
  table: ModelTable = KNOWN_MODELS,
): ModelTable {
  const models = new Map(table);
  for (const definition of definitions) {
    const known = models.get(definition.id) ?? defaultModel(definition.id);
    models.set(definition.id, { ...known, source: "defined by the caller", ...definition });
  }
  return models;
}

/**
 * What is known of a model. An id may carry a date, a version of its alias (`-latest`, `@…`), a
 * namespace (`openai/…`) or be an entry's name with something after it. Never fails: an unknown id
 * gets the defaults (text and images, no window, 10,000 bytes of tool output) and a notice.
 */
export function findModel(id: string, table: ModelTable = KNOWN_MODELS): FoundModel {
  const exact = table.get(id);
  if (exact !== undefined) return { model: exact, match: "exact", entry: id, notice: null };
  for (const spelling of spellingsOf(id)) {
    const same = table.get(spelling);
    if (same !== undefined) return found(id, same, "variant");
  }
  for (const spelling of spellingsOf(id)) {
    const parent = longestEntry(spelling, table);
    if (parent !== undefined) return found(id, parent, "family");
  }
  const nearest = nearestModels(id, table).join(", ");
  const notice = `nothing is known of model ${id}: defaults are used (similar: ${nearest})`;
  return { model: defaultModel(id), match: "default", entry: null, notice };
}

/** The ids of a table that are spelled most like this one, nearest first; at most `count`. */
export function nearestModels(
  id: string,
  table: ModelTable = KNOWN_MODELS,
  count = 3,
): readonly string[] {
  return rankNames(id, table.keys()).slice(0, count);
}

function found(id: string, model: ModelInfo, match: "variant" | "family"): FoundModel {
  const notice =
    match === "family" ? `model ${id} has no entry of its own: that of ${model.id} is used` : null;
  return { model: { ...model, id }, match, entry: model.id, notice };
}

/** The id without namespace, date and alias, in the spellings that gateways use. */
function spellingsOf(id: string): readonly string[] {
  const bare = id.slice(id.lastIndexOf("/") + 1).replace(/^(?:[a-z]+\.)?anthropic\./, "");
  const dashed = bare.startsWith("claude") ? bare.replaceAll(".", "-") : bare;
  return [bare, dashed, undated(bare), undated(dashed)];
}

function undated(id: string): string {
  return id
    .replace(/[:@[].*$/, "")
    .replace(/-v\d+$/, "")
    .replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|\d{4}|\d{3}|latest|preview(?:-\d{2}-\d{2,4})?)$/, "");
}

/** An entry that the id begins with, unless what follows is another version's number. */
function longestEntry(id: string, table: ModelTable): ModelInfo | undefined {
  let longest: ModelInfo | undefined;
  for (const model of table.values()) {
    if (!id.startsWith(model.id) || !/^-(?!\d{1,2}(?:\D|$))/.test(id.slice(model.id.length))) {
      continue;
    }
    if (longest === undefined || model.id.length > longest.id.length) longest = model;
  }
  return longest;
}
