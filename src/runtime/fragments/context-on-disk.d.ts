import type { AgentsFile, Skill } from "./turn-context.js";
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
 * @throws {NoPermission} one of them is closed to this user
 */
export declare function discoverAgentsFiles(cwd: string, limitBytes?: number): AgentsDiscovery;
interface SkillDiscovery {
    /** In the order of their names. */
    readonly skills: readonly Skill[];
    /** Folders whose SKILL.md could not be used, and why. */
    readonly refused: readonly {
        readonly path: string;
        readonly reason: string;
    }[];
}
/**
 * Finds the skills in folders: each sub-folder with a SKILL.md whose front matter has `name` and
 * `description`. Of two skills with one name the first found stands.
 * @throws {NoPermission} a folder may not be looked into
 */
export declare function discoverSkills(folders: readonly string[]): SkillDiscovery;
/**
 * A skill's text without its front matter, for injecting it in full.
 * @throws {FileNotFound} @throws {NoPermission} the file is not there any more, or closed
 */
export declare function readSkill({ path }: Skill): string;
/** The skills that a user's text mentions as `$name`, each once, in the order of mention. */
export declare function mentionedSkills(text: string, skills: readonly Skill[]): readonly Skill[];
export {};
