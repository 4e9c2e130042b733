// Layout that needs no library: to load those takes as long as to list thousands of threads.

/**
 * Help as wide as whoever reads it: sentences that stand at the margin are filled anew, paragraph by
 * paragraph; lines that are indented (options, examples) stay as they are.
 */
export function reflow(text: string, columns: number): string {
  const lines: string[] = [];
  let sentences: string[] = [];
  const fill = (): void => {
    lines.push(...filled(sentences.join(" "), columns));
    sentences = [];
  };
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) {
      sentences.push(line);
      continue;
    }
    fill();
    lines.push(line);
  }
  fill();
  return lines.join("\n");
}

function filled(sentences: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of sentences === "" ? [] : sentences.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line += line === "" ? word : ` ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/**
 * What stands otherwise on a terminal than in the text, or takes more than a column or none; letters,
 * punctuation and single spaces do not.
 */
const UNUSUAL = /^ | {2}|[^ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u024f\u2010-\u2027]/;

/**
 * What `excerpt` gives, without its libraries.
 * @returns undefined when the text needs them
 */
export function quickExcerpt(text: string, columns: number): string | undefined {
  const near = text.slice(0, columns + 2); // with two more, one is no space
  if (UNUSUAL.test(near)) return undefined;
  const line = near.trimEnd();
  return line.length <= columns ? line : `${near.slice(0, columns - 1).trimEnd()}…`;
}
