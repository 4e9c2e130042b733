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
