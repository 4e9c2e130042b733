import type { SessionView } from "../api.js";
import { byteFigure, costFigure, counted, shortFigure } from "../../projections/figures.js";
import { ActsMenu } from "./acts/acts-menu.js";
import type { LiveState } from "./server.js";
import { ReadingBar } from "./parts/reading-bar.js";
import { Copyable } from "./parts/copyable.js";
import { Icon } from "./parts/icon.js";
import { Time } from "./parts/time.js";
import { titleOf, toolName } from "./session-words.js";

interface SessionHeadProps {
  readonly session: SessionView;
  readonly offset: number;
  readonly live: LiveState | null;
}

/** What a session is, and what is wrong with it. */
export function SessionHead({ session, offset, live }: SessionHeadProps) {
  const { row } = session;
  const cost =
    row.cost === null && row.tokens === 0
      ? null
      : costFigure({ cost: row.cost, unpriced: row.isPartlyPriced ? 1 : 0 });
  return (
    <header class="session-head">
      <div class="session-title-line">
        <h1 dir="auto" title={titleOf(row)}>
          {titleOf(row)}
        </h1>
        <ActsMenu session={session} offset={offset} />
      </div>
      <p class="facts" tabIndex={0}>
        <span>{toolName(row)}</span>
        {row.model !== null && <span>{row.model}</span>}
        {row.cwd !== null && (
          <span class="path" title={row.cwd}>
            {row.cwd}
          </span>
        )}
        <span>
          <Time at={row.updatedAt} />
        </span>
        <span>{counted(session.turns, "turn")}</span>
        <span>{counted(session.head, "event")}</span>
        <span>{shortFigure(row.tokens)} tokens</span>
        {cost !== null && <span>{cost}</span>}
        {row.sizeBytes > 0 && <span>{byteFigure(row.sizeBytes)}</span>}
        {live !== null && <Live state={live} />}
        {row.isArchived && <span class="tag">archived</span>}
        {session.reading !== null && <ReadingBar reading={session.reading} />}
      </p>
      <Damage session={session} />
    </header>
  );
}

function Live({ state }: { readonly state: LiveState }) {
  return (
    <span class={`live live-${state}`} role="status">
      {state === "open" ? "live" : "reconnecting…"}
    </span>
  );
}

function Damage({ session: { damage, repair, row } }: { readonly session: SessionView }) {
  if (damage.length === 0 && row.problem === null) return null;
  return (
    <details class="damage">
      <summary>
        <Icon name="warning" />
        {damage.length === 0 ? row.problem : `Damaged: ${counted(damage.length, "place")}`}
      </summary>
      <ul>
        {damage.map(({ words }) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {repair !== null && (
        <p>
          This writes a clean copy: <Copyable text={repair} />
        </p>
      )}
    </details>
  );
}
