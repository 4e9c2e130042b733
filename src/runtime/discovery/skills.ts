import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import type { Skill } from "../fragments/turn-context.js";

const FILE_NAME = "SKILL.md";
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;
const Header = z.looseObject({ name: z.string().min(1), description: z.string() });

export interface SkillDiscovery {
  /** In the order of their names. */
  readonly skills: readonly Skill[];
  /** Folders whose SKILL.md could not be used, and why. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Finds the skills in folders: each sub-folder with a SKILL.md whose front matter has `name` and
 * `description`. Of two skills with one name the first found stands.
 */
export function discoverSkills(folders: readonly string[]): SkillDiscovery {
  const skills = new Map<string, Skill>();
  const refused: { path: string; reason: string }[] = [];
  for (const path of folders.flatMap(skillFiles)) {
    const header = readHeader(path);
    if (typeof header === "string") refused.push({ path, reason: header });
    else if (skills.has(header.name)) {
      refused.push({ path, reason: `a skill named "${header.name}" was found before` });
    } else skills.set(header.name, { ...header, path });
  }
  const byName = (a: Skill, b: Skill): number => (a.name < b.name ? -1 : 1);
  return { skills: [...skills.values()].sort(byName), refused };
}

/** A skill's text without its front matter, for injecting it in full. */
export function readSkill({ path }: Skill): string {
  return readFileSync(path, "utf8").replace(FRONT_MATTER, "").trim();
}

/** The skills that a user's text mentions as `$name`, each once, in the order of mention. */
export function mentionedSkills(text: string, skills: readonly Skill[]): readonly Skill[] {
  const names = new Set(
    [...text.matchAll(/\$([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu)].map((match) => match[1]),
  );
  return [...names].flatMap((name) => skills.find((skill) => skill.name === name) ?? []);
}

function skillFiles(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name, FILE_NAME))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** @returns the header, or what is wrong with it */
function readHeader(path: string): { name: string; description: string } | string {
  const match = FRONT_MATTER.exec(readFileSync(path, "utf8"));
  if (match === null) return "no front matter between two lines of ---";
  try {
    const header = Header.safeParse(parse(match[1] ?? ""));
    if (!header.success) return "the front matter needs the texts `name` and `description`";
    return { name: header.data.name, description: header.data.description.trim() };
  } catch (error) {
    if (error instanceof YAMLParseError) return `the front matter is no YAML: ${error.code}`;
    throw error;
  }
}
