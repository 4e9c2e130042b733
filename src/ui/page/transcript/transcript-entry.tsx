import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { readCallArguments } from "../../../projections/item-words.js";
import { neutraliseLine, neutraliseText } from "../../../projections/display-text.js";
import { counted, shortFigure } from "../../../projections/figures.js";
import type { TranscriptSpeaker } from "../../../projections/transcript/transcript.js";
import { firstWords } from "../../../projections/transcript/transcript-words.js";
import type { TranscriptRow } from "../../api-views.js";
import { useClient } from "../client.js";
import { LongText } from "../parts/long-text.js";
import { Markdown } from "../parts/markdown.js";
import { OffsetLink } from "../parts/offset-link.js";
import { Pictures } from "../parts/pictures.js";
import { Time } from "../parts/time.js";
import { useStaticLook } from "../static-look.js";
import type { DiffLine, Edit } from "../../../projections/transcript/edits.js";

interface EntryProps {
  readonly row: TranscriptRow;
  /** Key of the session. */
  readonly session: string;
  /** It was said after what the other panes show. */
  readonly isLater?: boolean;
  /** Absent: as it comes. */
  readonly isOpen?: boolean | undefined;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** Longer messages are folded. */
const SHOWN_CHARACTERS = 8_000;

/** One thing that was said or done. What was said in Markdown is shown so; tools and long texts are folded. */
export function TranscriptEntry(props: EntryProps) {
  const { row, isLater } = props;
  const { speaker, textChars } = row;
  const isSaid = speaker === "user" || speaker === "agent" || speaker === "model";
  return (
    <div class={isLater ? "later" : ""}>
      {row.turn !== null && <RowTurn turn={row.turn} />}
      {speaker === "note" ? (
        <p class="entry note">
          <Heading row={row} /> <span>{neutraliseLine(row.text)}</span>
        </p>
      ) : isSaid && textChars <= SHOWN_CHARACTERS ? (
        <article class={`entry ${speaker}`}>
          <header>
            <Heading row={row} />
          </header>
          <Body {...props} />
        </article>
      ) : (
        <Folded {...props} />
      )}
    </div>
  );
}

function RowTurn({ turn }: { readonly turn: NonNullable<TranscriptRow["turn"]> }) {
  const { number, model, startedAt, end } = turn;
  return (
    <TurnHead name={number === null ? "Without a user" : `Turn ${number}`}>
      {model !== null && <span>{model}</span>}
      <Time at={startedAt} />
      {end !== null && end !== "completed" && <span>{end}</span>}
    </TurnHead>
  );
}

/** A word for each speaker; a call is named by its tool. */
const SPEAKERS: Readonly<Record<TranscriptSpeaker, string>> = {
  user: "User",
  agent: "Agent",
  model: "Model",
  reasoning: "Reasoning",
  call: "Call",
  output: "Output",
  context: "Context",
  summary: "Summary",
  note: "Note",
};

function Heading({ row }: { readonly row: TranscriptRow }) {
  return (
    <>
      <Speaker row={row} />
      <Moment row={row} />
    </>
  );
}

function Speaker({ row: { speaker, name, failed } }: { readonly row: TranscriptRow }) {
  const isCall = speaker === "call" && name !== null;
  return (
    <>
      <b class="speaker">{isCall ? neutraliseLine(name) : SPEAKERS[speaker]}</b>
      {speaker === "output" && name !== null && <span>{neutraliseLine(name)}</span>}
      {failed && <span class="tag tag-danger">failed</span>}
    </>
  );
}

function Moment({ row: { offset, at } }: { readonly row: TranscriptRow }) {
  return (
    <>
      <OffsetLink offset={offset} />
      <Time at={at} />
    </>
  );
}

function Folded(props: EntryProps) {
  const { row, isOpen = false, onToggle } = props;
  const isStatic = useStaticLook() !== null;
  const [isShown, setShown] = useState(isOpen);
  const { speaker, exitCode, cutTokens, textChars, pictures } = row;
  const facts = [
    counted(textChars, "character"),
    ...(pictures.length > 0 ? [counted(pictures.length, "picture")] : []),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(cutTokens > 0 ? [`${shortFigure(cutTokens)} tokens cut`] : []),
  ];
  const toggled = (isOpened: boolean): void => {
    if (isOpened === isShown) return;
    setShown(isOpened);
    onToggle?.(isOpened);
  };
  return (
    <article class={`entry folded ${speaker}`}>
      <details open={isShown} onToggle={({ currentTarget }) => toggled(currentTarget.open)}>
        <summary>
          <Speaker row={row} />
          <span class="entry-facts">{facts.join(", ")}</span>
          <code class="entry-words">{openingOf(row)}</code>
        </summary>
        {(isShown || isStatic) && <Body {...props} />}
      </details>
      <span class="moment">
        <Moment row={row} />
      </span>
    </article>
  );
}

/** A look at what is inside. */
function openingOf({ speaker, text }: TranscriptRow): string {
  if (speaker !== "call") return firstWords(text);
  const { command, others } = readCallArguments(text);
  const path = others.find(([name]) => /path$/i.test(name));
  const listed = others.map(([name, value]) => `${name}: ${value.slice(0, 200)}`).join(", ");
  return firstWords(command ?? path?.[1] ?? listed);
}

function Body({ row, session }: EntryProps) {
  const client = useClient();
  const { speaker, text, textChars, ref, offset, edits, pictures } = row;
  const isWhole = text.length >= textChars;
  const rest = (from: number, count: number) =>
    client.askSession(session, "text", { at: offset, ref, from, count });
  const isMarkdown = speaker !== "call" && speaker !== "output" && speaker !== "context";
  let shown: ComponentChildren;
  if (text === "" && textChars === 0) shown = null;
  else if (isMarkdown && isWhole) shown = <Markdown text={text} />;
  else if (edits !== null) shown = <EditLines edits={edits} />;
  else if (speaker === "call" && isWhole) shown = <Arguments text={text} />;
  else shown = <LongText text={text} total={textChars} load={rest} />;
  return (
    <div class="entry-body">
      {shown}
      <Pictures pictures={pictures} />
    </div>
  );
}

/** What a tool was called with: its command, and every other argument by name. */
function Arguments({ text }: { readonly text: string }) {
  const { command, others } = readCallArguments(text);
  return (
    <>
      {command !== null && <LongText text={command} total={command.length} load={nothingMore} />}
      {others.length > 0 && (
        <dl class="arguments">
          {others.map(([name, value]) => (
            <div key={name}>
              <dt>{neutraliseLine(name)}</dt>
              <dd>
                <LongText text={value} total={value.length} load={nothingMore} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

const nothingMore = () => Promise.resolve({ text: "", from: 0, total: 0 });

const KINDS: Readonly<Record<DiffLine["sign"], "ins" | "del" | "span" | "b">> = {
  "+": "ins",
  "-": "del",
  " ": "span",
  "": "b",
};

/** What a call does to files, a line each. */
function EditLines({ edits }: { readonly edits: readonly Edit[] }) {
  return (
    <>
      {edits.map(({ path, lines }, index) => (
        <pre key={index} class="edit" tabIndex={0}>
          {path !== null && <b>{`${neutraliseText(path)}\n`}</b>}
          {lines.map(({ sign, text }, line) => {
            const Line = KINDS[sign];
            return <Line key={line}>{`${sign}${neutraliseText(text)}\n`}</Line>;
          })}
        </pre>
      ))}
    </>
  );
}

interface TurnHeadProps {
  readonly name: ComponentChildren;
  /** What is to be said of the turn. */
  readonly children: ComponentChildren;
}

/** Where a turn of a transcript begins. */
export function TurnHead({ name, children }: TurnHeadProps) {
  return (
    <h2 class="turn-head">
      <span>{name}</span>
      <small>{children}</small>
    </h2>
  );
}
