import { useState } from "preact/hooks";
import type { PromptPart, TextWindow } from "../../api-views.js";
import { beginning, neutraliseText } from "../../../projections/display-text.js";
import { byteFigure, counted } from "../../../projections/figures.js";
import { useClient } from "../client.js";
import { CopyButton } from "../parts/copyable.js";
import { LongText } from "../parts/long-text.js";
import { Pictures } from "../parts/pictures.js";
import { formatPlace } from "../place.js";
import { useFilter, usePlace } from "../place-store.js";

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
  const short = firstScreen(part.text);
  const isLong = short.length < textChars;
  return (
    <article class={`part role-${roleOf(role)}`} aria-label={`Part ${index + 1}: ${role}, ${kind}`}>
      <PartHead {...props} />
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

function WholeText(props: PartProps) {
  const { text, textChars } = props.part;
  return <LongText text={text} total={textChars} load={useText(props)} />;
}

/** Windows of the text as the model gets it. */
function useText({ part: { index }, sessionKey, at }: PartProps) {
  const client = useClient();
  const [provider] = useFilter("provider");
  const [model] = useFilter("model");
  return (from: number, count: number): Promise<TextWindow> =>
    client.askSession(sessionKey, "text", { at, provider, model, part: index, from, count });
}

/** Repairs that show the model something else than what was recorded. */
const REPLACING: readonly string[] = [
  "output-bounded",
  "image-replaced",
  "image-result-emptied",
  "turned-into-text",
  "blob-missing",
];

/** What was cut or replaced, as it was before. */
function Original({ part: { ref, cut, repairs }, sessionKey }: PartProps) {
  const client = useClient();
  const [isShown, setShown] = useState(false);
  const isReplaced = repairs.some(({ kind }) => REPLACING.includes(kind));
  if (ref === null || (cut === null && !isReplaced)) return null;
  return (
    <div class="original">
      {cut !== null && `Cut by ${counted(cut.removedTokens, "token")} when it was recorded. `}
      <button
        type="button"
        class="link-button"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide the original" : "Show the original"}
        {cut !== null && !isShown && `, ${byteFigure(cut.originalBytes)}`}
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

function PartHead(props: PartProps) {
  const { part } = props;
  const place = usePlace();
  const load = useText(props);
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
      <CopyButton label="Copy" text={() => wholeText(part, load)} />
    </header>
  );
}

const COPIED_AT_A_TIME = 200_000;

async function wholeText(
  { text, textChars }: PromptPart,
  load: (from: number, count: number) => Promise<TextWindow>,
): Promise<string> {
  let whole = text;
  while (whole.length < textChars) {
    const more = await load(whole.length, COPIED_AT_A_TIME);
    if (more.text === "") break;
    whole += more.text;
  }
  return whole;
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
function firstScreen(text: string): string {
  const lines = text
    .split("\n", SHOWN_LINES + 1)
    .slice(0, SHOWN_LINES)
    .join("\n");
  return beginning(lines, SHOWN_CHARACTERS);
}
