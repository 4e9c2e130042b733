import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build as esbuild } from "esbuild";
import { extract } from "tar";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import { z } from "zod";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.unknown()),
});
const manifest = Manifest.parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== "./package.json");
const entryPoints = subpaths.map((subpath) => `refold${subpath.slice(1)}`);

/** Generators are made of its values: whoever imports this entry point has installed it. */
const NEEDED_PEERS: Readonly<Record<string, readonly string[]>> = {
  "refold/testing": ["fast-check"],
};
const MAX_DIST_FILES = 80;

/** A folder where nothing but the package was installed; another, with the peers that are needed. */
const folders = { plain: "", peers: "" };
const folderOf = (entryPoint: string): string =>
  entryPoint in NEEDED_PEERS ? folders.peers : folders.plain;
const packageFolder = (): string => join(folders.plain, "node_modules/refold");

beforeAll(async () => {
  const packed = mkdtempSync(join(tmpdir(), "refold-packed-"));
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", packed];
  await run("npm", pack, { cwd: ROOT });
  const [tarball = ""] = readdirSync(packed);
  folders.plain = await install(join(packed, tarball), []);
  folders.peers = await install(join(packed, tarball), Object.values(NEEDED_PEERS).flat());
  rmSync(packed, { recursive: true });
});
afterAll(() => {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
});

/** As `npm install` does it, with the dependencies that are here: no network is needed. */
async function install(tarball: string, peers: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "refold-installed-"));
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "refold"), { recursive: true });
  mkdirSync(join(modules, ".bin"));
  await extract({ file: tarball, cwd: join(modules, "refold"), strip: 1 });
  symlinkSync("../refold/bin/refold.js", join(modules, ".bin/refold"));
  for (const name of [...Object.keys(manifest.dependencies), ...peers]) {
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name), "dir");
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  return folder;
}

