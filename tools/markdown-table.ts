/**
 * A table as Prettier leaves it: text on the left in the first column, figures on the right in the
 * others.
 */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = headings.map((_, column) =>
    Math.max(3, ...[headings, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [headings, rule, ...rows]
    .map((row) => {
      const cells = widths.map((width, column) => {
        const cell = row[column] ?? "";
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      });
      return `| ${cells.join(" | ")} |`;
    })
    .join("\n");
}
