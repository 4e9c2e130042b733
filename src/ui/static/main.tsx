import { render } from "preact-render-to-string";
import type { PagePart, StaticPage, PageCell, PageTable } from "../../projections/static-page.js";
import { highlight } from "../page/parts/languages.js";
import { StaticProvider } from "../page/static-look.js";
import { BarChart, RangeChart } from "./charts.js";
import { Pairs, Turns } from "./transcripts.js";
import { figure } from "../../projections/figures.js";

/** The body of a page that is read without a script. What a text brings stays a text. */
export function drawPage({ title, isWide, times, parts }: StaticPage): string {
  return render(
    <StaticProvider value={{ times, highlight }}>
      <main class={isWide ? "static wide" : "static"}>
        <h1 dir="auto">{title}</h1>
        {parts.map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </main>
    </StaticProvider>,
  );
}

function Part({ part }: { readonly part: PagePart }) {
  switch (part.is) {
    case "fields":
      return <Fields fields={part.fields} />;
    case "words":
      return (
        <>
          {part.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      );
    case "heading":
      return <h2>{part.words}</h2>;
    case "table":
      return <DataTable table={part.table} />;
    case "bars":
      return <BarChart chart={part.chart} />;
    case "ranges":
      return <RangeChart chart={part.chart} />;
    case "turns":
      return <Turns turns={part.turns} />;
    case "pairs":
      return <Pairs paired={part.paired} />;
  }
}

type FieldsPart = Extract<PagePart, { readonly is: "fields" }>;

function Fields({ fields }: Omit<FieldsPart, "is">) {
  return (
    <dl class="fields">
      {fields.map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A table that is scrolled alone where it is wider than the page. */
function DataTable({ table: { heads, rows } }: { readonly table: PageTable }) {
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
