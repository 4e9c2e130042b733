import type { Session } from "../../runtime/discovery/session.js";
import { ExitCode } from "../exit-code.js";
import type { Output } from "../output/output.js";
import type { ReadingOptions } from "../session.js";
import type { Shell } from "../shell.js";
import { fieldLines, headerLines } from "./header-lines.js";
import type { SessionOutline } from "./outline.js";
import { headerJson, showJson, summaryJson, turnJson } from "./show-json.js";
import { showTurns } from "./show-text.js";
import { summaryLines } from "./summary-lines.js";
import { surveyUpTo } from "./survey-up-to.js";
import { turnLine, turnListHead } from "./turn-heading.js";
import { verifySession, type Check } from "./verify.js";

export interface ReplayOptions extends ReadingOptions {
  readonly at?: number;
  readonly turns?: true;
  readonly items?: true;
  readonly json?: true;
  readonly verify?: true;
}

/** Shows a session as people, or programs, read it: a survey first, then what happened. */
export async function replaySession(
  session: Session,
  options: ReplayOptions,
  shell: Shell,
): Promise<void> {
  const outline = await surveyUpTo(session, options.at, shell.progress);
  if (options.json) await replayAsJson(session, { options, outline }, shell);
  else await replayAsText(session, { options, outline }, shell);
  if (outline.damage.length > 0) shell.exitCode = ExitCode.refused;
  if (options.verify) await verify(session, outline, { shell, json: options.json === true });
}

interface Surveyed {
  readonly options: ReplayOptions;
  readonly outline: SessionOutline;
}

async function replayAsText(
  session: Session,
  { options, outline }: Surveyed,
  { output }: Shell,
): Promise<void> {
  for (const line of headerLines(outline, session.name, output)) output.text(line);
  if (options.turns) {
    output.text(`\n${turnListHead(output)}`);
    for (const turn of outline.turns) output.text(turnLine(turn, output));
  } else {
    const detail = options.items ? "items" : "happenings";
    await showTurns(eventsOf(session, options), outline, { output, detail });
  }
  output.text("");
  for (const line of summaryLines(outline, output)) output.text(line);
}

async function replayAsJson(
  session: Session,
  { options, outline }: Surveyed,
  { output }: Shell,
): Promise<void> {
  output.json(headerJson(outline));
  if (options.turns) for (const turn of outline.turns) output.json(turnJson(turn));
  else await showJson(eventsOf(session, options), outline, output);
  output.json(summaryJson(outline));
}

async function verify(
  session: Session,
  outline: SessionOutline,
  { shell, json }: { readonly shell: Shell; readonly json: boolean },
): Promise<void> {
  const { output } = shell;
  if (!json) output.text(`\n${output.styles.bold("verified")}`);
  for await (const check of verifySession(session, outline)) {
    if (json) output.json({ kind: "check", ...check });
    else for (const line of checkLines(check, output)) output.text(line);
    if (check.holds === false) shell.exitCode = ExitCode.refused;
    await output.flush();
  }
}

function checkLines({ what, holds, detail }: Check, output: Output): readonly string[] {
  const verdict = holds === null ? "" : holds ? "ok: " : "FAILED: ";
  return fieldLines(what, `${verdict}${detail}`, output);
}

function eventsOf(session: Session, { at }: ReplayOptions) {
  return session.source.read(at === undefined ? {} : { to: at });
}
