import { counted } from "../../projections/figures.js";
import {
  turnAnchor,
  turnFacts,
  turnName,
  turnOpening,
} from "../../projections/transcript/transcript-words.js";
import type { TranscriptTurn } from "../../projections/transcript/transcript.js";
import { TurnHead } from "../page/parts/turn-head.js";
import { useStaticLook } from "../page/static-look.js";
import { StaticEntry } from "./entry.js";

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
