import { invalidArgument } from "../errors.js";
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
  const found = findEntry(id, table);
  if (found === null) {
    const nearest = nearestModels(id, table).join(", ");
    const notice = `nothing is known of model ${id}: defaults are used (similar: ${nearest})`;
    return { model: defaultModel(id), match: "default", entry: null, notice };
  }
  const { value, entry, match } = found;
  const isSure = match !== "family";
  const notice = isSure ? null : `model ${id} has no entry of its own: that of ${entry} is used`;
  return { model: match === "exact" ? value : { ...value, id }, match, entry, notice };
}

/** An entry that a model's id names. */
interface FoundEntry<Value> {
  readonly value: Value;
  readonly entry: string;
  readonly match: "exact" | "variant" | "family";
}

/**
 * What a table of models has of an id, in the spellings that providers and gateways use.
 * @throws {RefoldError} `invalid-argument`: the id is no text
 */
export function findEntry<Value>(
  id: string,
  table: ReadonlyMap<string, Value>,
): FoundEntry<Value> | null {
  if (typeof id !== "string") throw invalidArgument("a model's id is no text", "Give `model`.");
  const exact = table.get(id);
  if (exact !== undefined) return { value: exact, entry: id, match: "exact" };
  const spellings = spellingsOf(id);
  for (const spelling of spellings) {
    const same = table.get(spelling);
    if (same !== undefined) return { value: same, entry: spelling, match: "variant" };
  }
  for (const spelling of spellings) {
    const parent = longestEntry(spelling, table);
    if (parent !== null) return { ...parent, match: "family" };
  }
  return null;
}

/** The ids of a table that are spelled most like this one, nearest first; at most `count`. */
export function nearestModels(
  id: string,
  table: ReadonlyMap<string, unknown> = KNOWN_MODELS,
  count = 3,
): readonly string[] {
  return rankNames(id, table.keys()).slice(0, count);
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
function longestEntry<Value>(
  id: string,
  table: ReadonlyMap<string, Value>,
): Omit<FoundEntry<Value>, "match"> | null {
  let longest: Omit<FoundEntry<Value>, "match"> | null = null;
  for (const [entry, value] of table) {
    if (!id.startsWith(entry) || !/^-(?!\d{1,2}(?:\D|$))/.test(id.slice(entry.length))) continue;
    if (longest === null || entry.length > longest.entry.length) longest = { value, entry };
  }
  return longest;
}
