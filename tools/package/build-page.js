// Builds dist/ui/: the page of `refold ui`.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Writes index.html, app.js, app.css, and a chunk for each module that is loaded on demand.
 * @param root folder of the repository
 * @param output folder for the page
 * @returns names of the packages whose code is in it
 */
export async function buildPage(root, output) {
  const source = join(root, "src/ui/page");
  const { metafile, warnings } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: join(source, "main.tsx"), out: "app" },
      { in: join(source, "style.css"), out: "app" },
    ],
    outdir: output,
    bundle: true,
    splitting: true,
    chunkNames: "[name]-[hash]",
    format: "esm",
    platform: "browser",
    target: ["chrome123", "firefox120", "safari17.5"],
    tsconfig: join(source, "tsconfig.json"),
    minify: true,
    legalComments: "none", // licences.txt has them
    metafile: true,
    logLevel: "error",
  });
  const [warning] = warnings;
  if (warning !== undefined) throw new Error(warning.text);
  mkdirSync(output, { recursive: true });
  copyFileSync(join(source, "index.html"), join(output, "index.html"));
  const packages = Object.keys(metafile.inputs).map(
    (path) => /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1],
  );
  return [...new Set(packages)].filter((name) => name !== undefined).toSorted();
}
