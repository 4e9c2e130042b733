import { distance } from "fastest-levenshtein";

/** Names that are spelled most like another one, nearest first; those that are nothing like it not. */
export function nearestNames(name: string, known: Iterable<string>, most = 3): readonly string[] {
  return measured(name, known)
    .filter(({ other, edits }) => edits <= Math.max(other.length, name.length) / 2)
    .slice(0, most)
    .map(({ other }) => other);
}

/** All names, those that are spelled most like another one first. Case counts for nothing. */
export function rankNames(name: string, known: Iterable<string>): readonly string[] {
  return measured(name, known).map(({ other }) => other);
}

function measured(
  name: string,
  known: Iterable<string>,
): readonly { readonly other: string; readonly edits: number }[] {
  const wanted = name.toLowerCase();
  return Array.from(known, (other) => ({
    other,
    edits: distance(other.toLowerCase(), wanted),
  })).sort((a, b) => a.edits - b.edits || (a.other < b.other ? -1 : 1));
}
