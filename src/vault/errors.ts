import { RefoldError } from "../errors.js";
import type { HomeTool } from "../sessions/session-files.js";

const TOOL_NAMES: Readonly<Record<HomeTool, string>> = {
  codex: "Codex",
  claude: "Claude Code",
  pi: "pi",
};

/** A folder that was named as a tool's home has none of the folders that the tool makes in one. */
export function notAHome(path: string, tool: HomeTool): RefoldError<"not-a-home"> {
  const text = {
    message: `${path} is no home of ${TOOL_NAMES[tool]}: it has no folder of sessions`,
    remedy: "Name the home itself; a folder of sessions alone is named without an option.",
  };
  return new RefoldError("not-a-home", { path, tool }, text);
}

/** A link in a home leads to another place. */
export function outsideHome(path: string, target: string): RefoldError<"outside-home"> {
  const text = {
    message: `${path} is a link to ${target}, outside of the home: it is not followed`,
    remedy: `Name ${target} too, if it has sessions.`,
  };
  return new RefoldError("outside-home", { path, target }, text);
}
