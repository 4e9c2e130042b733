import { distance } from "fastest-levenshtein";

/** Names that are spelled most like another one, nearest first; those that are nothing like it not. */
export function nearestNames(name: string, known: Iterable<string>, most = 3): readonly string[] {
  return Array.from(known, (other) => ({
    other,
    far: distance(other.toLowerCase(), name.toLowerCase()),
  }))
    .filter(({ other, far }) => far <= Math.max(other.length, name.length) / 2)
    .sort((a, b) => a.far - b.far || (a.other < b.other ? -1 : 1))
    .slice(0, most)
    .map(({ other }) => other);
}
