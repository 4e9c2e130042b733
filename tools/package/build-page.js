// Builds dist/ui/: the page of `refold ui`.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Writes index.html, app.js, app.css, and a chunk for each module that is loaded on demand; in standalone/
 * the script of a page that holds its thread; static.cjs and static.css, which draw a page without a script.
 * @param root folder of the repository
 * @param output folder for the page
 * @returns names of the packages whose code is in it
 */
export async function buildPage(root, output) {
  const source = join(root, "src/ui/page");
  const served = await bundle(root, {
    entryPoints: [
      { in: join(source, "main.tsx"), out: "app" },
      { in: join(source, "style.css"), out: "app" },
    ],
    outdir: output,
    splitting: true,
    chunkNames: "[name]-[hash]",
    format: "esm",
  });
  copyFileSync(join(source, "index.html"), join(output, "index.html"));
  const standalone = join(root, "src/ui/standalone");
  const exported = await bundle(root, {
    entryPoints: [{ in: join(standalone, "main.tsx"), out: "app" }],
    outdir: join(output, "standalone"),
    format: "iife",
    alias: { "node:timers/promises": join(standalone, "pause.ts") },
  });
  const drawn = await bundle(root, {
    entryPoints: [
      { in: join(root, "src/ui/static/main.tsx"), out: "static" },
      { in: join(root, "src/ui/static/style.css"), out: "static" },
    ],
    outdir: output,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    platform: "node",
    target: "node20.19",
  });
  return [...new Set([...served, ...exported, ...drawn])].toSorted();
}

/** @returns names of the packages whose code is in it */
async function bundle(root, options) {
  const { metafile, warnings } = await build({
    absWorkingDir: root,
    bundle: true,
    platform: "browser",
    target: ["chrome123", "firefox120", "safari17.5"],
    tsconfig: join(root, "src/ui/page/tsconfig.json"),
    minify: true,
    legalComments: "none", // licences.txt has them
    metafile: true,
    logLevel: "error",
    ...options,
  });
  const [warning] = warnings;
  if (warning !== undefined) throw new Error(warning.text);
  const packages = Object.keys(metafile.inputs).map(
    (path) => /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1],
  );
  return packages.filter((name) => name !== undefined);
}
