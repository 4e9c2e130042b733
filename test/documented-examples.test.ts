import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLACE = join(ROOT, "build/documented-examples");
const COMPILER = join(ROOT, "node_modules/.bin/tsc");
const PREAMBLE = "test/documented-preamble.ts";
const TYPE_CHECK_MS = 180_000;

const pages = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Each block of TypeScript on a page, with the line of the page on which its code begins. */
const examples = pages.flatMap((page) => {
  const text = read(page);
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: code = "", index }) => {
    const line = text.slice(0, index).split("\n").length + 1;
    return { page, line, code };
  });
});

const entryPoints = [
  { name: "refold", file: "src/index.ts", types: "dist/index.d.ts" },
  ...readdirSync(join(ROOT, "src/entries"), { encoding: "utf8" }).map((file) => ({
    name: `refold/${file.replace(/\.ts$/, "")}`,
    file: `src/entries/${file}`,
    types: `dist/${file.replace(/\.ts$/, ".d.ts")}`,
  })),
];

test("every example in README and docs/ is type-checked", { timeout: TYPE_CHECK_MS }, async () => {
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE, { recursive: true });
  for (const example of examples) writeFileSync(join(PLACE, fileOf(example)), moduleOf(example));
  writeFileSync(join(PLACE, "preamble.d.ts"), preamble());
  writeFileSync(join(PLACE, "documented-preamble.ts"), asOfUsers(read(PREAMBLE)));
  writeFileSync(join(PLACE, "tsconfig.json"), JSON.stringify(configuration()));
  expect(examples.length).toBeGreaterThan(20);
  expect(await compile()).toEqual([]);
});

describe("every exported value stands in a type-checked example", () => {
  test.each(entryPoints)("$name", ({ name, file }) => {
    const used = new Set(examples.flatMap(({ code }) => usedFrom(name, code)));
    const { values } = exportsOf(file);
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((value) => !used.has(value))).toEqual([]);
  });
});

describe("every exported type stands in the documentation", () => {
  const words = new Set(pages.flatMap((page) => read(page).match(/\w+/g) ?? []));

  test.each(entryPoints)("$name", ({ file }) => {
    expect(exportsOf(file).types.filter((name) => !words.has(name))).toEqual([]);
  });
});

/** What an entry point exports: such a file is nothing but lists of names. */
function exportsOf(file: string): { values: string[]; types: string[] } {
  const lists = [...read(file).matchAll(/^export (type )?\{([^}]*)\} from/gm)];
  const exported = lists.flatMap(([, type = "", list = ""]) =>
    [...list.matchAll(/[^,]*\b(\w+)\s*(?:,|$)/g)].map(([each, name = ""]) => ({
      name,
      isType: type !== "" || /^\s*type /.test(each),
    })),
  );
  return {
    values: exported.filter(({ isType }) => !isType).map(({ name }) => name),
    types: exported.filter(({ isType }) => isType).map(({ name }) => name),
  };
}

interface Example {
  readonly page: string;
  readonly line: number;
  readonly code: string;
}

function fileOf({ page, line }: Example): string {
  return `${page.replaceAll("/", "_")}.${line}.ts`;
}

/** The code, on the lines that it has on its page. */
function moduleOf({ line, code }: Example): string {
  return "\n".repeat(line - 1) + code;
}

/** The names that an import takes from an entry point and the rest of the code uses. */
function usedFrom(entryPoint: string, code: string): string[] {
  const imports = [...code.matchAll(/^import (?:type )?\{([^}]*)\} from "([^"]+)";$/gm)];
  const rest = new Set(imports.reduce((left, [all]) => left.replace(all, ""), code).match(/\w+/g));
  return imports
    .filter(([, , from]) => from === entryPoint)
    .flatMap(([, names = ""]) => names.match(/\w+/g) ?? [])
    .filter((name) => rest.has(name));
}

/** Makes the names of documented-preamble.ts global, for the examples alone. */
function preamble(): string {
  const text = read(PREAMBLE);
  const names = [...text.matchAll(/^export declare (?:const|function) (\w+)/gm)];
  const globals = names.map(([, name = ""]) => `const ${name}: typeof preamble.${name};`);
  return [
    `import type * as preamble from "./documented-preamble.js";`,
    `declare global {`,
    ...globals,
    `}`,
  ].join("\n");
}

/** Imports files of src/ by the names that users import. */
function asOfUsers(code: string): string {
  return entryPoints.reduce(
    (left, { name, file }) => left.replaceAll(`"../${file.replace(/ts$/, "js")}"`, `"${name}"`),
    code,
  );
}

/** Examples are checked against the types that users get. */
function configuration(): object {
  const paths = entryPoints.map(({ name, types }) => [name, [`../../${types}`]] as const);
  return {
    extends: "../../tsconfig.json",
    compilerOptions: {
      paths: Object.fromEntries(paths),
      noUnusedLocals: false,
      incremental: false,
      tsBuildInfoFile: null,
    },
    include: ["."],
  };
}

/** What the compiler reports, each with its page and line. */
function compile(): Promise<string[]> {
  const options = ["-p", PLACE, "--pretty", "false"];
  return new Promise((resolve, reject) => {
    execFile(COMPILER, options, { cwd: PLACE, encoding: "utf8" }, (error, output) => {
      const reports = output.split("\n").filter((line) => line !== "");
      if (error instanceof Error && reports.length === 0) reject(error);
      else resolve(reports.map(withPage));
    });
  });
}

/** `docs_api.md.10.ts(14,3): error …` is line 14 of docs/api.md. */
function withPage(report: string): string {
  return report.replace(
    /^(\S+\.md)\.\d+\.ts\((\d+),\d+\)/,
    (_, page: string, line: string) => `${page.replaceAll("_", "/")}:${line}`,
  );
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
