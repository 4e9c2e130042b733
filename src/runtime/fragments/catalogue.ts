import { tokensOfText } from "../../events/bytes.js";
import { findModel } from "../../models/find-model.js";
import { counted } from "../../projections/figures.js";
import { truncateText } from "../../reducers/truncate-text.js";
import { developerFragment, type SessionFragment, tagged } from "./fragment.js";
import type { Capability, Skill, TurnContext } from "./turn-context.js";

/** What a catalogue lists. */
type Listed = Capability & Partial<Pick<Skill, "path">>;

/** What the model may make use of: told within its share of the window (docs/semantics.md §2.10). */
interface Catalogue {
  readonly kind: "apps" | "plugins" | "skills";
  readonly open: string;
  readonly heading: string;
  readonly none: string;
}

export const APPS: Catalogue = {
  kind: "apps",
  open: "<available_apps>",
  heading: "Apps that are connected and can be used:",
  none: "No apps are connected.",
};

export const PLUGINS: Catalogue = {
  kind: "plugins",
  open: "<available_plugins>",
  heading: "Plugins that are installed:",
  none: "No plugins are installed.",
};

export const SKILLS: Catalogue = {
  kind: "skills",
  open: "<available_skills>",
  heading: "Skills that can be used; read a skill's file before using it:",
  none: "No skills are available.",
};

export function catalogueFragment(catalogue: Catalogue): SessionFragment {
  const { kind, open, none } = catalogue;
  const listOf = (context: TurnContext): readonly Listed[] | undefined => context[kind];
  return developerFragment({
    kind,
    facts: [kind],
    open,
    withdrawn: none,
    body({ context }) {
      const list = listOf(context);
      if (list?.length === 0) return none;
      return list && listing(catalogue, fitCatalogue(catalogue, list, windowOf(context)).lines);
    },
    leftOut(context) {
      const list = listOf(context) ?? [];
      return leftOutWords(kind, list, fitCatalogue(catalogue, list, windowOf(context)));
    },
  });
}

function leftOutWords(
  kind: Catalogue["kind"],
  list: readonly Listed[],
  { descriptionLimit, dropped }: FittedCatalogue,
): string | null {
  if (descriptionLimit === null) return null;
  if (dropped.length > 0) {
    return `${dropped.length} of ${list.length} ${kind} (${dropped.join(", ")}), and all descriptions`;
  }
  const limit = descriptionLimit === 0 ? "" : ` beyond ${descriptionLimit} characters`;
  return `descriptions of ${kind}${limit}`;
}

/** In tokens, as the turn says, else as the model is known to have; null: nobody knows. */
function windowOf({ contextWindow, model }: TurnContext): number | null {
  return contextWindow ?? findModel(model).model.contextWindow;
}

/** Whether a fragment, markers included, keeps to its share of the window. */
function hasRoom(text: string, contextWindow: number | null): boolean {
  if (contextWindow === null) return Array.from(text).length <= UNKNOWN_ROOM;
  return tokensOfText(text) <= roomIn(contextWindow);
}

const UNKNOWN_ROOM = 8000;

function roomIn(contextWindow: number): number {
  return Math.floor((contextWindow * 2) / 100);
}

export function renderCatalogue(catalogue: Catalogue, lines: readonly string[]): string {
  return tagged(catalogue.open, listing(catalogue, lines));
}

function listing({ heading }: Catalogue, lines: readonly string[]): string {
  return [heading, ...lines].join("\n");
}

/** How much of a catalogue found room. */
export interface FittedCatalogue {
  readonly lines: readonly string[];
  /** Characters that each description was cut to; null: none was cut. */
  readonly descriptionLimit: number | null;
  /** Names that found no room. */
  readonly dropped: readonly string[];
}

const DESCRIPTION_LIMITS = [400, 200, 100, 50, 0];

/**
 * Makes a catalogue fit: descriptions are shortened, all alike, before anything is dropped, from the
 * end of the list; what was done is said in the list itself. Where not even one entry has room, how
 * many there are is said all the same.
 * @param contextWindow in tokens; the catalogue, markers included, gets 2 % of it, or 8,000 characters
 *   when it is null
 */
export function fitCatalogue(
  catalogue: Catalogue,
  list: readonly Listed[],
  contextWindow: number | null,
): FittedCatalogue {
  const fits = (lines: readonly string[]): boolean =>
    hasRoom(renderCatalogue(catalogue, lines), contextWindow);
  const whole = list.map((listed) => renderListed(listed, null));
  if (fits(whole)) return { lines: whole, descriptionLimit: null, dropped: [] };
  for (const limit of DESCRIPTION_LIMITS) {
    const lines = [...list.map((listed) => renderListed(listed, limit)), SHORTENED];
    if (fits(lines)) return { lines, descriptionLimit: limit, dropped: [] };
  }
  return dropListed(list, fits);
}

const SHORTENED = "(Descriptions are shortened to fit.)";

function dropListed(
  list: readonly Listed[],
  fits: (lines: readonly string[]) => boolean,
): FittedCatalogue {
  const names = list.map((listed) => renderListed(listed, 0));
  let least = 0;
  let most = list.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits([...names.slice(0, middle), droppedLine(list.length - middle)])) least = middle;
    else most = middle - 1;
  }
  return {
    lines: [...names.slice(0, least), droppedLine(list.length - least)],
    descriptionLimit: 0,
    dropped: list.slice(least).map(({ name }) => name),
  };
}

function droppedLine(count: number): string {
  return `(${count} more without room here; descriptions are left out.)`;
}

function renderListed({ name, description = "", path }: Listed, limit: number | null): string {
  const words = limit === null ? description : shorten(description, limit);
  const told = words === "" ? name : `${name}: ${words}`;
  return path === undefined ? `- ${told}` : `- ${told} (${path})`;
}

function shorten(text: string, limit: number): string {
  const chars = Array.from(text);
  if (chars.length <= limit) return text;
  return limit === 0 ? "" : `${chars.slice(0, limit - 1).join("")}…`;
}

const MEMORY = "<memory_summary>";
/** More than the markers of a memory and of its cut take. */
const FRAME_TOKENS = 24;

/** What is remembered from earlier threads: head and tail, where it has no room as a whole. */
export const memorySummary = developerFragment({
  kind: "memory",
  facts: ["memory"],
  open: MEMORY,
  withdrawn: "What was remembered from earlier threads is to be left out of account.",
  body: ({ context }) => context.memory && fitMemory(context.memory, windowOf(context)),
  leftOut(context) {
    const { memory = "" } = context;
    const left = tokensOfText(memory) - tokensOfText(fitMemory(memory, windowOf(context)));
    return left <= 0 ? null : `${counted(left, "token")} of the memory`;
  },
});

/** A memory, cut in the middle to its share of the window. */
export function fitMemory(memory: string, contextWindow: number | null): string {
  if (hasRoom(tagged(MEMORY, memory), contextWindow)) return memory;
  const room = contextWindow === null ? UNKNOWN_ROOM / 4 : roomIn(contextWindow);
  return truncateText(memory, { mode: "tokens", limit: Math.max(0, room - FRAME_TOKENS) }).text;
}
