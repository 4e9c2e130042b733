import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { systemErrorCode } from "../../store/jsonl/system-error.js";
import type { Skill } from "../fragments/turn-context.js";
import { pathRefused } from "./path-refused.js";
import { statusAt } from "./status-at.js";

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
 * @throws {NoPermission} a folder may not be looked into
 */
export function discoverSkills(folders: readonly string[]): SkillDiscovery {
  const skills = new Map<string, Skill>();
  const refused: { path: string; reason: string }[] = [];
  for (const path of folders.flatMap(skillFiles)) {
    const header = readHeader(path);
    if (header === null) continue;
    if (typeof header === "string") refused.push({ path, reason: header });
    else if (skills.has(header.name)) {
      refused.push({ path, reason: `a skill named "${header.name}" was found before` });
    } else skills.set(header.name, { ...header, path });
  }
  const byName = (a: Skill, b: Skill): number => (a.name < b.name ? -1 : 1);
  return { skills: [...skills.values()].sort(byName), refused };
}

/**
 * A skill's text without its front matter, for injecting it in full.
 * @throws {FileNotFound} @throws {NoPermission} the file is not there any more, or closed
 */
export function readSkill({ path }: Skill): string {
  try {
    return readFileSync(path, "utf8").replace(FRONT_MATTER, "").trim();
  } catch (error) {
    throw pathRefused(path, error);
  }
}

/** The skills that a user's text mentions as `$name`, each once, in the order of mention. */
export function mentionedSkills(text: string, skills: readonly Skill[]): readonly Skill[] {
  const names = new Set(
    [...text.matchAll(/\$([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu)].map((match) => match[1]),
  );
  return [...names].flatMap((name) => skills.find((skill) => skill.name === name) ?? []);
}

function skillFiles(folder: string): readonly string[] {
  if (statusAt(folder)?.isDirectory() !== true) return [];
  try {
    const names = readdirSync(folder).sort();
    return names.map((name) => join(folder, name, FILE_NAME));
  } catch (error) {
    throw pathRefused(folder, error);
  }
}

type SkillHeader = Pick<Skill, "name" | "description">;

/** @returns the header, or what is wrong with it; null: there is no such file */
function readHeader(path: string): SkillHeader | string | null {
  try {
    if (!statSync(path).isFile()) return null;
    const match = FRONT_MATTER.exec(readFileSync(path, "utf8"));
    return match === null
      ? "no front matter between two lines of ---"
      : parseHeader(match[1] ?? "");
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    // Beside the skills' folders there may lie files.
    return code === "ENOENT" || code === "ENOTDIR" ? null : `the file cannot be read (${code})`;
  }
}

function parseHeader(yaml: string): SkillHeader | string {
  try {
    const header = Header.safeParse(parse(yaml));
    if (!header.success) return "the front matter needs the texts `name` and `description`";
    return { name: header.data.name, description: header.data.description.trim() };
  } catch (error) {
    if (error instanceof YAMLParseError) return `the front matter is no YAML: ${error.code}`;
    // A text that begins with `*` is an alias, which has to name an anchor.
    if (error instanceof ReferenceError) return "the front matter is no YAML: UNRESOLVED_ALIAS";
    throw error;
  }
}
