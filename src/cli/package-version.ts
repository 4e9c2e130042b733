import { existsSync, readFileSync } from "node:fs";

/** The version in the package's own manifest: the nearest one above this file. */
export function packageVersion(): string {
  const file = manifestAbove(new URL("./package.json", import.meta.url));
  const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
  const found =
    typeof manifest === "object" && manifest !== null && "version" in manifest
      ? manifest.version
      : undefined;
  return typeof found === "string" ? found : "unknown";
}

function manifestAbove(file: URL): URL {
  const above = new URL("../package.json", file);
  return existsSync(file) || above.href === file.href ? file : manifestAbove(above);
}
