import { declareReading, withSession, type ReadingOptions } from "../session.js";
import type { DeclareCommand } from "../command-module.js";
import { ExitCode } from "../exit-code.js";
import type { Output } from "../output/output.js";
import { offsetOption } from "../options/offset-option.js";
import { verifySession, type Check } from "../replay/verify.js";
import { fieldLines, headerLines } from "../replay/header-lines.js";
import { headerJson, showJson, summaryJson, turnJson } from "../replay/show-json.js";
import { showTurns } from "../replay/show-text.js";
import type { SessionOutline } from "../replay/outline.js";
import { summaryLines } from "../replay/summary-lines.js";
import { surveyUpTo } from "../replay/survey-up-to.js";
import { turnLine, turnListHead } from "../replay/turn-heading.js";
import type { Session } from "../../runtime/discovery/session.js";
import type { Shell } from "../shell.js";

interface ReplayOptions extends ReadingOptions {
  readonly at?: number;
  readonly turns?: true;
  readonly items?: true;
  readonly json?: true;
  readonly verify?: true;
}

/** `refold replay`: a session as people read it. */
export const declareReplay: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "only up to this offset (inclusive)", offsetOption)
    .option("--turns", "one line a turn")
    .option("--items", "every item on a line, with its offset")
    .option("--json", "lines of JSON: header, turns, what happened, summary")
    .option("--verify", "check everything that can be checked, and say what was")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ReplayOptions) =>
      withSession(text, { shell, ...options }, (session) => replay(session, options, shell)),
    );
};

async function replay(session: Session, options: ReplayOptions, shell: Shell): Promise<void> {
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

const EXAMPLE = `
Example:
  $ refold replay session.jsonl --turns
  $ refold replay session.jsonl --at 41`;
