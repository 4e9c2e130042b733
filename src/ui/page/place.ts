/** Where the reader is: what the address says, and all that it has to say for a place to be linked. */
export interface Place {
  /** Key of the session; null: the list of sessions. */
  readonly session: string | null;
  /** The last offset that counts; null: the end, wherever it is. */
  readonly at: number | null;
  /** Name of the pane; empty: the first one. */
  readonly pane: string;
  /** What the views were asked for beside that, by name; none is empty. */
  readonly filters: Readonly<Record<string, string>>;
}

export const homePlace: Place = { session: null, at: null, pane: "", filters: {} };

/** Filters of the list of sessions: it stands beside what is opened, and stays as it is. */
const LIST_FILTERS: readonly string[] = ["q", "in", "sort"];

/** The sessions; the list stays as it is. */
export const listPlace = ({ filters }: Place): Place => ({
  ...homePlace,
  filters: Object.fromEntries(
    Object.entries(filters).filter(([name]) => LIST_FILTERS.includes(name)),
  ),
});

/**
 * `#/s/KEY/at/N/prompt?model=…`. What is not understood is left out: an address is typed by hand.
 * @param hash with its `#`
 */
export function parsePlace(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const filters = Object.fromEntries(
    [...new URLSearchParams(query)].filter(([, value]) => value !== ""),
  );
  const [kind, key = "", ...rest] = path.split("/");
  const session = kind === "s" ? decoded(key) : null;
  if (session === null) return { ...homePlace, filters };
  const [first, second = "", third = ""] = rest;
  const isAt = first === "at" && /^\d{1,15}$/.test(second);
  const pane = isAt ? third : (first ?? "");
  return { session, at: isAt ? Number(second) : null, pane: decoded(pane) ?? "", filters };
}

/** @returns null where it is no text or empty */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part) || null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** The address of a place, for a link. */
export function formatPlace({ session, at, pane, filters }: Place): string {
  const asked = new URLSearchParams(
    Object.entries(filters).filter(([, value]) => value !== ""),
  ).toString();
  const query = asked === "" ? "" : `?${asked}`;
  if (session === null) return `#/${query}`;
  const path = [encodeURIComponent(session), ...(at === null ? [] : ["at", String(at)])];
  if (pane !== "") path.push(encodeURIComponent(pane));
  return `#/s/${path.join("/")}${query}`;
}
