import { counted } from "../../projections/figures.js";
import {
  turnAnchor,
  turnFacts,
  turnName,
  turnOpening,
} from "../../projections/transcript/transcript-words.js";
import type {
  TranscriptTurn,
  TranscriptEntry as Entry,
} from "../../projections/transcript/transcript.js";
import { TurnHead, TranscriptEntry } from "../page/transcript/transcript-entry.js";
import { useStaticLook } from "../page/static-look.js";
import { pictureDataUrl } from "../../projections/transcript/image-url.js";
import type { Picture } from "../api.js";
import { transcriptRow } from "../server/views/transcript-row.js";
import type { PairedTranscript, TranscriptPair } from "../../projections/static-page.js";

interface TurnsProps {
  readonly turns: readonly TranscriptTurn[];
}

/** The turns of a transcript, with a list of them where there are several. */
export function Turns({ turns }: TurnsProps) {
  const hasContents = turns.length > 1;
  return (
    <>
      {hasContents && <Contents turns={turns} />}
      {turns.map((turn, index) => (
        <Turn key={index} turn={turn} index={index} hasContents={hasContents} />
      ))}
    </>
  );
}

/** A longer list of contents is folded. */
const SHOWN_CONTENTS = 15;

function Contents({ turns }: TurnsProps) {
  return (
    <nav id="contents" aria-label="Contents">
      <details open={turns.length <= SHOWN_CONTENTS}>
        <summary>Contents: {counted(turns.length, "turn")}</summary>
        <ul>
          {turns.map((turn, index) => (
            <li key={index}>
              <a href={`#${turnAnchor(turn, index)}`}>{turnName(turn, index)}</a>{" "}
              <span dir="auto">{turnOpening(turn)}</span>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

interface TurnProps {
  readonly turn: TranscriptTurn;
  readonly index: number;
  readonly hasContents: boolean;
}

function Turn({ turn, index, hasContents }: TurnProps) {
  const look = useStaticLook();
  const anchor = turnAnchor(turn, index);
  return (
    <section id={anchor} class="turn">
      <TurnHead name={<a href={`#${anchor}`}>{turnName(turn, index)}</a>}>
        {turnFacts(turn, look ?? {}).map((fact, place) => (
          <span key={place}>{fact}</span>
        ))}
        {hasContents && (
          <a class="up" href="#contents" title="to the contents">
            ↑
          </a>
        )}
      </TurnHead>
      {turn.entries.map((entry, place) => (
        <StaticEntry key={place} entry={entry} />
      ))}
    </section>
  );
}

/** An entry of a transcript, whole. */
function StaticEntry({ entry }: { readonly entry: Entry }) {
  const place = { turn: null, ref: null, mostChars: Infinity, pictures: picturesOf(entry) };
  return <TranscriptEntry row={transcriptRow(entry, place)} session="" />;
}

function picturesOf({ images, imageUrls }: Entry): readonly Picture[] {
  return images.map((words, index) => {
    const url = imageUrls[index] ?? null;
    const remoteUrl = url !== null && /^https?:/i.test(url) ? url : null;
    return { words, url: url === null ? null : pictureDataUrl(url), remoteUrl };
  });
}

/** A variant's transcript beside the base's. */
export function Pairs({ paired }: { readonly paired: PairedTranscript }) {
  const { variant, threadId, shared, pairs } = paired;
  return (
    <details class="paired">
      <summary>
        {variant} beside the base ({threadId})
      </summary>
      <div class="pair">
        <h3>base</h3>
        <h3>{variant}</h3>
      </div>
      {shared.map((entry, index) => (
        <Pair key={index} pair={{ base: entry, variant: entry, isSame: true }} />
      ))}
      <p class="forked">forked here</p>
      {pairs.map((pair, index) => (
        <Pair key={index} pair={pair} />
      ))}
    </details>
  );
}

function Pair({ pair: { base, variant, isSame } }: { readonly pair: TranscriptPair }) {
  return (
    <div class={isSame ? "pair same" : "pair"}>
      <Side entry={base} />
      <Side entry={variant} />
    </div>
  );
}

function Side({ entry }: { readonly entry: Entry | null }) {
  return <div>{entry !== null && <StaticEntry entry={entry} />}</div>;
}
