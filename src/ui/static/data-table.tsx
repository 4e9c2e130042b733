import { figure } from "../../projections/figures.js";
import type { PageCell, PageTable } from "../../projections/static-page.js";

/** A table that is scrolled alone where it is wider than the page. */
export function DataTable({ table: { heads, rows } }: { readonly table: PageTable }) {
  const [first] = rows;
  return (
    <div class="scroll" tabIndex={0}>
      <table class="data">
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th key={column} scope="col" class={isFigure(first?.[column]) ? "figure" : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <Cell key={column} cell={cell} isHead={column === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isFigure(cell: PageCell | undefined): boolean {
  return typeof cell === "number" || (typeof cell === "object" && cell.look === "figure");
}

function Cell({ cell, isHead }: { readonly cell: PageCell; readonly isHead: boolean }) {
  if (typeof cell === "number") return <td class="figure">{figure(cell)}</td>;
  if (typeof cell === "string") return isHead ? <th scope="row">{cell}</th> : <td>{cell}</td>;
  const { text, note, look, mark = "" } = cell;
  return (
    <td class={`${look} ${mark}`.trim()}>
      {text}
      {note !== undefined && <small>{note}</small>}
    </td>
  );
}
