import fc from "fast-check";

/** Of long runs a few characters do, and what is around a secret is not made. */
export function madeFrom({ source }: Pick<RegExp, "source">): fc.Arbitrary<string> {
  const shorter = withoutAssertions(source).replace(
    /\{(\d+),(\d+)\}/g,
    (_whole, least: string, most: string) =>
      `{${least},${Math.min(Number(most), Number(least) + 3)}}`,
  );
  return fc.stringMatching(new RegExp(shorter, "s"));
}

/** The pattern without `\b` and look-behind; look-ahead is only what it ends with. */
function withoutAssertions(source: string): string {
  let kept = "";
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    if (rest.startsWith(String.raw`\b`)) at += 2;
    else if (rest.startsWith("(?=") && groupOf(rest) === rest) {
      kept += "(?:";
      at += "(?=".length;
    } else if (/^\(\?<?[!=]/.test(rest)) at += groupOf(rest).length;
    else {
      const token = /^(?:\\.|\[(?:\\.|[^\]\\])*\]|.)/s.exec(rest)?.[0] ?? "";
      kept += token;
      at += token.length;
    }
  }
  return kept;
}

/** A group that a text begins with, to its own end. */
function groupOf(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth === 0) return text.slice(0, index + token.length);
  }
  return text;
}
