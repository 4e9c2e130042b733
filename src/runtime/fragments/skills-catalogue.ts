import { tokensOfText } from "../../events/bytes.js";
import { findModel } from "../../models/find-model.js";
import { developerFragment, tagged } from "./fragment.js";
import type { Skill, TurnContext } from "./turn-context.js";

const AVAILABLE_SKILLS = "<available_skills>";
const NONE = "No skills are available.";
const HOW_TO = "Skills that can be used; read a skill's file before using it:";

/** The catalogue of skills, within its share of the window (docs/semantics.md §2.10). */
export const skillsCatalogue = developerFragment({
  kind: "skills",
  facts: ["skills"],
  open: AVAILABLE_SKILLS,
  withdrawn: NONE,
  body({ context }) {
    const { skills } = context;
    if (skills?.length === 0) return NONE;
    return skills && listing(fitCatalogue(skills, windowOf(context)).lines);
  },
});

/** In tokens, as the turn says, else as the model is known to have; null: nobody knows. */
function windowOf({ contextWindow, model }: TurnContext): number | null {
  return contextWindow ?? findModel(model).model.contextWindow;
}

export function renderCatalogue(lines: readonly string[]): string {
  return tagged(AVAILABLE_SKILLS, listing(lines));
}

function listing(lines: readonly string[]): string {
  return [HOW_TO, ...lines].join("\n");
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
 * Makes a catalogue fit: descriptions are shortened, all alike, before any skill is dropped, from the
 * end of the list; what was done is said in the list itself. Where not even one skill has room, how
 * many there are is said all the same.
 * @param contextWindow in tokens; the catalogue, markers included, gets 2 % of it, or 8,000 characters
 *   when it is null
 */
export function fitCatalogue(
  skills: readonly Skill[],
  contextWindow: number | null,
): FittedCatalogue {
  const fits = (lines: readonly string[]): boolean => {
    const text = renderCatalogue(lines);
    if (contextWindow === null) return Array.from(text).length <= 8000;
    return tokensOfText(text) <= Math.floor((contextWindow * 2) / 100);
  };
  const whole = skills.map((skill) => renderSkill(skill, null));
  if (fits(whole)) return { lines: whole, descriptionLimit: null, dropped: [] };
  for (const limit of DESCRIPTION_LIMITS) {
    const lines = [...skills.map((skill) => renderSkill(skill, limit)), SHORTENED];
    if (fits(lines)) return { lines, descriptionLimit: limit, dropped: [] };
  }
  return dropSkills(skills, fits);
}

const SHORTENED = "(Descriptions are shortened to fit.)";

function dropSkills(
  skills: readonly Skill[],
  fits: (lines: readonly string[]) => boolean,
): FittedCatalogue {
  const names = skills.map((skill) => renderSkill(skill, 0));
  let least = 0;
  let most = skills.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits([...names.slice(0, middle), droppedLine(skills.length - middle)])) least = middle;
    else most = middle - 1;
  }
  return {
    lines: [...names.slice(0, least), droppedLine(skills.length - least)],
    descriptionLimit: 0,
    dropped: skills.slice(least).map(({ name }) => name),
  };
}

function droppedLine(count: number): string {
  return `(${count} more without room here; descriptions are left out.)`;
}

function renderSkill({ name, description, path }: Skill, limit: number | null): string {
  const words = limit === null ? description : shorten(description, limit);
  return words === "" ? `- ${name} (${path})` : `- ${name}: ${words} (${path})`;
}

function shorten(text: string, limit: number): string {
  const chars = Array.from(text);
  if (chars.length <= limit) return text;
  return limit === 0 ? "" : `${chars.slice(0, limit - 1).join("")}…`;
}
