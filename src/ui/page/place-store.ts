import { useEffect, useState } from "preact/hooks";
import { formatPlace, parsePlace, type Place } from "./place.js";

/** How long steps are collected before one is written to the address: browsers limit how often that may be. */
const WRITE_AFTER_MS = 150;

/** The one state of the page: the place, kept in the address. Everything else is asked of the server. */
export class PlaceStore {
  #place: Place;
  #writing: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor() {
    this.#place = parsePlace(location.hash);
    addEventListener("popstate", () => {
      clearTimeout(this.#writing);
      this.#writing = undefined;
      this.#become(parsePlace(location.hash));
    });
  }

  get place(): Place {
    return this.#place;
  }

  /** A step: the back button does not stop at each of them. */
  step(change: Partial<Place>): void {
    this.#become({ ...this.#place, ...change });
    this.#writing ??= setTimeout(() => {
      this.#writing = undefined;
      history.replaceState(null, "", formatPlace(this.#place));
    }, WRITE_AFTER_MS);
  }

  /** A jump: the back button leads back. */
  jump(change: Partial<Place>): void {
    if (this.#writing !== undefined) history.replaceState(null, "", formatPlace(this.#place));
    clearTimeout(this.#writing);
    this.#writing = undefined;
    this.#become({ ...this.#place, ...change });
    history.pushState(null, "", formatPlace(this.#place));
  }

  /** @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #become(place: Place): void {
    this.#place = place;
    for (const listener of this.#listeners) listener();
  }
}

let store: PlaceStore | null = null;

/** The page has one, once it is shown. */
export const usePlaceStore = (): PlaceStore => (store ??= new PlaceStore());

/** Follows the place. */
export function usePlace(): Place {
  const store = usePlaceStore();
  const [place, setPlace] = useState(store.place);
  useEffect(() => {
    setPlace(store.place);
    return store.subscribe(() => setPlace(store.place));
  }, [store]);
  return place;
}

/** A filter of a view, kept in the address; empty: none. */
export function useFilter(name: string): readonly [string, (value: string) => void] {
  const store = usePlaceStore();
  const { filters } = usePlace();
  const set = (value: string): void => {
    const others = Object.entries(store.place.filters).filter(([other]) => other !== name);
    const changed = value === "" ? others : [...others, [name, value] as const];
    store.step({ filters: Object.fromEntries(changed) });
  };
  return [filters[name] ?? "", set];
}
