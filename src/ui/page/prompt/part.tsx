import { useState } from "preact/hooks";
import type { PromptPart } from "../../api-views.js";
import { neutraliseText } from "../../../projections/display-text.js";
import { byteFigure, counted } from "../../../projections/figures.js";
import { useClient } from "../client.js";
import { CopyButton } from "../parts/copyable.js";
import { LongText } from "../parts/long-text.js";
import { Pictures } from "../parts/pictures.js";
import { formatPlace } from "../place.js";
import { usePlace } from "../place-store.js";

interface PartProps {
  readonly part: PromptPart;
  readonly sessionKey: string;
  readonly at: number;
  /** All of its text is shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** So much of a text is shown at first. */
const SHOWN_CHARACTERS = 900;
const SHOWN_LINES = 14;

/** One part of a prompt: who says it, who put it there, for how long, and what was cut from it. */
export function Part(props: PartProps) {
  const { part, isOpen, onToggle } = props;
  const { textChars, repairs, pictures, index, role, kind } = part;
  const short = beginning(part.text);
  const isLong = short.length < textChars;
  return (
    <article class={`part role-${roleOf(role)}`} aria-label={`Part ${index + 1}: ${role}, ${kind}`}>
      <PartHead part={part} />
      {repairs.map((repair) => (
        <p key={repair.kind + repair.reason} class="part-repair">
          <span class="tag tag-warning">{repair.kind}</span> {repair.reason}
        </p>
      ))}
      {isOpen ? <WholeText {...props} /> : <Beginning text={short} />}
      {isLong && (
        <button type="button" class="link-button" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? "Show less" : `Show all ${counted(textChars, "character")}`}
        </button>
      )}
      <Pictures pictures={pictures} />
      <Original {...props} />
    </article>
  );
}

const Beginning = ({ text }: { readonly text: string }) =>
  text === "" ? null : <pre dir="auto">{neutraliseText(text)}</pre>;

function WholeText({ part: { ref, index, text, textChars }, sessionKey, at }: PartProps) {
  const client = useClient();
  const load = (from: number, count: number) =>
    client.askSession(sessionKey, "text", { at, ref, part: index, from, count });
  return <LongText text={text} total={textChars} load={load} />;
}

/** What was cut when the part was recorded. */
function Original({ part: { ref, cut }, sessionKey }: PartProps) {
  const client = useClient();
  const [isShown, setShown] = useState(false);
  if (cut === null || ref === null) return null;
  const { removedTokens, originalBytes } = cut;
  return (
    <div class="original">
      <span>Cut by {counted(removedTokens, "token")} when it was recorded. </span>
      <button
        type="button"
        class="link-button"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide the original" : `Show the original, ${byteFigure(originalBytes)}`}
      </button>
      {isShown && (
        <LongText
          text=""
          total={null}
          load={(from, count) => client.askSession(sessionKey, "original", { ref, from, count })}
        />
      )}
    </div>
  );
}

function PartHead({ part }: { readonly part: PromptPart }) {
  const place = usePlace();
  const { role, kind, tool, tokens, owner, lifetime, fact, offset, ref, source, failed } = part;
  return (
    <header class="part-head">
      <b class="part-role">{role}</b>
      {kind !== role && <span>{kind}</span>}
      {tool !== null && <code>{tool}</code>}
      {failed && <span class="tag tag-danger">failed</span>}
      {part.cut !== null && <span class="tag tag-warning">cut</span>}
      <span class="part-owner" title={OWNER_WORDS.get(owner)}>
        {owner}
        {lifetime !== null && `, for the ${lifetime}`}
        {fact !== null && ` (${fact})`}
      </span>
      <span class="part-tokens">{counted(tokens, "token")}</span>
      {offset !== null && (
        <a href={formatPlace({ ...place, at: offset })} title="To the event that recorded it">
          #{ref ?? offset}
        </a>
      )}
      {source !== null && (
        <a
          href={formatPlace({ ...place, at: Number.parseInt(source, 10) })}
          title="Where it was recorded first"
        >
          from #{source}
        </a>
      )}
      <CopyButton label="Copy" text={() => part.text} />
    </header>
  );
}

const OWNER_WORDS: ReadonlyMap<string, string> = new Map([
  ["envelope", "Settings of the turn: instructions and tools"],
  ["fragments", "Context that the runtime injects"],
  ["ledger", "History: stays until an event forgets it"],
  ["checkpoint", "What a compaction left"],
]);

const ROLES = ["system", "user", "assistant", "tool", "developer"] as const;
const roleOf = (role: string): string => ROLES.find((known) => known === role) ?? "system";

/** Whole characters, a screen of them at most. */
function beginning(text: string): string {
  const lines = text
    .split("\n", SHOWN_LINES + 1)
    .slice(0, SHOWN_LINES)
    .join("\n");
  const shown = lines.slice(0, SHOWN_CHARACTERS);
  return shown.isWellFormed() ? shown : shown.slice(0, -1);
}