describe("the packed package", () => {
  test(`has at most ${MAX_DIST_FILES} files in dist, the pages and one fixture`, () => {
    const files = filesIn(packageFolder()).map((path) => relative(packageFolder(), path));
    const dist = files.filter((path) => path.startsWith("dist/"));
    expect(dist.length).toBeLessThanOrEqual(MAX_DIST_FILES);
    expect(files.filter((path) => path.startsWith("fixtures/"))).toHaveLength(2);
  });

  test("lists an entry point for each file of src/entries", () => {
    const entries = readdirSync(join(ROOT, "src/entries")).map((name) => name.slice(0, -3));
    const listed = subpaths.map((subpath) => subpath.slice("./".length));
    expect(listed.toSorted()).toEqual(["", ...entries].toSorted());
  });

  test("has every file that README.md and its pages link to", () => {
    const pages = filesIn(packageFolder()).filter((path) => path.endsWith(".md"));
    expect(pages.flatMap(brokenLinks)).toEqual([]);
  });

  test("runs the first command of README.md", async () => {
    const readme = readFileSync(join(packageFolder(), "README.md"), "utf8");
    const [, command = ""] = /^npm install refold\n(npx refold .*)$/m.exec(readme) ?? [];
    const { stdout } = await run("bash", ["-c", command], { cwd: folders.plain });
    expect(stdout).toContain("01KN6MM6TRFAHVDH0DBT7K39Y9");
  });

  test("asked for its version, the command loads next to nothing", () => {
    const dist = join(packageFolder(), "dist");
    const loaded = new Set(["cli.js"]);
    for (const name of loaded) {
      const code = readFileSync(join(dist, name), "utf8");
      for (const [, next = ""] of code.matchAll(/^import .*"\.\/(.*)";$/gm)) loaded.add(next);
    }
    expect(loaded.size).toBeGreaterThan(1);
    const sizes = [...loaded].map((name) => statSync(join(dist, name)).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(8_000);
  });

  test("counts in threads of its own", async () => {
    const fixture = join(packageFolder(), "fixtures/clean.jsonl");
    const command = join(packageFolder(), "bin/refold.js");
    const stats = [command, "stats", "--jobs", "2", "--json", fixture];
    const { stdout } = await run(process.execPath, stats, { cwd: folders.plain });
    expect(JSON.parse(stdout)).toMatchObject({ unread: [] });
  });
});

/** The package has its own copies of zod and rxjs: values of the user's copies meet them. */
const OWN_COPIES = `
  import { defineEventType, memoryStore, openThread } from "refold";
  import { firstValueFrom, map, toArray } from "rxjs";
  import { z } from "zod";

  const approvalGiven = defineEventType("approval.given", z.object({ tool: z.string() }));
  const thread = await openThread({ store: memoryStore() });
  const types = firstValueFrom(thread.events$(0).pipe(map(({ type }) => type), toArray()));
  await thread.recordEvent(approvalGiven, { tool: "shell" });
  const refused = await thread.recordEvent(approvalGiven, { tool: 1 }).catch(({ code }) => code);
  await thread.close();
  console.log(JSON.stringify([refused, await types]));
`;

test("a user's own copies of zod and rxjs work with it", async () => {
  const script = ["--input-type=module", "-e", OWN_COPIES];
  const { stdout } = await run(process.execPath, script, { cwd: folders.plain });
  const types = ["thread.started", "approval.given"];
  expect(JSON.parse(stdout)).toEqual(["invalid-event", types]);
});

/** Ends with 1 where one gives nothing; an error names what is missing. */
const IMPORT_EACH = `for (const name of process.argv.slice(1))
  if (Object.keys(await import(name)).length === 0) throw new Error(name + " is empty")`;

describe("each entry point, with no optional peer installed", () => {
  test("is imported, and says nothing", async () => {
    for (const cwd of Object.values(folders)) {
      const here = entryPoints.filter((entryPoint) => folderOf(entryPoint) === cwd);
      const options = ["--input-type=module", "-e", IMPORT_EACH, ...here];
      expect(await run(process.execPath, options, { cwd })).toEqual({ stdout: "", stderr: "" });
    }
  });

  test.each(["esbuild", "Vite", "webpack"] as const)("is bundled by %s", async (bundler) => {
    for (const cwd of Object.values(folders)) {
      const here = entryPoints.filter((entryPoint) => folderOf(entryPoint) === cwd);
      const entries = here.map((name) => [name.replace("/", "-"), entryFile(cwd, name)] as const);
      const output = join(cwd, bundler);
      expect(await BUNDLERS[bundler](cwd, Object.fromEntries(entries), output)).toEqual([]);
      const written = readdirSync(output, { recursive: true, encoding: "utf8" });
      expect(written).toEqual(expect.arrayContaining(entries.map(([name]) => `${name}.js`)));
    }
  });

  test("has types that resolve, strictly and in declarations of dependencies too", async () => {
    const files = Object.values(folders).map((folder) => {
      const here = entryPoints.filter((entryPoint) => folderOf(entryPoint) === folder);
      const lines = here.map((name, index) => `export * as entry${index} from "${name}";\n`);
      const file = join(folder, "index.ts");
      writeFileSync(file, lines.join(""));
      return file;
    });
    const compiler = join(ROOT, "node_modules/@typescript/native/bin/tsc");
    const modules = ["--module", "nodenext", "--target", "es2023", "--lib", "es2023,esnext"];
    const types = ["--typeRoots", join(ROOT, "node_modules/@types"), "--types", "node"];
    const options = ["--noEmit", "--strict", ...modules, ...types, ...files];
    // One run: what both folders link to is checked once.
    await expect(
      run(process.execPath, [compiler, ...options], { cwd: folders.plain }),
    ).resolves.toMatchObject({ stdout: "" });
  });
});

/** What a user's program writes to have all that an entry point exports. */
function entryFile(folder: string, entryPoint: string): string {
  const file = join(folder, `${entryPoint.replace("/", "-")}.js`);
  writeFileSync(file, `export * from "${entryPoint}";\n`);
  return file;
}

type Bundle = (
  folder: string,
  entries: Readonly<Record<string, string>>,
  output: string,
) => Promise<readonly string[]>;

/** Each with all dependencies, for Node.js. @returns warnings */
const BUNDLERS: Readonly<Record<"esbuild" | "Vite" | "webpack", Bundle>> = {
  esbuild: async (_folder, entries, outdir) => {
    const { warnings } = await esbuild({
      ...{ entryPoints: entries, outdir, bundle: true, splitting: true },
      ...{ format: "esm", platform: "node", logLevel: "silent" },
    });
    return warnings.map(({ text }) => text);
  },
  Vite: async (root, entries, outDir) => {
    const warnings: string[] = [];
    await vite({
      ...{ root, configFile: false, logLevel: "silent", ssr: { noExternal: true } },
      build: {
        ...{ ssr: true, outDir, minify: false },
        rolldownOptions: {
          input: entries,
          onLog: (_level, { message }) => void warnings.push(message),
        },
      },
    });
    return warnings;
  },
  webpack: async (context, entry, path) => {
    const compiler = webpack({
      ...{ mode: "development", devtool: false, target: "node20", context, entry },
      output: { path, filename: "[name].js", module: true, library: { type: "module" } },
      // What several entry points need is written once, as the other bundlers do.
      optimization: { splitChunks: { chunks: "all", minSize: 0 }, runtimeChunk: "single" },
      experiments: { outputModule: true },
    });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      compiler.run((error, result) => (error === null ? resolve(result) : reject(error)));
    });
    const { errors = [], warnings = [] } =
      stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
    return [...errors, ...warnings].map(({ message }) => message);
  },
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function brokenLinks(page: string): string[] {
  const links = readFileSync(page, "utf8").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g);
  return [...links]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(dirname(page), link)))
    .map((link) => `${page}: ${link}`);
}
