import type { Lifetime } from "../../events/context.js";
import { hasOneOfMarkersAround } from "../../events/contextual-fragment.js";
import type { TurnSettings } from "../../events/slices.js";
import {
  HOOK_PROMPT,
  type MarkerPair,
  SKILL,
  SUBAGENT_NOTIFICATION,
  TURN_ABORTED,
  USER_SHELL_COMMAND,
} from "../../fragment-markers.js";
import type { TurnContext } from "./turn-context.js";

/** What every kind of injected context says of itself. */
interface FragmentKind {
  /** Unique in a registry; recorded with each use. */
  readonly kind: string;
  readonly role: "developer" | "user";
  /** True when a text is of this kind: its markers tell. */
  recognise(text: string): boolean;
}

/** What a session fragment may look at when it renders. */
interface RenderInput {
  readonly context: TurnContext;
  /** The facts that changed; null: everything is to be told. */
  readonly changed: ReadonlySet<string> | null;
  /**
   * When everything is told: the facts that are none now, while an item that the model still sees
   * says otherwise.
   */
  readonly withdrawn: ReadonlySet<string>;
  /** Settings of the turn before this one; null: there is none. */
  readonly previousTurn: TurnSettings | null;
}

/**
 * Context that belongs to the baseline: told in full once, then only when one of its facts changes.
 */
export interface SessionFragment extends FragmentKind {
  readonly lifetime: "session";
  /** The envelope's facts that it speaks for; no other fragment speaks for them. */
  readonly facts: readonly string[];
  /** @returns the text with its markers; null when there is nothing to say */
  render(input: RenderInput): string | null;
  /** What takes an earlier telling back; null: nothing needs to be taken back. */
  readonly withdrawal: string | null;
  /** What found no room in the text, for people; null: nothing. Absent: all that is there is told. */
  leftOut?(context: TurnContext): string | null;
}

/** Context that is recorded once and then is history: an explicit skill, a hook's text. */
export interface TurnFragment<Input> extends FragmentKind {
  readonly lifetime: "turn";
  render(input: Input): string;
}

/** Context that one request sees and the ledger never does. */
export interface PromptFragment<Input> extends FragmentKind {
  readonly lifetime: "prompt";
  render(input: Input): string;
}

/** A text made by a fragment that may be recorded. Only the runtime's owners make these. */
export interface RenderedFragment<Lives extends Lifetime> {
  readonly kind: string;
  readonly role: "developer" | "user";
  readonly lifetime: Lives;
  readonly text: string;
}

/** Renders a fragment that lives for a turn or a request; the lifetime goes with the text. */
export function renderFragment<Input, Lives extends "turn" | "prompt">(
  fragment: FragmentKind & { readonly lifetime: Lives; render(input: Input): string },
  input: Input,
): RenderedFragment<Lives> {
  const { kind, role, lifetime } = fragment;
  return { kind, role, lifetime, text: fragment.render(input) };
}

/** A session fragment of the developer's, between tags of its own. */
export function developerFragment(
  spec: Pick<SessionFragment, "kind" | "facts" | "leftOut"> & {
    readonly open: string;
    /** What takes an earlier telling back. */
    readonly withdrawn: string | null;
    /** What is between the tags; null or undefined: there is nothing to say. */
    readonly body: (input: RenderInput) => string | null | undefined;
  },
): SessionFragment {
  const { open, withdrawn, body, ...told } = spec;
  const between = (text: string | null) => (text === null ? null : tagged(open, text));
  return {
    ...told,
    role: "developer",
    lifetime: "session",
    recognise: isMarked({ open, close: closing(open) }),
    withdrawal: between(withdrawn),
    render: (input) => between(body(input) ?? null),
  };
}

/** A text between an opening tag and the closing tag of the same name. */
export function tagged(open: string, body: string): string {
  return `${open}\n${body}\n${closing(open)}`;
}

/** True when a text, white space aside, starts and ends with the markers, whatever their case. */
export function isMarked(markers: MarkerPair): (text: string) => boolean {
  return (text) => hasOneOfMarkersAround(text, [markers]);
}

function closing(open: string): string {
  return `</${open.slice(1)}`;
}

/** A text in which `<`, `>`, `&` and quotes stand as XML entities. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

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
