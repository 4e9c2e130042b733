import { useState } from "preact/hooks";
import type { SessionView } from "../../api.js";
import { useClient } from "../client.js";
import { usePlaceStore } from "../place-store.js";
import { titleOf } from "../session-words.js";
import { useLatest, useSettled } from "../use-latest.js";

interface OtherSideProps {
  readonly session: SessionView;
  /** Key of the session to compare with. */
  readonly other: string;
  /** Null: not known yet. */
  readonly from: number | null;
  readonly offset: number;
}

/** What to compare with. It stands in the address, so that a comparison can be linked. */
export function OtherSide({ session, other, from, offset }: OtherSideProps) {
  const store = usePlaceStore();
  const { follow } = useClient(); // null: there are no others
  const [isSearching, setSearching] = useState(false);
  const { key, forkedFrom } = session.row;
  const parent = forkedFrom?.key ?? null;
  const compare = (a: string, of: string): void => {
    setSearching(false);
    store.jump({ filters: { ...store.place.filters, a, of } });
  };
  return (
    <>
      <div class="toolbar" role="group" aria-label="Compare with">
        <EventInput from={from} onChoice={(a) => compare(a, other === key ? "" : other)} />
        <Choice
          words={`Pin #${offset}`}
          title="The left side stays here while you move on"
          onChoice={() => compare(String(offset), "")}
        />
        <Choice words="Turn before" onChoice={() => compare("", "")} />
        {parent !== null && (
          <Choice
            words="Its parent"
            isChosen={other === parent}
            onChoice={() => compare("", parent)}
          />
        )}
        {follow !== null && (
          <Choice
            words="Another session…"
            isChosen={other !== key && other !== parent}
            onChoice={() => setSearching(!isSearching)}
          />
        )}
      </div>
      {isSearching && <SessionChoice onChoice={(of) => compare("", of)} />}
    </>
  );
}

interface EventInputProps extends Pick<OtherSideProps, "from"> {
  readonly onChoice: (offset: string) => void;
}

/** What is typed stays until it is sent, also when what is shown is loaded meanwhile. */
function EventInput({ from, onChoice }: EventInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const send = (): void => {
    if (typed === null) return;
    setTyped(null);
    onChoice(typed);
  };
  return (
    <label>
      Compare with event{" "}
      <input
        type="number"
        min={0}
        class="offset-input"
        value={typed ?? from ?? ""}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter") send();
        }}
        onBlur={send}
      />
    </label>
  );
}

interface ChoiceProps {
  readonly words: string;
  readonly title?: string;
  readonly isChosen?: boolean;
  readonly onChoice: () => void;
}

function Choice({ words, title, isChosen = false, onChoice }: ChoiceProps) {
  return (
    <button type="button" title={title} aria-pressed={isChosen} onClick={onChoice}>
      {words}
    </button>
  );
}

const CHOICES = 8;

function SessionChoice({ onChoice }: { readonly onChoice: (key: string) => void }) {
  const client = useClient();
  const [typed, setTyped] = useState("");
  const filter = useSettled(typed);
  const { value } = useLatest(filter, (signal) =>
    client.ask("sessions", { from: 0, count: CHOICES, filter }, signal),
  );
  return (
    <div class="choice">
      <label>
        <span class="visually-hidden">Find a session</span>
        <input
          type="search"
          placeholder="Title, folder, tool or model"
          autoFocus
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <ul>
        {value?.rows.map((row) => (
          <li key={row.key}>
            <button type="button" onClick={() => onChoice(row.key)}>
              <span dir="auto">{titleOf(row)}</span>
            </button>
          </li>
        ))}
      </ul>
      {value?.rows.length === 0 && <p class="quiet">No session has these words.</p>}
    </div>
  );
}
