// Builds dist/: a file for each entry point, the chunks that they share, and their types.
//   node tools/package/build.js [code|page|types] [--no-check]
// With --no-check an error of types is left to `npm run typecheck`: the types take half of the time.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { buildPage } from "./build-page.js";
import { chunkNames } from "./chunks.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DIST = join(ROOT, "dist");
const NO_CHECK = "--no-check";
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** What users import, by the name of its file in dist/: `exports` in package.json lists it. */
const library = Object.fromEntries(
  Object.entries(manifest.exports)
    .filter(([subpath]) => subpath !== "./package.json")
    .map(([subpath]) => subpath.slice("./".length))
    .map((name) => (name === "" ? ["index", "src/index.ts"] : [name, `src/entries/${name}.ts`])),
);
/** What the command starts, by the name of its file in dist/. */
const command = {
  cli: "src/cli/main.ts",
  "check-worker": "src/cli/check/check-worker.ts",
  "count-worker": "src/cli/stats/count-worker.ts",
  "search-worker": "src/sessions/search/search-worker.ts",
  "read-ahead-worker": "src/store/jsonl/read-ahead-worker.ts",
};

/** Users install dependencies and optional peers, so that one copy serves all. */
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
/**
 * Only the types of these come from the packages that users install. What dist/ needs of their code
 * is in dist/: to load the packages, of some hundred files, takes longer than to load all of Refold.
 */
const BUNDLED = ["rxjs", "zod"];
const isExternal = (names) => (id) =>
  id.startsWith("node:") || names.some((name) => id === name || id.startsWith(`${name}/`));

const [part] = process.argv.slice(2).filter((word) => word !== NO_CHECK);
if (part === undefined) rmSync(DIST, { recursive: true, force: true });
const parts = { code: buildCode, page: buildUi, types: buildTypes };
const wanted = Object.keys(parts).filter((name) => part === undefined || part === name);
await Promise.all(wanted.map((name) => parts[name]()));

async function buildCode() {
  const { groups, tiers } = groupsOfModules();
  const bundle = await rolldown({
    cwd: ROOT,
    input: { ...library, ...command },
    platform: "node",
    external: isExternal(installed.filter((name) => !BUNDLED.includes(name))),
    // Its other builds are CommonJS, of which nothing is left out.
    resolve: { alias: { rxjs: join(ROOT, "node_modules/rxjs/dist/esm/index.js") } },
    tsconfig: "tsconfig.json",
    transform: { target: `node${/\d+\.\d+/.exec(manifest.engines.node)[0]}` },
    treeshake: { moduleSideEffects: false },
    preserveEntrySignatures: "allow-extension",
    onLog: (_level, log) => failOn(log, "INEFFECTIVE_DYNAMIC_IMPORT"),
  });
  const { output } = await bundle.write({
    dir: DIST,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    comments: { jsdoc: false }, // the declarations have them
    codeSplitting: {
      // Each module has its chunk: what it imports may be in another one.
      includeDependenciesRecursively: false,
      groups: [{ debugName: "modules", name: chunkNames(groups, tiers) }],
    },
  });
  await bundle.close();
  writeFileSync(join(DIST, "licences.txt"), licences(BUNDLED));
  // An entry point runs for who asked for it: the command must not start where a library is loaded.
  const entries = output.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  for (const { fileName, imports = [] } of output) {
    const imported = imports.find((name) => entries.includes(name));
    if (imported !== undefined) throw new Error(`${fileName} imports the entry point ${imported}`);
  }
}

async function buildUi() {
  const folder = join(DIST, "ui");
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, "licences.txt"), licences(await buildPage(ROOT, folder)));
}

/** Who copies code copies its licence. */
function licences(names) {
  const texts = names.map((name) => {
    const folder = join(ROOT, "node_modules", name);
    const file = readdirSync(folder).find((path) => /^licen[cs]e/i.test(path));
    return `Parts of ${name} are in these files. Its licence:\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * See chunks.js. `refold --version` loads one chunk, `refold --help` and `refold list` little, and what
 * only shows a session half of the rest.
 */
function groupsOfModules() {
  const absolute = (path) => join(ROOT, path);
  const commandFile = (name) => `src/cli/commands/${name}.ts`;
  const { index, experiments, testing, ...others } = library;
  // Transcripts are rendered with the last two, mostly with both.
  const slow = ["zod", "yaml", ["markdown-it", "diff"]];
  const groups = [
    // A thread loads it for a help of some ten milliseconds.
    { chunk: "read-ahead", roots: [command["read-ahead-worker"]] },
    { chunk: "main", roots: [index], isLoaded: true, slow },
    { chunk: "library", roots: [index, ...Object.values(others)], slow },
    { chunk: "experiments-shared", roots: [experiments], slow: ["yaml"] },
    { chunk: "testing-shared", roots: [testing], slow: ["fast-check"] },
    // All that the command loads before it knows what it is asked.
    {
      chunk: "start",
      roots: ["package-version", "heap-growth"].map((name) => `src/cli/${name}.ts`),
    },
    { chunk: "command", roots: Object.values(command), slow },
  ];
  return {
    groups: groups.map((group) => ({ ...group, roots: group.roots.map(absolute) })),
    tiers: {
      early: ["program", "output/pager", "commands/list"].map((name) =>
        absolute(`src/cli/${name}.ts`),
      ),
      reading: [
        ...["open", "own", "foreign"].map((kind) => `src/sessions/${kind}-session.ts`),
        ...["session-reading", "replay/replay-session"].map((name) => `src/cli/${name}.ts`),
        ...["explain", "forgetting", "log", "prompt"].map(commandFile),
        ...["replay", "show", "state", "tokens", "transcript"].map(commandFile),
      ].map(absolute),
    },
  };
}

/** The compiler checks src/, unless told not to, and writes a declaration for each file; then these become few. */
async function buildTypes() {
  const scratch = mkdtempSync(join(tmpdir(), "refold-types-"));
  try {
    const unchecked = process.argv.includes(NO_CHECK) ? ["--noCheck"] : [];
    await compile(["-p", join(ROOT, "tsconfig.build.json"), "--outDir", scratch, ...unchecked]);
    const declaration = (path) => join(scratch, path.replace(/\.ts$/, ".d.ts"));
    const entries = Object.entries(library).map(([name, path]) => [name, declaration(path)]);
    const bundle = await rollup({
      input: Object.fromEntries(entries),
      external: isExternal(installed),
      plugins: [dts()],
      // Types that only other types mention have no name of their own for users.
      onwarn: (log) => failOn(log, "PLUGIN_WARNING", /private shared type exports/),
    });
    // What only tests need mentions types of a test library, an optional peer.
    const isOwn = new Set(Object.values(library).map(declaration));
    const isForTests = (id) => id.startsWith(join(scratch, "src/testing/"));
    await bundle.write({
      dir: DIST,
      entryFileNames: "[name].d.ts",
      chunkFileNames: "[name].d.ts",
      manualChunks: (id) => (isOwn.has(id) || isForTests(id) ? undefined : "types"),
    });
    await bundle.close();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function compile(args) {
  const compiler = join(ROOT, "node_modules/@typescript/native/bin/tsc");
  try {
    await promisify(execFile)(process.execPath, [compiler, ...args], { maxBuffer: 1 << 26 });
  } catch (error) {
    process.stderr.write(`${error.stdout}${error.stderr}`);
    throw new Error("the types do not compile", { cause: error });
  }
}

/** A warning is an error, but for one kind. */
function failOn(log, code, message = /(?:)/) {
  if (log.code !== code || !message.test(log.message)) throw new Error(log.message);
}
