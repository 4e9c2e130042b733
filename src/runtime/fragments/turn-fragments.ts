import {
  HOOK_PROMPT,
  SKILL,
  SUBAGENT_NOTIFICATION,
  TURN_ABORTED,
  USER_SHELL_COMMAND,
  type MarkerPair,
} from "../../fragment-markers.js";
import type { TurnFragment } from "./fragment.js";
import { escapeXml, isMarked } from "./markers.js";

/** A skill in full, for one turn: recorded where it was asked for, not restored later. */
export const explicitSkill = marked<{
  readonly name: string;
  readonly path: string;
  readonly text: string;
}>("skill", SKILL, ({ name, path, text }) =>
  [`<name>${escapeXml(name)}</name>`, `<path>${escapeXml(path)}</path>`, text].join("\n"),
);

/** What a hook wants the model to know. */
export const hookContext: TurnFragment<{ readonly hookRunId: string; readonly text: string }> = {
  kind: "hook",
  role: "user",
  lifetime: "turn",
  recognise: isMarked({ open: `<${HOOK_PROMPT.element} `, close: `</${HOOK_PROMPT.element}>` }),
  render: ({ hookRunId, text }) =>
    `<${HOOK_PROMPT.element} ${HOOK_PROMPT.attribute}="${escapeXml(hookRunId)}">` +
    `${escapeXml(text)}</${HOOK_PROMPT.element}>`,
};

/** A command that the user ran beside the agent. */
export const userShellCommand = marked<{
  readonly command: string;
  readonly exitCode: number;
  readonly output: string;
}>("user-shell-command", USER_SHELL_COMMAND, ({ command, exitCode, output }) =>
  [
    `<command>\n${command}\n</command>`,
    `<result>\nExit code: ${exitCode}\nOutput:\n${output}\n</result>`,
  ].join("\n"),
);

/** The turn before was cut short. */
export const turnAborted = marked<{ readonly reason: string }>(
  "turn-aborted",
  TURN_ABORTED,
  ({ reason }) =>
    `The turn before ended early (${reason}). Commands that were running may have run in part: ` +
    "look at what is there before repeating them.",
);

/** Something happened to another agent. */
export const subAgentNotification = marked<{ readonly agent: string; readonly text: string }>(
  "sub-agent",
  SUBAGENT_NOTIFICATION,
  ({ agent, text }) => `<agent>${escapeXml(agent)}</agent>\n${text}`,
);

function marked<Input>(
  kind: string,
  markers: MarkerPair,
  body: (input: Input) => string,
): TurnFragment<Input> {
  return {
    kind,
    role: "user",
    lifetime: "turn",
    recognise: isMarked(markers),
    render: (input) => `${markers.open}\n${body(input)}\n${markers.close}`,
  };
}
