import { render } from "preact-render-to-string";
import type { PagePart, StaticPage } from "../../projections/static-page.js";
import { highlight } from "../page/parts/languages.js";
import { StaticProvider } from "../page/static-look.js";
import { BarChart } from "./bar-chart.js";
import { DataTable } from "./data-table.js";
import { Pairs } from "./pairs.js";
import { RangeChart } from "./range-chart.js";
import { Turns } from "./turns.js";

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
