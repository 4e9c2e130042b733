import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { TextDecoder } from "node:util";
import { z } from "zod";
import { pathRefused, statusAt } from "../../sessions/path-refused.js";
import { systemErrorCode } from "../../store/errors.js";
import type { AgentsFile, Skill } from "./turn-context.js";

/** Enough for a project's house rules; the same figure as the Codex CLI's. */
const DEFAULT_LIMIT_BYTES = 32 * 1024;
const AGENTS_FILE_NAME = "AGENTS.md";

interface AgentsDiscovery {
  /** From the project's root down to `cwd`, nearest last. */
  readonly files: readonly AgentsFile[];
  /** Paths of files that were cut or left out for the limit's sake. */
  readonly cut: readonly string[];
}

/**
 * Finds the AGENTS.md files that speak for a folder: those from the git root down to it, or its own
 * alone outside a repository. The nearest has the first claim on the limit: what does not fit is cut
 * from the farthest.
 * @param limitBytes UTF-8 bytes of all files together
 * @throws {RefoldError} `no-permission`: one of them is closed to this user
 */
export function discoverAgentsFiles(
  cwd: string,
  limitBytes: number = DEFAULT_LIMIT_BYTES,
): AgentsDiscovery {
  const files: AgentsFile[] = [];
  const cut: string[] = [];
  let roomBytes = limitBytes;
  for (const directory of foldersUpToRoot(resolve(cwd))) {
    const path = join(directory, AGENTS_FILE_NAME);
    const bytes = readIfFile(path);
    if (bytes === null) continue;
    const isCut = bytes.length > roomBytes;
    // With `stream` a last character that was cut in two is left out.
    const text = new TextDecoder().decode(bytes.subarray(0, roomBytes), { stream: isCut });
    roomBytes -= Math.min(roomBytes, bytes.length);
    if (isCut) cut.push(path);
    if (text.trim() !== "") files.unshift({ path, directory, text });
  }
  return { files, cut };
}

/** The folder itself first, the git root last; the folder alone outside a repository. */
function foldersUpToRoot(start: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    folders.push(folder);
    if (existsSync(join(folder, ".git"))) return folders; // a folder, or a worktree's file
    if (dirname(folder) === folder) return [start];
  }
}

/** @throws {RefoldError} `no-permission`: it is closed: what it asks of agents would go unheard */
function readIfFile(path: string): Uint8Array | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw pathRefused(path, error);
  }
}

const SKILL_FILE_NAME = "SKILL.md";
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;
const Header = z.looseObject({ name: z.string().min(1), description: z.string() });

interface SkillDiscovery {
  /** In the order of their names. */
  readonly skills: readonly Skill[];
  /** Folders whose SKILL.md could not be used, and why. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Finds the skills in folders: each sub-folder with a SKILL.md whose front matter has `name` and
 * `description`. Of two skills with one name the first found is used.
 * @throws {RefoldError} `no-permission`: a folder may not be looked into
 */
export async function discoverSkills(folders: readonly string[]): Promise<SkillDiscovery> {
  const skills = new Map<string, Skill>();
  const refused: { path: string; reason: string }[] = [];
  for (const path of folders.flatMap(skillFiles)) {
    const header = await readHeader(path);
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
 * @throws {RefoldError} `file-not-found`
 * @throws {RefoldError} `no-permission`: the file is not there any more, or closed
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
    return names.map((name) => join(folder, name, SKILL_FILE_NAME));
  } catch (error) {
    throw pathRefused(folder, error);
  }
}

type SkillHeader = Pick<Skill, "name" | "description">;

/** @returns the header, or what is wrong with it; null: there is no such file */
async function readHeader(path: string): Promise<SkillHeader | string | null> {
  try {
    if (!statSync(path).isFile()) return null;
    const match = FRONT_MATTER.exec(readFileSync(path, "utf8"));
    return match === null
      ? "no front matter between two lines of ---"
      : await parseHeader(match[1] ?? "");
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    // Beside the skills' folders there may lie files.
    return code === "ENOENT" || code === "ENOTDIR" ? null : `the file cannot be read (${code})`;
  }
}

async function parseHeader(yaml: string): Promise<SkillHeader | string> {
  const { parse, YAMLParseError } = await import("yaml"); // slow to load, and seldom needed
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
