/**
 * A table as Prettier leaves it: text on the left in the first column, figures on the right in the
 * others. A bar in a text is escaped: else its row has a column more.
 */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const head = escaped(headings);
  const body = rows.map(escaped);
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...body].map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [head, rule, ...body]
    .map((row) => {
      const cells = widths.map((width, column) => {
        const cell = row[column] ?? "";
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      });
      return `| ${cells.join(" | ")} |`;
    })
    .join("\n");
}

function escaped(row: readonly string[]): readonly string[] {
  return row.map((cell) => cell.replaceAll("|", "\\|"));
}
