import { useFilter, usePlaceStore } from "../place-store.js";
import { Icon } from "../parts/icon.js";
import { Found } from "./found.js";
import { SessionList } from "./session-list.js";

/** Sessions by what they are called and where they are, or by what was said in them. */
export function Sessions() {
  const store = usePlaceStore();
  const [query] = useFilter("q");
  const [mode] = useFilter("in");
  const isInTexts = mode === "texts";
  const change = (filters: Readonly<Record<string, string>>): void =>
    store.step({ filters: { ...store.place.filters, ...filters } });
  const search = (event: Event): void => {
    event.preventDefault();
    change({ in: "texts" });
  };
  return (
    <>
      {store.place.session === null && <h1 class="visually-hidden">Sessions</h1>}
      <form class="sessions-tools" role="search" onSubmit={search}>
        <label class="search">
          <Icon name="search" />
          <span class="visually-hidden">Search sessions</span>
          <input
            id="search"
            type="search"
            placeholder={isInTexts ? "Words that were said" : "Filter; Enter searches the texts"}
            autocomplete="off"
            spellcheck={false}
            value={query}
            onInput={({ currentTarget }) => change({ q: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === "ArrowDown") focusFirstRow(event);
            }}
          />
        </label>
        <span class="segments" role="group" aria-label="Where to search">
          <button type="button" aria-pressed={!isInTexts} onClick={() => change({ in: "" })}>
            Sessions
          </button>
          <button type="button" aria-pressed={isInTexts} onClick={() => change({ in: "texts" })}>
            Texts
          </button>
        </span>
      </form>
      {isInTexts ? <Found query={query} /> : <SessionList filter={query} />}
    </>
  );
}

function focusFirstRow(event: KeyboardEvent): void {
  const row = document.querySelector<HTMLElement>(".session-row, .hit");
  if (row === null) return;
  event.preventDefault();
  row.focus();
}
